import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../../domain/errors.ts";
import { DatabaseOpenError, reasonOf } from "../file/errors.ts";
import { withFile } from "../file/system_error.ts";

/**
 * Files around a database. None of these may open a database that this process has
 * open: closing a second descriptor drops the locks that SQLite holds on it.
 */

/** Suffixes of the files that SQLite keeps beside a database. */
export const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

const CHUNK_BYTES = 4 * 1024 * 1024;

/** Flushes a file to disk. */
export function syncFile(path: string): void {
  withFile(path, "r+", fsyncSync);
}

/** Flushes to disk which names the folder of a file holds. */
export function syncFolderOf(path: string): void {
  withFile(dirname(path), "r", fsyncSync);
}

/**
 * Copies a file to a name that must be free, readable by its owner only, and flushes it.
 *
 * @param onProgress told the bytes that are done
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

/** Makes an empty file under a name that must be free, readable by its owner only. */
export function createPrivate(path: string): void {
  closeSync(openSync(path, "wx", 0o600));
}

/** True when two names lead to one existing file. */
export function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return false;
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** Removes a database that no process has open, with the files beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", ...COMPANIONS]) rmSync(path + suffix, { force: true });
}

/**
 * Gives a whole file its name, at once and for good.
 *
 * @returns false when the name is taken, unless `force`, which replaces what has it
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
 * Gives a file a second name, which is free. A link and not a copy: it is there at once.
 *
 * @returns false where the name is taken or the file system has no links
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

/** A file that cannot be worked with, in one line. */
export function fileFailure(what: string, path: string, cause: unknown): Error {
  if (cause instanceof AppError || cause instanceof DatabaseOpenError) return cause;
  return new AppError("error.unavailable", `${what} (${reasonOf(cause)}): ${path}`, { cause });
}
