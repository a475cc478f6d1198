import { existsSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../backup.ts";
import { damage, openOnThread } from "../file/connect.ts";
import { readPragma } from "../file/migrate.ts";
import { copyRows } from "../../copy/copy.ts";
import { sqliteCopyInto, sqliteCopySource } from "./copy_ends.ts";
import { syncFile } from "./files.ts";

/** Pages between two progress messages: 10 MB with pages of 4 KiB. */
const PAGES_A_STEP = 2560;

/** Paths of a copy. */
export interface CopyPaths {
  readonly path: string;
  /** An empty file that no other process uses. */
  readonly part: string;
  /** True to copy row by row: what was deleted is left out. */
  readonly compact: boolean;
}

/**
 * Copies a database to a file and checks the copy. Blocks its thread.
 *
 * SQLite restarts a copy whenever another process writes between two steps, so under constant
 * writing it would never end. Here all steps run in one read transaction, which sees one snapshot:
 * other processes keep writing to the log, which is not shortened until the copy is done.
 *
 * @throws {AppError} `error.unavailable` if the copy is damaged
 * @throws {DatabaseOpenError} if there is no database of this program
 */
export async function copyDatabase(
  { path, part, compact }: CopyPaths,
  onProgress: BackupOptions["onProgress"],
): Promise<BackupReport> {
  if (compact) await copyAllRows(path, part, onProgress);
  else await copyPages(path, part, onProgress);
  onProgress("Checking the copy");
  return { ...finish(part), isCompact: compact };
}

/** Copies rows as `db copy` does, of one snapshot too. */
async function copyAllRows(
  path: string,
  part: string,
  onProgress: BackupOptions["onProgress"],
): Promise<void> {
  const source = sqliteCopySource(path, openOnThread);
  try {
    const target = sqliteCopyInto(part, "OFF");
    try {
      await copyRows(source, target, onProgress);
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

async function copyPages(
  path: string,
  part: string,
  onProgress: BackupOptions["onProgress"],
): Promise<void> {
  const { db } = openOnThread(path);
  try {
    db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    await backup(db, part, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) => {
        const percent = Math.floor(100 * (totalPages - remainingPages) / totalPages);
        onProgress(`${percent} % of ${totalPages} pages copied`);
      },
    });
  } finally {
    db.close();
  }
}

/** Finishes a copy: checked, without a log, flushed to disk. */
function finish(part: string): Omit<BackupReport, "isCompact"> {
  // Opening it would create it again: the copy was cancelled and removed.
  if (!existsSync(part)) {
    throw new AppError("error.unavailable", `The copy has disappeared: ${part}`);
  }
  const copy = new DatabaseSync(part);
  try {
    // A backup is one file, readable from a read-only folder too.
    copy.exec("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE");
    const [complaint] = damage(copy, "quick_check", 1);
    if (complaint !== undefined) {
      const message = `The copy is damaged, and the database may be too: ${complaint}`;
      throw new AppError("error.unavailable", message);
    }
    const pages = readPragma(copy, "page_count");
    const schemaVersion = readPragma(copy, "user_version");
    return { pages, schemaVersion, bytes: pages * readPragma(copy, "page_size") };
  } finally {
    copy.close();
    syncFile(part);
  }
}
