import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseOpenError } from "./errors.ts";

/**
 * Makes the folder of a database where it is missing. In a file of its own, because what
 * it imports takes a thread that writes longer to load than all the rest.
 *
 * @throws {DatabaseOpenError} naming the folder
 */
export function makeFolder(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new DatabaseOpenError(`The folder of the database cannot be made: ${folder}`, { cause });
  }
}
