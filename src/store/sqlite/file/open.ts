import { DatabaseSync } from "node:sqlite";
import { DatabaseOpenError } from "../../open_error.ts";
import { isBusy, openFailure, primaryCode, reasonOf, SQLITE } from "./errors.ts";
import { needsLog, readIntoMemory } from "./read_only.ts";
import { checkMode, migrate, type SchemaOptions } from "./migrate.ts";

/** Path of a database in memory, which ends with its connection. */
export const IN_MEMORY = ":memory:";

/** Time limits while a database is opened, and what that does to its schema. */
export interface OpenOptions extends SchemaOptions {
  /** Longest time that a statement may block its thread for a lock, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Longest wait for another process's migration, in milliseconds. */
  readonly retryForMs: number;
  /** Waits off the event loop, in milliseconds. */
  readonly delay: (ms: number) => Promise<void>;
}

/** Short, because it blocks the thread; longer waits happen between attempts. */
const OPEN_TIMEOUT_MS = 50;
const OPEN_RETRY_MS = 20;

/** Pragmas that the file does not store. */
const CONNECTION_PRAGMAS = [
  // An acknowledged commit survives a power cut.
  "synchronous = FULL",
  "foreign_keys = ON",
  // Sorting needs no files outside the database's folder, where a sandbox may forbid them.
  "temp_store = MEMORY",
  // Enough for the pages that a busy server changes; the system caches the file.
  "cache_size = -2048",
  // Shrinks the log after a burst; it would keep its largest size otherwise.
  "journal_size_limit = 67108864",
  // What is deleted or written anew is overwritten with zeros: secrets and persons are among it.
  "secure_delete = ON",
  // A hostile file must not run functions through its schema.
  "trusted_schema = OFF",
] as const;

/**
 * Opens a database file, and creates it if it is missing. Migrates its schema, if the mode allows.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export async function openDatabase(path: string, options: OpenOptions): Promise<DatabaseSync> {
  const db = connect(path);
  try {
    // Changing the journal mode fails at once where waiting could deadlock, whatever the timeout,
    // for example if two processes create the file together.
    const attempts = Math.ceil(options.retryForMs / (OPEN_TIMEOUT_MS + OPEN_RETRY_MS));
    for (let attempt = 1; !prepareFile(db, path, options, attempt > attempts); attempt++) {
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
 * Opens a database read-only that is already open in this process.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export function openReadOnly(path: string): DatabaseSync {
  const db = connect(path, true);
  try {
    // Readers wait only while the log is repaired after a crash, which has been done.
    for (const pragma of CONNECTION_PRAGMAS) db.exec(`PRAGMA ${pragma}`);
    // Small, because the system caches the file and every commit elsewhere clears this cache.
    db.exec("PRAGMA cache_size = -1024");
    db.exec("PRAGMA busy_timeout = 0");
    return db;
  } catch (error) {
    db.close();
    throw openError(error, path);
  }
}

/**
 * Opens a database of the current schema that this user may not write.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export function openUnwritable(path: string): DatabaseSync {
  const db = needsLog(path) ? readIntoMemory(path) : openReadOnly(path);
  try {
    db.exec("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY");
    checkMode(db, path, "require");
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

/** A new database in memory, made once in a process: tests open thousands, each a copy of it. */
let image: Uint8Array | undefined;

/** @returns false if another process holds a lock and attempts are left */
function prepareFile(
  db: DatabaseSync,
  path: string,
  options: SchemaOptions,
  isLast: boolean,
): boolean {
  try {
    // Before anything is written: a foreign file stays unchanged.
    checkMode(db, path, options.schema);
    requireWal(db, path);
    if (path === IN_MEMORY && image !== undefined) db.deserialize(image);
    for (const pragma of CONNECTION_PRAGMAS) db.exec(`PRAGMA ${pragma}`);
    migrate(db, path, options);
    if (path === IN_MEMORY) image ??= db.serialize();
    return true;
  } catch (error) {
    if (isBusy(error) && !isLast) return false;
    throw error;
  }
}

/** Without a write-ahead log readers would wait for the writer. */
function requireWal(db: DatabaseSync, path: string): void {
  const mode = Object.values(db.prepare("PRAGMA journal_mode = WAL").get() ?? {})[0];
  if (mode === (path === IN_MEMORY ? "memory" : "wal")) return;
  throw new DatabaseOpenError(`The file system does not support a write-ahead log: ${path}`);
}

function openError(cause: unknown, path: string): Error {
  const code = primaryCode(cause);
  // SQLite reports a log or index without room as an I/O error.
  const isFull = code === SQLITE.full || code === SQLITE.inputOutput;
  return openFailure(cause, path, isFull ? `${reasonOf(cause)}; is the disk full?` : undefined);
}

/**
 * Waits without blocking the event loop. SQLite announces no unlocking, so waiting takes a timer.
 */
export function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
