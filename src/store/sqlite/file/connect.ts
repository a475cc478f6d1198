import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { unavailable } from "../../errors.ts";
import { DatabaseOpenError, OlderSchemaError } from "../../open_error.ts";
import { isBusy, NoDatabaseError, openFailure, primaryCode, SQLITE } from "./errors.ts";
import { needsLog, readIntoMemory } from "./read_only.ts";
import { FileHead } from "./file_head.ts";
import { checkOwner, checkSchema, readPragma, SCHEMA_VERSION } from "./migrate.ts";

/** Time that a statement waits for a lock, in milliseconds; it blocks no other work here. */
const BUSY_TIMEOUT_MS = 2000;

/** A read-only connection and the schema version. */
export interface ExistingDatabase {
  readonly db: DatabaseSync;
  readonly version: number;
}

/**
 * Opens an existing database as it is: no migration, the same journal mode, and read-only until
 * `query_only` is switched off.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export function openExisting(path: string): ExistingDatabase {
  return open(path, checkSchema);
}

/** {@link openExisting}, also for a newer schema version. */
export function openAny(path: string): ExistingDatabase {
  return open(path, checkOwner);
}

/**
 * {@link openExisting} on a thread that ends before its process, of a file that another thread has
 * opened so. It has no descriptor besides SQLite's: the close of one releases all locks that the
 * process holds on the file, and another process would then remove the log of a running server.
 */
export function openOnThread(path: string): ExistingDatabase {
  requireFile(path);
  return connect(path, checkSchema);
}

function open(path: string, check: (db: DatabaseSync, path: string) => void): ExistingDatabase {
  requireFile(path);
  FileHead.open(path)?.requireDatabase(path);
  return connect(path, check);
}

function connect(path: string, check: (db: DatabaseSync, path: string) => void): ExistingDatabase {
  let db: DatabaseSync | undefined;
  try {
    db = readable(path);
    check(db, path);
    const version = readPragma(db, "user_version");
    if (version === 0) throw new DatabaseOpenError(`The database has no tables: ${path}`);
    return { db, version };
  } catch (error) {
    db?.close();
    throw openFailure(error, path);
  }
}

/** A connection that only reads; to a copy in memory if SQLite could read the file only with a log. */
function readable(path: string): DatabaseSync {
  let db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare("PRAGMA schema_version").get();
  } catch (error) {
    if (primaryCode(error) !== SQLITE.cannotOpen || !needsLog(path)) {
      db.close();
      throw error;
    }
    db.close();
    db = readIntoMemory(path);
  }
  // A hostile file must not run functions through its schema; sorting must not use other folders.
  for (const pragma of ["query_only = ON", "trusted_schema = OFF", "temp_store = MEMORY"]) {
    db.exec(`PRAGMA ${pragma}`);
  }
  return db;
}

/**
 * {@link openExisting} for the current schema version only.
 *
 * @param open how it is opened (default: {@link openExisting})
 * @throws {OlderSchemaError}
 */
export function openCurrent(path: string, open = openExisting): DatabaseSync {
  const { db, version } = open(path);
  if (version === SCHEMA_VERSION) return db;
  db.close();
  throw new OlderSchemaError(version, SCHEMA_VERSION, path);
}

/** Lines of `integrity_check` or `quick_check`; empty for an intact file. */
export function damage(
  db: DatabaseSync,
  pragma: "integrity_check" | "quick_check",
  limit: number,
): string[] {
  const lines = db.prepare(`PRAGMA ${pragma}(${limit})`).all()
    .map((row) => String(Object.values(row)[0]));
  return lines.length === 1 && lines[0] === "ok" ? [] : lines;
}

/** Runs reads on one snapshot of the database. */
export async function inOneView<T>(db: DatabaseSync, read: () => T | Promise<T>): Promise<T> {
  db.exec("BEGIN");
  try {
    return await read();
  } catch (error) {
    throw isBusy(error) ? unavailable("another process holds its lock", error) : error;
  } finally {
    // A damaged page may have ended the transaction.
    if (db.isTransaction) db.exec("ROLLBACK");
  }
}

/**
 * Requires an existing file: opening would create it and hide a mistyped name.
 *
 * @throws {NoDatabaseError} if there is none
 * @throws {DatabaseOpenError} if it cannot be accessed or is no file
 */
export function requireFile(path: string): void {
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code !== "ENOENT") throw openFailure(cause, path);
    throw new NoDatabaseError(path, { cause });
  }
  if (!isFile) throw new DatabaseOpenError(`The database is not a file: ${path}`);
}
