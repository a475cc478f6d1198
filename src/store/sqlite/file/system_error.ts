import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

/** More bytes than fit into the free rest of a block. */
const PROBE_BYTES = 64 * 1024;

/**
 * Finds the file system's error code, for example `EROFS`, by writing near a database: SQLite
 * reports "disk I/O error" for all of them.
 *
 * The log's first byte, which is the same in every log, is written again. SQLite has no locks on
 * the log, so it can be closed; the database itself must not be opened.
 *
 * @returns undefined if writing succeeds
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

/** Works on an open file; a new file is readable by its owner only. */
export function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}

/** The file system's error code of some work; undefined if it succeeds or has no code. */
export function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return undefined;
    // The runtime has no code for a full quota, only a message.
    if (/quota/i.test(error.message)) return "EDQUOT";
    return "code" in error ? String(error.code) : undefined;
  }
}
