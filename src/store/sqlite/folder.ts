import { closeSync, mkdirSync, openSync } from "node:fs";
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
    throw new DatabaseOpenError(`The folder of the database cannot be made: ${folder}`, { cause });
  }
  try {
    // Never one that is there: to close it would take back the locks that this process has on it.
    closeSync(openSync(path, "ax", OWNER_ONLY));
  } catch {
    // It is there, or cannot be made: opening it says why.
  }
}

const OWNER_ONLY = 0o600;
