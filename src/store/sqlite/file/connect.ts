import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { unavailable } from "../../errors.ts";
import { DatabaseOpenError, isBusy, NoDatabaseError, openFailure } from "./errors.ts";
import { checkOwner, checkSchema, readPragma, SCHEMA_VERSION } from "./migrate.ts";

/** Wait of a statement for a lock, in milliseconds; it blocks no other work here. */
const BUSY_TIMEOUT_MS = 2000;

/** A connection that changes nothing, and the version of the tables that it found. */
export interface Existing {
  readonly db: DatabaseSync;
  readonly version: number;
}

/**
 * Opens a database that must be there, as it is: no migration, no change of its journal
 * mode, and nothing can be written until `query_only` is switched off.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export function openExisting(path: string): Existing {
  return open(path, checkSchema);
}

/**
 * {@link openExisting}, also for a database of a newer version, of which nothing is known but
 * that it is ours.
 */
export function openAny(path: string): Existing {
  return open(path, checkOwner);
}

function open(path: string, check: (db: DatabaseSync, path: string) => void): Existing {
  requireFile(path);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    // A hostile file must not run functions through its schema, nor sort in other folders.
    for (const pragma of ["query_only = ON", "trusted_schema = OFF", "temp_store = MEMORY"]) {
      db.exec(`PRAGMA ${pragma}`);
    }
    check(db, path);
    const version = readPragma(db, "user_version");
    if (version === 0) throw new DatabaseOpenError(`The database has no tables: ${path}`);
    return { db, version };
  } catch (error) {
    db?.close();
    throw error instanceof AppError ? error : openFailure(error, path);
  }
}

/**
 * {@link openExisting} for work that knows the current tables only.
 *
 * @throws {AppError} `error.conflict` when the tables are older
 */
export function openCurrent(path: string): DatabaseSync {
  const { db, version } = openExisting(path);
  if (version === SCHEMA_VERSION) return db;
  db.close();
  throw new AppError(
    "error.conflict",
    `The database has schema version ${version} and must be at ${SCHEMA_VERSION}, ` +
      `to which \`db migrate\` upgrades it: ${path}`,
  );
}

/** The lines of `integrity_check` or `quick_check`; none when all is well. */
export function damage(
  db: DatabaseSync,
  pragma: "integrity_check" | "quick_check",
  limit: number,
): string[] {
  const lines = db.prepare(`PRAGMA ${pragma}(${limit})`).all()
    .map((row) => String(Object.values(row)[0]));
  return lines.length === 1 && lines[0] === "ok" ? [] : lines;
}

/** Runs reads on one state of the database, whatever other processes write meanwhile. */
export function inOneView<T>(db: DatabaseSync, read: () => T): T {
  db.exec("BEGIN");
  try {
    return read();
  } catch (error) {
    throw isBusy(error) ? unavailable("another process holds its lock", error) : error;
  } finally {
    // A damaged page may have ended it already.
    if (db.isTransaction) db.exec("ROLLBACK");
  }
}

/**
 * Makes sure that a database is there: opening would make it, which would hide a mistyped name.
 *
 * @throws {NoDatabaseError} when there is none
 * @throws {DatabaseOpenError} when it cannot be looked at, or is no file
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
