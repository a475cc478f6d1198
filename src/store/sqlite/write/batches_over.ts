import type { DatabaseSync } from "node:sqlite";
import { Applier } from "./apply.ts";
import { Batches } from "./batches.ts";
import { prepareTransactions } from "./transactions.ts";

/** Writes batches on this thread, over a connection that is closed with it. */
export function batchesOver(db: DatabaseSync): Batches {
  const applier = new Applier(db);
  return new Batches({
    transactions: prepareTransactions(db),
    apply: (commit) => applier.apply(commit),
    close: () => {
      if (db.isOpen) db.close();
    },
  });
}
