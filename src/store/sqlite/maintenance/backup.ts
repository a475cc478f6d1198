import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../maintenance.ts";
import { damage, openExisting, readPragma } from "./connect.ts";
import {
  COMPANIONS,
  createPrivate,
  fileFailure,
  giveName,
  isSameFile,
  removeDatabase,
  syncFile,
} from "./files.ts";

/** Pages between two reports of how far it is: 10 MB of the usual 4 KiB. */
const PAGES_A_STEP = 2560;

/** How a backup is made, and under which name while it is. */
export interface BackupParts extends BackupOptions {
  /** A name that nobody else uses, for the copy until it is whole. */
  readonly newId: () => string;
}

/**
 * Copies a database, which others may be writing, to a file of its own.
 *
 * SQLite starts a copy anew whenever another process has written between two of its
 * steps, which under constant writing is for ever. So all steps are taken within one read
 * transaction, which sees one state of the database from the first to the last: others go
 * on writing to the log behind it, and the log is not shortened until the copy is done.
 *
 * @throws {AppError} `error.conflict` when the name is taken, unless `force`
 * @throws {DatabaseOpenError} when there is no database of ours
 */
export async function backupDatabase(
  path: string,
  target: string,
  { force, newId, onProgress }: BackupParts,
): Promise<BackupReport> {
  refuseTarget(path, target, force);
  const { db } = openExisting(path);
  const part = `${target}.part-${newId()}`;
  let isMade = false;
  try {
    createPrivate(part);
    isMade = true;
    db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    await backup(db, part, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) => {
        const percent = Math.floor(100 * (totalPages - remainingPages) / totalPages);
        onProgress(`${percent} % of ${totalPages} pages copied`);
      },
    });
    onProgress("Checking the copy");
    const report = finish(part);
    // Looked at again: a server may have been started on that name meanwhile.
    refuseLog(target);
    if (!giveName(part, target, force)) throw taken(target);
    return report;
  } catch (error) {
    throw fileFailure("The backup cannot be made", target, error);
  } finally {
    db.close();
    if (isMade) removeDatabase(part);
  }
}

/** Makes one whole file of a copy: checked, without a log beside it, and on disk. */
function finish(part: string): BackupReport {
  const copy = new DatabaseSync(part);
  try {
    // A backup is one file, also for whoever opens it from a folder that cannot be written.
    copy.exec("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE");
    const [complaint] = damage(copy, "quick_check", 1);
    if (complaint !== undefined) {
      const message = `The copy is damaged, as the database may be: ${complaint}`;
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

function refuseTarget(path: string, target: string, force: boolean): void {
  // Not even by force: the server's own files are no place for a copy of them.
  const own = ["", ...COMPANIONS, ".lock", ".restoring"].map((suffix) => path + suffix);
  if (own.includes(trueTarget(target)) || own.some((one) => isSameFile(one, target))) {
    throw new AppError(
      "error.invalid-request",
      `The backup must not take the place of the database or a file beside it: ${target}`,
    );
  }
  refuseLog(target);
  if (!existsSync(target)) return;
  if (!statSync(target).isFile()) {
    throw new AppError("error.invalid-request", `The backup must be a file: ${target}`);
  }
  if (!force) throw taken(target);
}

/** A file's name from the root, which it need not have yet; its folder has to be there. */
function trueTarget(target: string): string {
  if (target === "") throw new AppError("error.invalid-request", "The backup must have a name");
  try {
    return join(realpathSync(dirname(target)), basename(target));
  } catch (error) {
    throw fileFailure("The folder of the backup cannot be found", dirname(target), error);
  }
}

/**
 * Not even by force: whoever has a database open there would go on writing to the replaced file,
 * and a log beside the new one would be written into it, whosever it was.
 */
function refuseLog(target: string): void {
  if (!COMPANIONS.some((suffix) => existsSync(target + suffix))) return;
  throw new AppError(
    "error.conflict",
    "The backup must not take the place of a database that is in use or was not closed, " +
      `which a log beside it tells: ${target}`,
  );
}

function taken(target: string): AppError {
  return new AppError(
    "error.conflict",
    `The file is there already, and only --force replaces it: ${target}`,
  );
}
