import type { Alarm } from "../../domain/alarm.ts";

/** Facts about a file or folder. Times are milliseconds since the epoch. */
export interface FileFacts {
  readonly isFolder: boolean;
  readonly bytes: number;
  readonly modifiedAt: number | null;
  /** Permission bits, such as 0o640 or 0o1777; null on a platform without them. */
  readonly mode: number | null;
  /** Number of names (hard links); null if the platform does not tell. */
  readonly names: number | null;
}

/** Open-file limit that a server found at its start. */
export interface FileLimit {
  readonly files: number;
  /** True if the limit may be higher, as no more were tried. */
  readonly isLeast: boolean;
}

/** Facts about the machine; each is undefined if unknown, as when the sandbox forbids to ask. */
export interface Machine {
  /** Target of a link, else the path: the files of a database are beside the target. */
  trueName(path: string): string;
  /** Facts about a file or folder; null if it does not exist. */
  file(path: string): FileFacts | null | undefined;
  /** Names in a folder. */
  list(folder: string): readonly string[] | undefined;
  /** Free bytes for this user on the disk of a folder. */
  roomBytes(folder: string): number | undefined;
  /** Open-file limit that the last started server recorded. */
  fileLimit(lockPath: string): FileLimit | undefined;
  /** Alarms that the last started server recorded. */
  alarms(serverLockPath: string): readonly Alarm[] | undefined;
}
