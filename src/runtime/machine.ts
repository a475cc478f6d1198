import { statfsSync } from "node:fs";

/** Descriptors that are tried where the limit itself may not be read. */
const TRIED_FILES = 4096;

/**
 * What this machine tells of itself, for the command line's `doctor`. Each answer is
 * undefined where it is not to be had: what the sandbox forbids is not known, and no failure.
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
    return known(() => serverLimit(lockPath)) ??
      known(() => limitIn("/proc/self/limits", "this process")) ??
      known(triedLimit);
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

/** The limit of whoever holds the lock of the database, by Linux's list of locks. */
function serverLimit(lockPath: string) {
  const inode = Deno.statSync(lockPath).ino;
  for (const line of Deno.readTextFileSync("/proc/locks").split("\n")) {
    // 1: FLOCK  ADVISORY  READ 5407 fe:00:16042261 0 EOF
    const [, kind, , , pid, file] = line.trim().split(/\s+/);
    if (kind !== "FLOCK" || pid === undefined || file?.split(":")[2] !== String(inode)) continue;
    if (Number(pid) === Deno.pid) continue;
    return limitIn(`/proc/${pid}/limits`, "server");
  }
  return undefined;
}

function limitIn(path: string, of: "server" | "this process") {
  const found = /^Max open files\s+(\d+|unlimited)/m.exec(Deno.readTextFileSync(path))?.[1];
  if (found === undefined) return undefined;
  return { files: found === "unlimited" ? Infinity : Number(found), of, isLeast: false };
}

/**
 * Finds the limit by running into it. The runtime has raised it as far as it may go, as it
 * does for the server.
 */
function triedLimit() {
  const open: Deno.FsFile[] = [];
  try {
    while (open.length < TRIED_FILES) open.push(Deno.openSync("/dev/null"));
  } catch (error) {
    if (!isOutOfFiles(error)) throw error;
  } finally {
    for (const file of open) file.close();
  }
  // What was open before counts as well, and where all were had there may be more.
  return { files: open.length, of: "this process" as const, isLeast: true };
}

function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && /EMFILE|too many open files/i.test(error.message);
}
