import { DatabaseSync } from "node:sqlite";
import { DatabaseOpenError, isBusy, openFailure, primaryCode, reasonOf, SQLITE } from "./errors.ts";
import { checkSchema, migrate } from "./migrate.ts";

/** The name of a database that lives in memory and ends with its connection. */
export const IN_MEMORY = ":memory:";

/** Limits of waiting for other processes while a database is opened. */
export interface OpenOptions {
  /** Longest time that a statement may block its thread for a lock, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Longest wait for another process's migration before opening fails, in milliseconds. */
  readonly retryForMs: number;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** Short, because it blocks the thread; what takes longer is waited for between attempts. */
const OPEN_TIMEOUT_MS = 50;
const OPEN_RETRY_MS = 20;

/** Pragmas of a connection, which the file does not remember. */
const CONNECTION_PRAGMAS = [
  // An acknowledged commit survives a power cut.
  "synchronous = FULL",
  "foreign_keys = ON",
  // Sorting needs no files outside the database's folder, where a sandbox may forbid them.
  "temp_store = MEMORY",
  // What a busy server writes at once fits; beyond that the system keeps the file's pages itself.
  "cache_size = -2048",
  // Gives the disk back after a burst; the log otherwise keeps its largest size for ever.
  "journal_size_limit = 67108864",
  // A hostile file must not run functions through its schema.
  "trusted_schema = OFF",
] as const;

/**
 * Opens a database file, makes it where it is missing, and brings its schema up to date.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export async function openDatabase(path: string, options: OpenOptions): Promise<DatabaseSync> {
  const db = connect(path);
  try {
    // Changing the journal mode gives up at once where waiting could deadlock, whatever
    // the timeout: two processes that open a new file together meet here.
    const attempts = Math.ceil(options.retryForMs / (OPEN_TIMEOUT_MS + OPEN_RETRY_MS));
    for (let attempt = 1; !prepareFile(db, path, attempt > attempts); attempt++) {
      await options.delay(OPEN_RETRY_MS);
    }
    db.exec(`PRAGMA busy_timeout = ${options.busyTimeoutMs}`);
    return db;
  } catch (error) {
    db.close();
    throw openError(error, path);
  }
}

/**
 * Opens a database that is open elsewhere in this process, for reading alone.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export function openReadOnly(path: string): DatabaseSync {
  const db = connect(path, true);
  try {
    // Readers wait only for a process that repairs the log after a crash, and that was done.
    for (const pragma of CONNECTION_PRAGMAS) db.exec(`PRAGMA ${pragma}`);
    // The system keeps the file's pages already, and every commit elsewhere voids these.
    db.exec("PRAGMA cache_size = -1024");
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    db.close();
    throw openError(error, path);
  }
}

function connect(path: string, readOnly = false): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS, readOnly });
  } catch (error) {
    throw openError(error, path);
  }
}

/** @returns false when another process was in the way and there are attempts left */
function prepareFile(db: DatabaseSync, path: string, isLast: boolean): boolean {
  try {
    // Before anything is written: a file that is not ours stays as it is.
    checkSchema(db, path);
    requireWal(db, path);
    for (const pragma of CONNECTION_PRAGMAS) db.exec(`PRAGMA ${pragma}`);
    migrate(db, path);
    return true;
  } catch (error) {
    if (isBusy(error) && !isLast) return false;
    throw error;
  }
}

/** Readers that never wait for the writer, and one flush to disk a commit, need the log. */
function requireWal(db: DatabaseSync, path: string): void {
  const mode = Object.values(db.prepare("PRAGMA journal_mode = WAL").get() ?? {})[0];
  if (mode === (path === IN_MEMORY ? "memory" : "wal")) return;
  throw new DatabaseOpenError(`The file system does not support a write-ahead log: ${path}`);
}

function openError(cause: unknown, path: string): Error {
  const code = primaryCode(cause);
  // A log or its index that finds no room is an input/output error to SQLite.
  const isFull = code === SQLITE.full || code === SQLITE.inputOutput;
  return openFailure(cause, path, isFull ? `${reasonOf(cause)}; is the disk full?` : undefined);
}

/**
 * Waits off the event loop. Waiting for another process has nothing to wait on but time:
 * SQLite announces no unlocking.
 */
export function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
