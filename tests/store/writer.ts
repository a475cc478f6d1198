import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../../src/store/sqlite/file/open.ts";
import { type BatchDeps, Batches } from "../../src/store/sqlite/write/batches.ts";
import { CommitQueue } from "../../src/store/commit/queue.ts";
import { Executor } from "../../src/store/sqlite/write/executor.ts";
import { prepareTransactions } from "../../src/store/sqlite/write/transactions.ts";

/** A writer on a database in memory, with what a test replaces. */
export async function aWriter(
  over: (db: DatabaseSync) => Partial<BatchDeps>,
) {
  const delay = () => Promise.resolve();
  const db = await openDatabase(":memory:", { busyTimeoutMs: 0, retryForMs: 0, delay });
  const executor = new Executor(db);
  const target = new Batches({
    transactions: prepareTransactions(db),
    apply: (commit) => executor.execute(commit),
    isUpgraded: () => false,
    close: () => db.close(),
    ...over(db),
  });
  const writer = new CommitQueue({ target, busyTimeoutMs: 0, retryForMs: 0, delay });
  return { db, writer };
}

/** Number of sessions in a database. */
export function sessionsIn(db: DatabaseSync): unknown {
  return db.prepare("SELECT count(*) AS n FROM sessions").get()?.["n"];
}
