import type { DatabaseSync } from "node:sqlite";

/**
 * The statements around a batch of commits. Prepared, because errors of `exec()`
 * carry no result code.
 */
export interface Transactions {
  begin(): void;
  commit(): void;
  /** Does nothing when SQLite has ended the transaction by itself, as it does on some failures. */
  rollback(): void;
  /** Marks where what may be taken back begins. */
  savepoint(): void;
  /** Keeps what was written since the mark. */
  release(): void;
  /** Takes back what was written since the mark. */
  rollbackTo(): void;
  /** Copies the log into the database where it has grown long enough; throws when that fails. */
  checkpoint(): void;
}

/** Length of the log at which SQLite by itself would copy it, in pages. */
const LONG_LOG_PAGES = 1000;

/** Prepares them on a connection. */
export function prepareTransactions(db: DatabaseSync): Transactions {
  // Left to itself SQLite copies the log too, but keeps it to itself when the disk does not confirm.
  db.exec("PRAGMA wal_autocheckpoint = 0");
  const measure = db.prepare("PRAGMA wal_checkpoint(NOOP)");
  const copy = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  // IMMEDIATE: a transaction that reads first and then writes fails without waiting.
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");
  const mark = db.prepare("SAVEPOINT one");
  const keep = db.prepare("RELEASE one");
  const undo = db.prepare("ROLLBACK TO one");
  return {
    begin: () => void begin.run(),
    commit: () => void commit.run(),
    rollback: () => {
      if (db.isTransaction) rollback.run();
    },
    savepoint: () => void mark.run(),
    release: () => void keep.run(),
    rollbackTo: () => {
      undo.run();
      keep.run();
    },
    checkpoint: () => {
      const { log, checkpointed } = measure.get() ?? {};
      if (Number(log) >= LONG_LOG_PAGES && Number(checkpointed) < Number(log)) copy.get();
    },
  };
}
