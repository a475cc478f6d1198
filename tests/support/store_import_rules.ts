/** Imports allowed under a path: paths from the root, and packages. */
export interface Rule {
  readonly under: string;
  readonly paths: readonly string[];
  readonly packages: readonly string[];
}

/** Rules of the store, the first that fits first. */
export const STORE_RULES: readonly Rule[] = [
  {
    under: "src/store/maintenance.ts",
    paths: ["src/domain/", "src/store/backup.ts"],
    packages: [],
  },
  { under: "src/store/backup.ts", paths: ["src/domain/"], packages: [] },
  {
    under: "src/store/store.ts",
    paths: ["src/domain/", "src/store/reads/", "src/store/shared.ts"],
    packages: [],
  },
  { under: "src/store/shared.ts", paths: ["src/domain/quota.ts"], packages: [] },
  { under: "src/store/reads/", paths: ["src/domain/"], packages: [] },
  { under: "src/store/errors.ts", paths: ["src/domain/"], packages: [] },
  { under: "src/store/open_error.ts", paths: [], packages: [] },
  { under: "src/store/database_url.ts", paths: [], packages: [] },
  // Changes become statements here, without an engine. A thread is posted plain data.
  {
    under: "src/store/commit/plan/statement.ts",
    paths: ["src/domain/changes.ts", "src/store/write/"],
    packages: [],
  },
  {
    under: "src/store/write/",
    paths: ["src/store/write/", "src/store/sql/", "src/domain/stamp.ts"],
    packages: [],
  },
  { under: "src/store/sql/", paths: ["src/store/sql/"], packages: [] },
  {
    under: "src/store/commit/batch.ts",
    paths: ["src/store/commit/plan/statement.ts", "src/store/errors.ts"],
    packages: [],
  },
  {
    under: "src/store/commit/",
    paths: [
      "src/store/commit/",
      "src/store/errors.ts",
      "src/store/store.ts",
      "src/store/write/",
      "src/schema/stored/",
      "src/domain/",
    ],
    packages: ["node:timers"],
  },
  {
    under: "src/store/sqlite/write/",
    paths: [
      "src/store/sqlite/write/",
      "src/store/sqlite/file/",
      "src/store/write/",
      "src/store/sql/",
      "src/store/commit/batch.ts",
      "src/store/commit/plan/statement.ts",
      "src/store/errors.ts",
    ],
    packages: ["node:fs", "node:sqlite", "node:zlib"],
  },
  // The driver is loaded only for a database of its kind.
  {
    under: "src/store/postgres/connection/",
    paths: [
      "src/store/postgres/connection/",
      "src/store/commit/batch.ts",
      "src/domain/errors.ts",
      "src/store/database_url.ts",
      "src/store/errors.ts",
      "src/store/open_error.ts",
    ],
    packages: ["node:buffer", "node:fs", "node:net", "pg/lib/client.js"],
  },
  {
    under: "src/store/postgres/",
    paths: ["src/store/", "src/schema/stored/", "src/domain/"],
    packages: ["node:crypto", "node:timers", "node:util", "node:zlib", "uuid", "zod"],
  },
  {
    under: "src/store/",
    paths: ["src/store/", "src/schema/stored/", "src/domain/"],
    packages: ["zod", "node:sqlite", "node:fs", "node:path", "node:util", "node:zlib"],
  },
];
