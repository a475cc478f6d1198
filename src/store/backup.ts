import type { Subject } from "../domain/caller.ts";

/** Result of a backup: a checked copy. */
export interface BackupReport {
  readonly bytes: number;
  readonly pages: number;
  readonly schemaVersion: number;
  /** True if it was copied row by row. */
  readonly isCompact: boolean;
}

/** Result of a restore. */
export interface RestoreReport {
  readonly bytes: number;
  /** Schema version of the backup before the migration. */
  readonly backupVersion: number;
  readonly schemaVersion: number;
  /** Paths of the previous files; empty if there was no database. */
  readonly keptAs: readonly string[];
}

/** Options of a backup. */
export interface BackupOptions {
  /** Replaces an existing file. */
  readonly force: boolean;
  /**
   * Copies row by row, which leaves out what was deleted, and takes longer (default: page by page).
   * An older schema is copied page by page all the same.
   */
  readonly compact?: boolean;
  /** Called with progress messages. */
  readonly onProgress: (text: string) => void;
  /** Interrupts it without leaving files. */
  readonly signal?: AbortSignal;
}

/** Options of a restore. */
export interface RestoreOptions extends Pick<BackupOptions, "onProgress"> {
  /** Milliseconds since the epoch, for the names of the kept files and the audit entry. */
  readonly now: number;
  /** Subject of the audit entry in the restored database. */
  readonly by: Subject;
}
