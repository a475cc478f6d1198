import type { DatabaseSync } from "node:sqlite";
import { schemaWatch } from "../file/migrate.ts";
import { systemError } from "../file/system_error.ts";
import { Batches } from "./batches.ts";
import { Executor } from "./executor.ts";
import type { FilesInPlace } from "./in_place.ts";
import { prepareTransactions } from "./transactions.ts";

/**
 * Writes batches on this thread, over a connection that it closes.
 *
 * @param files absent for a database in memory
 */
export function batchesOver(db: DatabaseSync, files?: FilesInPlace): Batches {
  const executor = new Executor(db);
  return new Batches({
    transactions: prepareTransactions(db),
    apply: (commit) => executor.execute(commit),
    isUpgraded: schemaWatch(db),
    ...(files && {
      checkFile: () => files.checkDatabase(),
      systemError: () => systemError(files.name),
    }),
    close: () => {
      if (!db.isOpen) return;
      if (files?.isReplaced) emptyLog(db);
      db.close();
    },
  });
}

/** Merges the log into the opened file, wherever that is now. */
function emptyLog(db: DatabaseSync): void {
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // Another process or the disk prevents it: the log stays.
  }
}
