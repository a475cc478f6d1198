import { statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseOpenError } from "../../open_error.ts";
import { createOwned, createOwnedFolder } from "./owned_file.ts";

/**
 * Creates the folder of a database if it is missing, and an empty file that only the owner of the
 * folder can read, because SQLite would make it readable for all. SQLite gives the files beside it the
 * same owner, and follows no link to them. A module of its own: its imports take a
 * writer thread longer to load than everything else.
 *
 * @throws {DatabaseOpenError} naming the folder
 */
export function makePlace(path: string): void {
  const folder = dirname(path);
  try {
    createOwnedFolder(folder);
  } catch (cause) {
    if (cause instanceof DatabaseOpenError) throw cause;
    throw new DatabaseOpenError(`Cannot create the database folder: ${folder}`, { cause });
  }
  try {
    // Never an existing file: closing it would drop this process's locks on it.
    createOwned(path);
  } catch (error) {
    if (error instanceof DatabaseOpenError) throw error;
    // It exists or cannot be created: opening reports that.
  }
}

/**
 * Refuses to create a database beside an existing log: SQLite would delete the log and the latest
 * acknowledged writes in it.
 *
 * @throws {DatabaseOpenError} naming the log, and how to proceed
 */
export function refuseLogAlone(path: string): void {
  const log = `${path}-wal`;
  const [database, beside] = [sizeOf(path), sizeOf(log)];
  const isMissing = database === undefined && beside !== undefined;
  // SQLite treats an empty file as a new database.
  const isEmpty = database === 0 && beside !== undefined && beside > 0;
  if (!isMissing && !isEmpty) return;
  throw new DatabaseOpenError(
    `The database is missing or empty, but its log exists: ${log}; put the database back beside it, ` +
      `or restore a backup with \`db restore\`, which keeps the log: ${path}`,
  );
}

/** Size of a file; undefined for no file. */
function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}
