import { closeSync, openSync } from "node:fs";
import type { DatabaseLock } from "../database/lock.ts";
import type { Logger } from "../log/log.ts";

/** Open-file limit of this process, as far as it was tried. */
export interface TriedLimit {
  readonly files: number;
  /** True if the limit may be higher, as no more were tried. */
  readonly isLeast: boolean;
}

/** With a lower limit a server runs out of files at a few hundred clients; no more are tried. */
export const FEW_FILES = 1024;

/**
 * Finds the open-file limit of this process by opening a file repeatedly: `/proc` has the limit, but
 * the runtime lets only processes with all permissions read it. Takes 10 to 20 ms, in which other
 * code may fail to open a file if the limit is low.
 *
 * @param path a readable file; its flock locks are kept
 * @throws the platform's error when it cannot be opened at all
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
    // If not even one could be opened, the limit is unknown.
    if (!isOutOfFiles(error) || open.length === 0) throw error;
    // Descriptors are numbered from 0, lowest free one first.
    return { files: highest + 1, isLeast: false };
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EMFILE";
}

/**
 * Records the limit for `doctor` in the lock file of the database, whose content is not used
 * otherwise. A failure is ignored.
 */
export function noteFileLimit(lockPath: string, { files, isLeast }: TriedLimit): void {
  try {
    const text = `open files: ${isLeast ? "at least " : ""}${files}\n`;
    Deno.writeTextFileSync(lockPath, text, { create: false });
  } catch {
    // `doctor` then reports the limit as unknown.
  }
}

/**
 * Reads the limit that the last started server recorded.
 *
 * @returns undefined without a record
 * @throws the platform's error when the file cannot be read
 */
export function notedFileLimit(lockPath: string): TriedLimit | undefined {
  const [, least, files] = /^open files: (at least )?(\d{1,9})\n$/.exec(readStart(lockPath)) ?? [];
  return files === undefined ? undefined : { files: Number(files), isLeast: least !== undefined };
}

/** Longer than any record. */
const NOTE_BYTES = 64;

/** Reads no more than a record, whatever the file contains. */
function readStart(path: string): string {
  using file = Deno.openSync(path);
  const bytes = new Uint8Array(NOTE_BYTES);
  return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
}

/**
 * Finds the open-file limit of this server, warns of a low one, and records it for `doctor`. Does
 * nothing if the limit cannot be found.
 *
 * To be called once the server has the lock and has opened its own files, and not at its start: the
 * first answers should not wait for it.
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
