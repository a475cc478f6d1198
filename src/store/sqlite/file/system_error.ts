import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

/** More than a file system keeps free in a block that is begun. */
const PROBE_BYTES = 64 * 1024;

/**
 * The error of the file system beneath a database, such as `EROFS`, by writing to it: SQLite has
 * "disk I/O error" for all of them, and keeps the system's own to itself.
 *
 * The log is written with the byte that is there, the first one, which is the same in every log.
 * SQLite holds no locks on it, so it may be closed again; the database itself must not be opened.
 *
 * @returns undefined when nothing went wrong
 */
export function systemError(path: string): string | undefined {
  return codeOf(() => rewriteStart(`${path}-wal`)) ?? codeOf(() => makeProbe(`${path}.probe`));
}

function rewriteStart(path: string): void {
  withFile(path, "r+", (file) => {
    const first = new Uint8Array(1);
    if (readSync(file, first, 0, 1, 0) === 1) writeSync(file, first, 0, 1, 0);
  });
}

function makeProbe(path: string): void {
  try {
    withFile(path, "w", (file) => writeSync(file, new Uint8Array(PROBE_BYTES), 0, PROBE_BYTES, 0));
  } finally {
    rmSync(path, { force: true });
  }
}

/** Opens a file for some work; one that it makes only its owner may read. */
export function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}

function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return undefined;
    // The runtime has no code for a full quota, but its words.
    if (/quota/i.test(error.message)) return "EDQUOT";
    return "code" in error ? String(error.code) : undefined;
  }
}
