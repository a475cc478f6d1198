import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseOpenError } from "../../open_error.ts";

/** Longest file that is read into memory, in bytes; it takes twice that for a moment. */
export const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024;
/** The header's versions for writing and reading: 2 with a log, 1 without. */
const VERSIONS_AT = 18;
const WITH_LOG = 2;

/**
 * True if this user may not write a database, or make the files that SQLite needs beside it, as for
 * a copy in a read-only folder. Not for a database that this process has open: closing the file drops
 * its locks.
 */
export function isUnwritable(path: string): boolean {
  if (isRefused(() => closeSync(openSync(path, "r+")))) return true;
  if (existsSync(`${path}-shm`)) return false;
  const probe = `${path}.probe`;
  return isRefused(() => {
    closeSync(openSync(probe, "wx", 0o600));
    rmSync(probe, { force: true });
  });
}

function isRefused(work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "EACCES" || code === "EROFS";
  }
}

/**
 * True for a database that was copied without its log while it had one: SQLite opens it only where it
 * may make a log.
 */
export function needsLog(path: string): boolean {
  if (existsSync(`${path}-shm`)) return false;
  const versions = new Uint8Array(2);
  const file = openSync(path, "r");
  try {
    readSync(file, versions, 0, 2, VERSIONS_AT);
  } finally {
    closeSync(file);
  }
  return versions.every((version) => version === WITH_LOG);
}

/**
 * Reads a database that {@link needsLog} into memory.
 *
 * @throws {DatabaseOpenError} naming what to do, if it is too large, or its log is beside it
 */
export function readIntoMemory(path: string): DatabaseSync {
  const log = `${path}-wal`;
  const hasLog = existsSync(log) && statSync(log).size > 0;
  if (hasLog || statSync(path).size > MEMORY_LIMIT_BYTES) {
    throw new DatabaseOpenError(
      `A copy with a log cannot be read where this user may not write: copy it to another folder ` +
        `with its log, or make copies with \`db backup\`: ${path}`,
    );
  }
  const bytes = readFileSync(path);
  bytes.fill(1, VERSIONS_AT, VERSIONS_AT + 2);
  const db = new DatabaseSync(":memory:");
  db.deserialize(bytes);
  return db;
}
