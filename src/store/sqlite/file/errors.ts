import { DatabaseOpenError, EmptyDatabaseError } from "../../open_error.ts";

/** A database that does not exist and must not be created. */
export class NoDatabaseError extends EmptyDatabaseError {
  override readonly name: string = "NoDatabaseError";

  constructor(path: string, options?: ErrorOptions) {
    super(`No database at ${path}`, options);
  }
}

/** The message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of the message of an error. */
export function reasonOf(error: unknown): string {
  return messageOf(error).split("\n", 1)[0] ?? "";
}

/**
 * The error of a database that cannot be opened, in one line for the person who named it.
 *
 * @param reason for errors other than a foreign or locked file
 */
export function openFailure(cause: unknown, path: string, reason = reasonOf(cause)): Error {
  if (cause instanceof DatabaseOpenError) return cause;
  const message = primaryCode(cause) === SQLITE.notADatabase
    ? "Not a SQLite database"
    : isBusy(cause)
    ? "The database is locked by another process"
    : `Cannot open the database (${reason})`;
  return new DatabaseOpenError(`${message}: ${path}`, { cause });
}

/** Primary result codes of SQLite (sqlite.org/rescode.html). */
export const SQLITE = {
  error: 1,
  busy: 5,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/**
 * SQLite's extended result code; undefined for other errors, and for `exec()` and opening, whose
 * errors have none.
 */
export function resultCode(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode : undefined;
}

/** Primary result code of an error. */
export function primaryCode(error: unknown): number | undefined {
  const code = resultCode(error);
  return code === undefined ? undefined : code & 0xff;
}

/** True if another connection held a lock for too long. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE.busy;
}

/**
 * True if the storage failed, rather than one statement. Some of these errors end the transaction,
 * so nothing in it can be relied on: busy 5, locked 6, out of memory 7, read-only 8, interrupted 9,
 * I/O 10, damaged 11, full 13, cannot open 14, protocol 15, not a database 26.
 */
export function isStorageFailure(error: unknown): boolean {
  return STORAGE_FAILURES.has(primaryCode(error) ?? 0);
}

const STORAGE_FAILURES: ReadonlySet<number> = new Set([5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
