import type { DatabaseSync } from "node:sqlite";

/** Frames of a log. */
export interface LogFrames {
  readonly total: number;
  /** Of these, how many were copied into the database. */
  readonly copied: number;
}

/** Prepares the question for the frames of a log, as SQLite knows them; null without a log. */
export function logFrames(db: DatabaseSync): () => LogFrames | null {
  const frames = db.prepare("PRAGMA wal_checkpoint(NOOP)");
  return () => {
    const { log, checkpointed } = { log: -1, checkpointed: -1, ...frames.get() };
    return Number(log) < 0 ? null : { total: Number(log), copied: Number(checkpointed) };
  };
}
