/** What there is to know of a file or folder. Moments are milliseconds since the epoch. */
export interface FileFacts {
  readonly isFolder: boolean;
  readonly bytes: number;
  readonly modifiedAt: number | null;
  /** Permission bits, such as 0o640 or 0o1777; null where the platform has none. */
  readonly mode: number | null;
  /** How many names the file has; null where the platform does not say. */
  readonly names: number | null;
}

/** How many files a server may have open, as it found out when it started. */
export interface FileLimit {
  readonly files: number;
  /** Whether only so many were tried, and there may be more. */
  readonly isLeast: boolean;
}

/**
 * What the machine tells of itself. Each answer is `undefined` where it is not known, as
 * where a sandbox forbids to ask.
 */
export interface Machine {
  /** Where a link leads to, as what belongs to a database is beside the file itself; else the path. */
  trueName(path: string): string;
  /** A file or folder; null when there is none. */
  file(path: string): FileFacts | null | undefined;
  /** The names in a folder. */
  list(folder: string): readonly string[] | undefined;
  /** Bytes that are left for this user on the disk of a folder. */
  roomBytes(folder: string): number | undefined;
  /** How many files the server that started last may have open, if it has left word. */
  fileLimit(lockPath: string): FileLimit | undefined;
}
