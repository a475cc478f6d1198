import { statfsSync } from "node:fs";
import { alarmsIn } from "../database/server_note.ts";
import { notedFileLimit } from "./file_limit.ts";

/**
 * Facts about this machine for `doctor`; undefined where the sandbox or the platform refuses.
 */
export const machine = {
  trueName(path: string) {
    return known(() => Deno.lstatSync(path).isSymlink ? Deno.realPathSync(path) : path) ?? path;
  },
  file(path: string) {
    return known(() => {
      const info = statOrNull(path);
      return info && {
        isFolder: info.isDirectory,
        bytes: info.size,
        modifiedAt: info.mtime?.getTime() ?? null,
        mode: info.mode === null ? null : info.mode & 0o1777,
        names: info.nlink,
      };
    });
  },
  list(folder: string) {
    return known(() => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort());
  },
  roomBytes(folder: string) {
    return known(() => {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    });
  },
  fileLimit(lockPath: string) {
    return known(() => notedFileLimit(lockPath));
  },
  alarms(serverLockPath: string) {
    return known(() => alarmsIn(Deno.readTextFileSync(serverLockPath)));
  },
};

function known<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
