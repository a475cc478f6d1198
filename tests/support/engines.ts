/** Tests that run on each engine. */
import { DatabaseSync } from "node:sqlite";
import { copyBetween } from "../../src/store/copy_database.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { databaseOf, setDatabase } from "./database_of.ts";
import { IS_WHOLE } from "./few.ts";
import { lacksPostgres, type PostgresServer, postgresServer } from "./postgres.ts";
import { withFolder } from "./process.ts";

/** An engine that tests run the programs on. */
export interface Engine {
  readonly name: "sqlite" | "postgres";
  /**
   * Runs a test in a folder of its own. Programs that are started for the folder, and `aShop`, use a
   * new database of the engine.
   */
  withFolder(test: (folder: string) => Promise<void>): Promise<void>;
  /** Address of a copy of an SQLite file; of the file itself on SQLite. */
  copyOf(path: string): Promise<string>;
  /** Folders of a database server's files; none for files in the folder of a test. */
  readonly dataFolders: readonly string[];
  /** Runs SQL in the database of a folder, behind the program's back. */
  sql(folder: string, sql: string): Promise<void>;
}

/** SQLite: for tests that would find nothing more on another engine. */
export const SQLITE: Engine = {
  name: "sqlite",
  dataFolders: [],
  withFolder,
  copyOf: (path) => Promise.resolve(path),
  sql: (folder, sql) => {
    const db = new DatabaseSync(databaseOf(folder));
    db.exec(sql);
    db.close();
    return Promise.resolve();
  },
};

function postgres(server: PostgresServer): Engine {
  const names = new Map<string, string>();
  return {
    name: "postgres",
    dataFolders: [server.folder],
    withFolder: (test) =>
      withFolder(async (folder) => {
        const name = await server.freshDatabase();
        names.set(folder, name);
        setDatabase(folder, server.url(name));
        await test(folder);
      }),
    copyOf: async (path) => {
      const url = server.url(await server.freshDatabase());
      const lock = () => ({ release: () => {} });
      await copyBetween(path, url, { env: () => undefined, lock, onProgress: () => {} });
      return url;
    },
    sql: async (folder, sql) => void await server.sql(names.get(folder)!, sql),
  };
}

const isMissing = await lacksPostgres();
const ENGINES = [SQLITE, ...(isMissing ? [] : [postgres(await postgresServer())])];

/** Registers a test on each engine. Without PostgreSQL it is skipped there by name. */
export function testOnEngines(
  name: string,
  test: (engine: Engine) => Promise<void>,
  { ignore = false, isLong = false }: {
    readonly ignore?: boolean;
    /** True for a test that runs on PostgreSQL with `-- --whole` alone. */
    readonly isLong?: boolean;
  } = {},
): void {
  for (const engine of ENGINES) {
    Deno.test({
      name: `${engine.name}: ${name}`,
      ignore: ignore || (isLong && !IS_WHOLE && engine !== SQLITE),
      fn: () => test(engine),
    });
  }
  if (isMissing) Deno.test.ignore(`postgres: ${name} (PostgreSQL is missing)`, () => {});
}

/** Opens the store of a folder's database. */
export async function openStoreOf(folder: string): Promise<Store> {
  const options = { program: "tests", schema: "migrate", env: () => undefined } as const;
  return (await openStore(databaseOf(folder), options)).store;
}
