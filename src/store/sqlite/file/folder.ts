import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseOpenError } from "./errors.ts";

/**
 * Makes the folder of a database where it is missing, and an empty file that nobody but its
 * owner may read: SQLite itself would make one that all may. In a module of its own, because
 * what it imports takes a thread that writes longer to load than all the rest.
 *
 * @throws {DatabaseOpenError} naming the folder
 */
export function makePlace(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new DatabaseOpenError(`Cannot create the database folder: ${folder}`, { cause });
  }
  try {
    // Never one that is there: to close it would take back the locks that this process has on it.
    closeSync(openSync(path, "ax", OWNER_ONLY));
  } catch {
    // It is there, or cannot be made: opening it says why.
  }
}

const OWNER_ONLY = 0o600;

/**
 * Refuses to make a database beside the log of one: SQLite would delete that log, and with it
 * what was acknowledged last.
 *
 * @throws {DatabaseOpenError} naming the log, and what to do
 */
export function refuseLogAlone(path: string): void {
  const log = `${path}-wal`;
  const [database, beside] = [sizeOf(path), sizeOf(log)];
  const isMissing = database === undefined && beside !== undefined;
  // SQLite takes an empty file for a new database.
  const isEmpty = database === 0 && beside !== undefined && beside > 0;
  if (!isMissing && !isEmpty) return;
  throw new DatabaseOpenError(
    `The database is missing or empty, but its log exists: ${log}; put the database back beside it, ` +
      `or restore a backup with \`db restore\`, which keeps the log: ${path}`,
  );
}

/** Bytes of a file; undefined where there is none. */
function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}
