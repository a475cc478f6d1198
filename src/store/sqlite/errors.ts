import { AppError } from "../../domain/errors.ts";

/** A database that cannot be opened: the message is one line for the person who named it. */
export class DatabaseOpenError extends Error {
  override readonly name: string = "DatabaseOpenError";
}

/** A database that is not there, and is not to be made. */
export class NoDatabaseError extends DatabaseOpenError {
  override readonly name = "NoDatabaseError";

  constructor(path: string, options?: ErrorOptions) {
    super(`No database at ${path}`, options);
  }
}

/**
 * Nobody knows what is on disk: it did not confirm a write, or the thread that writes is
 * gone. What was written since may or may not survive a power cut, and a second try may
 * seem to succeed without having written anything: the process has to end and start
 * again from what is there.
 */
export class DurabilityLost extends Error {
  override readonly name: string = "DurabilityLost";
  /** SQLite's extended result code; null when no statement failed. */
  readonly errcode: number | null;

  constructor(errcode: number | null, options?: ErrorOptions & { readonly message?: string }) {
    const message = errcode === null
      ? "The writer thread has ended"
      : `The disk did not confirm a write, SQLite result code: ${errcode}`;
    super(options?.message ?? message, options);
    this.errcode = errcode;
  }
}

/** The database, its log or the index of that is no longer where it was opened. */
export class DatabaseDisplaced extends DurabilityLost {
  override readonly name = "DatabaseDisplaced";
  readonly path: string;

  constructor(path: string) {
    super(null, { message: "The database was moved, deleted or replaced" });
    this.path = path;
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of what an error says. */
export function reasonOf(error: unknown): string {
  return messageOf(error).split("\n", 1)[0] ?? "";
}

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
export const SQLITE = {
  busy: 5,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  notADatabase: 26,
} as const;

/** Extended result codes: a file, or the folder that holds it, was not synchronised. */
const FSYNC_CODES: ReadonlySet<number> = new Set([1034, 1290]);

/**
 * SQLite's extended result code of an error; undefined for an error of something
 * else, and for `exec()` and opening, whose errors carry none.
 */
export function resultCode(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode : undefined;
}

/** The primary result code within an extended one. */
export function primaryCode(error: unknown): number | undefined {
  const code = resultCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** Whether another connection holds a lock that this one waited for in vain. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE.busy;
}

/**
 * Whether an error says that the storage failed, rather than that one statement was
 * wrong. Some of these end the transaction, so that nothing in it may be relied on:
 * busy 5, locked 6, out of memory 7, read-only 8, interrupted 9, I/O 10, damaged 11,
 * full 13, cannot open 14, protocol 15, not a database 26.
 */
export function isStorageFailure(error: unknown): boolean {
  return STORAGE_FAILURES.has(primaryCode(error) ?? 0);
}

const STORAGE_FAILURES: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** Whether an extended result code says that the disk did not confirm a write. */
export function isFlushFailure(errcode: number): boolean {
  return FSYNC_CODES.has(errcode);
}

/** What a caller is told when the database cannot do its work now. */
export function unavailable(reason: string, cause?: unknown, retryAfterSeconds = 1): AppError {
  return new AppError("error.unavailable", `The database is unavailable: ${reason}`, {
    cause,
    retryAfterSeconds,
  });
}

/** Seconds in which a supervisor has started a server again that has ended. */
const RESTART_SECONDS = 5;

/** {@link unavailable} for writes that are over, in most cases because the server ends. */
export function unavailableUntilRestart(reason: Error): AppError {
  const isLost = reason instanceof DurabilityLost;
  return unavailable(reason.message, reason, isLost ? RESTART_SECONDS : undefined);
}
