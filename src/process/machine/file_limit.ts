import { closeSync, openSync } from "node:fs";
import type { DatabaseLock } from "../database/lock.ts";
import type { Logger } from "../log/log.ts";

/** How many files this process may have open, as far as it was tried. */
export interface TriedLimit {
  readonly files: number;
  /** Whether there may be more: so many were had, and no more were tried. */
  readonly isLeast: boolean;
}

/** Below this a server runs out of files with a few hundred clients; no more is tried. */
export const FEW_FILES = 1024;

/**
 * Finds out how many files this process may have open, by opening one again and again: the
 * limit itself is told in `/proc`, which the runtime opens to those alone who may do everything.
 * Takes 10 to 20 ms, most of it the system's making room for so many, in which nobody else in the
 * process should want to open one: where there may be fewer, there are none left for a moment.
 *
 * @param path a file that may be read; its locks of the whole file (flock) are not lost by it
 * @throws what the platform throws when it cannot be opened at all
 */
export function tryFileLimit(path: string): TriedLimit {
  const open: number[] = [];
  let highest = 0;
  try {
    while (highest + 1 < FEW_FILES) {
      const descriptor = openSync(path, "r");
      open.push(descriptor);
      highest = Math.max(highest, descriptor);
    }
    return { files: FEW_FILES, isLeast: true };
  } catch (error) {
    // With none left at all nothing is known of how many there may be.
    if (!isOutOfFiles(error) || open.length === 0) throw error;
    // Descriptors are numbered from 0, and the lowest that is free is given first.
    return { files: highest + 1, isLeast: false };
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EMFILE";
}

/**
 * Leaves the limit where others that may read the database's files find it: in the file that
 * the database is locked by, which is not the database and whose content nobody else uses.
 * A server that may not write it starts all the same.
 */
export function noteFileLimit(lockPath: string, { files, isLeast }: TriedLimit): void {
  try {
    const text = `open files: ${isLeast ? "at least " : ""}${files}\n`;
    Deno.writeTextFileSync(lockPath, text, { create: false });
  } catch {
    // Then `doctor` says that it is not known.
  }
}

/**
 * What the server that started last has noted.
 *
 * @returns undefined when there is no note
 * @throws what the platform throws when the file cannot be read
 */
export function notedFileLimit(lockPath: string): TriedLimit | undefined {
  const [, least, files] = /^open files: (at least )?(\d{1,9})\n$/.exec(readStart(lockPath)) ?? [];
  return files === undefined ? undefined : { files: Number(files), isLeast: least !== undefined };
}

/** As much as a note has at the most. */
const NOTE_BYTES = 64;

/** Whatever the file has become, no more of it is taken into memory. */
function readStart(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(NOTE_BYTES);
  return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
}

/**
 * Finds out how many files this server may have open, says so where they are few, and leaves
 * word of it for `checkoutctl doctor`. Where that cannot be found out nobody is told anything.
 *
 * To be called while the server holds the database, and has opened what it opens for itself. Not
 * at its start: nobody's first answer should wait for it.
 */
export function checkFileLimit(
  { path: lockPath }: DatabaseLock,
  logger: Pick<Logger, "warn">,
): void {
  if (lockPath === null) return;
  let limit;
  try {
    limit = tryFileLimit(lockPath);
  } catch {
    return;
  }
  noteFileLimit(lockPath, limit);
  if (limit.files >= FEW_FILES) return;
  logger.warn(
    "The open-file limit is low and each connection takes one: raise LimitNOFILE of the unit or ulimit -n",
    { files: limit.files },
  );
}
