import {
  existsSync,
  fsyncSync,
  linkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../../domain/errors.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import { reasonOf } from "../file/errors.ts";
import { withFile } from "../file/system_error.ts";

/**
 * Files around a database. Never use these on a database that this process has open: closing a
 * second descriptor drops SQLite's locks.
 */

/** Suffixes of the files that SQLite keeps beside a database. */
export const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

const CHUNK_BYTES = 4 * 1024 * 1024;

/** Flushes a file to disk. */
export function syncFile(path: string): void {
  withFile(path, "r+", fsyncSync);
}

/** Flushes the folder of a file to disk. */
export function syncFolderOf(path: string): void {
  withFile(dirname(path), "r", fsyncSync);
}

/**
 * Copies a file to an unused name, readable by its owner only, and flushes it.
 *
 * @param onProgress called with the number of copied bytes
 */
export function copyFile(from: string, to: string, onProgress: (bytes: number) => void): void {
  withFile(from, "r", (input) =>
    withFile(to, "wx", (output) => {
      const chunk = new Uint8Array(CHUNK_BYTES);
      let done = 0;
      for (let read; (read = readSync(input, chunk, 0, chunk.length, null)) > 0;) {
        for (let at = 0; at < read;) at += writeSync(output, chunk, at, read - at);
        onProgress(done += read);
      }
      fsyncSync(output);
    }));
}

/** True if two paths are the same existing file. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** Removes a database that is not open, with the files beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", ...COMPANIONS]) rmSync(path + suffix, { force: true });
}

/**
 * Moves a complete file to its name, atomically and durably.
 *
 * @returns false if the name is taken, unless `force` replaces it
 */
export function giveName(path: string, name: string, force: boolean): boolean {
  if (force || !linkNew(path, name)) {
    if (!force && existsSync(name)) return false;
    renameSync(path, name);
  } else {
    rmSync(path);
  }
  syncFolderOf(name);
  return true;
}

/**
 * Links a file to an unused name, which is instant.
 *
 * @returns false if the name is taken or the file system has no links
 */
export function linkNew(path: string, name: string): boolean {
  try {
    linkSync(path, name);
    return true;
  } catch (error) {
    if (LINK_REFUSALS.has(codeOf(error))) return false;
    throw error;
  }
}

const LINK_REFUSALS: ReadonlySet<unknown> = new Set(["EEXIST", "EPERM", "ENOTSUP", "EOPNOTSUPP"]);

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Error of a file operation, in one line. */
export function fileFailure(what: string, path: string, cause: unknown): Error {
  if (cause instanceof AppError || cause instanceof DatabaseOpenError) return cause;
  return new AppError("error.unavailable", `${what} (${reasonOf(cause)}): ${path}`, { cause });
}
