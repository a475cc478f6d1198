import { existsSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../maintenance.ts";
import { damage, openExisting } from "../file/connect.ts";
import { readPragma } from "../file/migrate.ts";
import { syncFile } from "./files.ts";

/** Pages between two reports of how far it is: 10 MB of the usual 4 KiB. */
const PAGES_A_STEP = 2560;

/** From where to where. */
export interface Copying {
  readonly path: string;
  /** An empty file that no other process uses. */
  readonly part: string;
}

/**
 * Copies a database to a file and checks the copy. The thread does nothing else until then.
 *
 * SQLite starts a copy anew whenever another process has written between two of its
 * steps, which under constant writing is for ever. So all steps are taken within one read
 * transaction, which sees one state of the database from the first to the last: others go
 * on writing to the log behind it, and the log is not shortened until the copy is done.
 *
 * @throws {AppError} `error.unavailable` when the copy is damaged
 * @throws {DatabaseOpenError} when there is no database of ours
 */
export async function copyDatabase(
  { path, part }: Copying,
  onProgress: BackupOptions["onProgress"],
): Promise<BackupReport> {
  const { db } = openExisting(path);
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
  onProgress("Checking the copy");
  return finish(part);
}

/** Makes one whole file of a copy: checked, without a log beside it, and on disk. */
function finish(part: string): BackupReport {
  // Opening it would create it again: the copy was cancelled and removed, and this thread is ending.
  if (!existsSync(part)) {
    throw new AppError("error.unavailable", `The copy has disappeared: ${part}`);
  }
  const copy = new DatabaseSync(part);
  try {
    // A backup is one file, also when it is opened from a folder that cannot be written.
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
