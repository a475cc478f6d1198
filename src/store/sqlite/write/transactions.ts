import type { DatabaseSync } from "node:sqlite";
import { logFrames } from "../file/log_frames.ts";

/**
 * Statements around a batch of commits. Prepared, because errors of `exec()` have no result code.
 */
export interface Transactions {
  begin(): void;
  commit(): void;
  /** Does nothing if SQLite has already ended the transaction, as it does on some failures. */
  rollback(): void;
  /** Sets the savepoint. */
  savepoint(): void;
  /** Keeps the writes since the savepoint. */
  release(): void;
  /** Rolls back the writes since the savepoint. */
  rollbackTo(): void;
  /**
   * Copies the log into the database if it is long enough; throws if that fails.
   *
   * @param mayCopy asked just before, only then
   * @param mustEmpty copies a short one too, and empties it
   * @returns false if it was to be emptied, and a reader or a writer needs it still
   */
  checkpoint(mayCopy: () => boolean, mustEmpty?: boolean): boolean;
  /** True if another connection has committed since the last time. */
  haveOthersWritten(): boolean;
}

/** Length of the log, in pages, at which SQLite would copy it. */
const LONG_LOG_PAGES = 1000;

/** Prepares the statements on a connection. */
export function prepareTransactions(db: DatabaseSync): Transactions {
  // SQLite's automatic copying does not report a write that the disk did not confirm.
  db.exec("PRAGMA wal_autocheckpoint = 0");
  const frames = logFrames(db);
  const copy = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  const empty = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
  const dataVersion = db.prepare("PRAGMA data_version");
  const seen = () => dataVersion.get()?.["data_version"];
  let lastSeen = seen();
  // IMMEDIATE, because a transaction that reads first and writes later fails without waiting.
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
    haveOthersWritten: () => {
      const before = lastSeen;
      lastSeen = seen();
      return lastSeen !== before;
    },
    checkpoint: (mayCopy, mustEmpty = false) => {
      const log = frames();
      if (log === null) return true;
      if (mustEmpty) return mayCopy() && empty.get()?.["busy"] === 0;
      if (log.total >= LONG_LOG_PAGES && log.copied < log.total && mayCopy()) copy.get();
      return true;
    },
  };
}
