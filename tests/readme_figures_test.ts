/** Figures that pages name of limits that no module exports: each stands in its source as said. */
import assert from "node:assert/strict";
import { DRAIN_LIMIT_BYTES } from "../src/http/guard/unread_body.ts";
import { CommitQueue, MAX_PENDING } from "../src/store/sqlite/write/commit_queue.ts";
import { AppError } from "../src/domain/errors.ts";
import { readRoot } from "./support/readme.ts";

/** What a page says, where the program has it, and how that is written there. */
type Figure = readonly [page: string, said: string, source: string, written: string];

const WRITE = "src/store/sqlite/write";
const ARCHITECTURE = "docs/architecture.md";

const FIGURES: readonly Figure[] = [
  [ARCHITECTURE, "takes up to 256 commits", `${WRITE}/commit_queue.ts`, "MAX_BATCH = 256;"],
  [ARCHITECTURE, "At most 4096 wait,", `${WRITE}/commit_queue.ts`, "MAX_PENDING = 4096;"],
  [
    ARCHITECTURE,
    "after five seconds those commits fail with 503",
    "src/store/sqlite/store.ts",
    "RETRY_FOR_MS = 5000;",
  ],
  [
    "docs/operating.md",
    "kept the database locked for five seconds",
    "src/store/sqlite/store.ts",
    "RETRY_FOR_MS = 5000;",
  ],
  [
    ARCHITECTURE,
    "used for five milliseconds without asking",
    "src/service/freshness.ts",
    "FRESH_FOR_MS = 5;",
  ],
  [
    ARCHITECTURE,
    "sessions at hand 5 MiB",
    "src/service/sessions/session_cache.ts",
    "MAX_SIZE = 5 * 1024 * 1024;",
  ],
  [
    "docs/speed.md",
    "room for 5 MiB of sessions",
    "src/service/sessions/session_cache.ts",
    "MAX_SIZE = 5 * 1024 * 1024;",
  ],
  [
    ARCHITECTURE,
    "page cache of the connection that reads 1 MiB",
    "src/store/sqlite/open.ts",
    '"PRAGMA cache_size = -1024"',
  ],
  [
    ARCHITECTURE,
    "of the one that writes 2 MiB",
    "src/store/sqlite/open.ts",
    '"cache_size = -2048"',
  ],
  [
    "docs/operating.md",
    "finds out a second after it has started, by trying up to 1024",
    "src/process/jobs.ts",
    "later(SECOND_MS, () => checkFileLimit",
  ],
  [
    ARCHITECTURE,
    "the log's backlog 4 MiB",
    "src/process/log.ts",
    "MAX_BACKLOG = 4 * 1024 * 1024;",
  ],
  [ARCHITECTURE, "writes down activity every second", "src/process/jobs.ts", "every(SECOND_MS, "],
  [ARCHITECTURE, "idle sessions every ten", "src/process/jobs.ts", "every(10 * SECOND_MS, "],
  [ARCHITECTURE, "every minute what has had its day", "src/process/jobs.ts", "every(60 * SECOND"],
  [ARCHITECTURE, "sessions every five minutes", "src/process/jobs.ts", "every(300 * SECOND_MS, "],
  [ARCHITECTURE, "`--heap-growing-percent=30`", "deno.json", "--heap-growing-percent=30,"],
  [ARCHITECTURE, "`--max-semi-space-size=4`", "deno.json", ",--max-semi-space-size=4 "],
  [ARCHITECTURE, ": 100,000 cases of one to four", "tests/fuzz/fuzz.ts", "CASES = 100_000;"],
  [ARCHITECTURE, "by more than 32 MiB", "tests/fuzz/fuzz.ts", "MAX_GROWTH_MIB = 32;"],
  [ARCHITECTURE, "200 times under load", "tests/faults/kill_test.ts", "whole: 200 }"],
  ["docs/operating.md", "200 times under load", "tests/faults/kill_test.ts", "whole: 200 }"],
  [
    ARCHITECTURE,
    "holds 5,000 slow connections",
    "tests/hostile/held_connections.ts",
    "CONNECTIONS = 5000;",
  ],
  ["docs/api.md", "Of keys and of addresses 50,000", "src/http/app.ts", "MAX_SUBJECTS = 50_000;"],
];

for (const [page, said, source, written] of FIGURES) {
  Deno.test(`${page}: "${said}" is what ${source} has`, async () => {
    assert.ok((await readRoot(page)).replaceAll(/\s+/g, " ").includes(said), said);
    assert.ok((await readRoot(source)).includes(written), written);
  });
}

Deno.test("docs/api.md: so much of a refused body is read as is drained", async () => {
  const [, mib] =
    /up to (\d+) MiB\s+of the body are then read/.exec(await readRoot("docs/api.md")) ??
      [];
  assert.equal(Number(mib) * 1024 * 1024, DRAIN_LIMIT_BYTES);
});

Deno.test("docs/operating.md: a write that finds so many waiting is answered as said", async () => {
  const page = (await readRoot("docs/operating.md")).replaceAll(/\s+/g, " ");
  assert.ok(page.includes("503 `error.unavailable` with `Retry-After`"));
  assert.ok(page.includes(`when ${MAX_PENDING} writes wait already`));
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const queue = new CommitQueue({
    target: {
      write: async (batch) => {
        await written;
        return { kind: "done", outcomes: batch.map(() => ({ kind: "stands" })) };
      },
      close: () => {},
    },
    busyTimeoutMs: 0,
    retryForMs: 0,
    delay: () => Promise.resolve(),
  });
  const waiting = Array.from({ length: MAX_PENDING }, () => queue.commit([]));
  const refused = await queue.commit([]).then(() => undefined, (error) => error);
  assert.ok(refused instanceof AppError);
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ["error.unavailable", 1]);
  resolve();
  await Promise.all(waiting);
  await queue.close();
});
