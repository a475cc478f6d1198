import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../maintenance.ts";
import { copyOnThread } from "./backup_thread.ts";
import { openExisting } from "../file/connect.ts";
import {
  COMPANIONS,
  createPrivate,
  fileFailure,
  giveName,
  isSameFile,
  removeDatabase,
} from "./files.ts";

/** Options of a backup, and its name while it is made. */
export interface BackupDeps extends BackupOptions {
  /** A name that is not in use, for the copy until it is whole. */
  readonly newId: () => string;
}

/**
 * Copies a database, which others may be writing, to a file of its own. An interrupted one
 * leaves nothing behind.
 *
 * @throws {AppError} `error.conflict` when the name is taken, unless `force`;
 *   `error.unavailable` when it was interrupted
 * @throws {DatabaseOpenError} when there is no database of ours
 */
export async function backupDatabase(
  path: string,
  target: string,
  { force, newId, ...options }: BackupDeps,
): Promise<BackupReport> {
  refuseTarget(path, target, force);
  // What cannot be opened is told here, where its error has all that belongs to it.
  openExisting(path).db.close();
  const part = `${target}.part-${newId()}`;
  let isMade = false;
  try {
    createPrivate(part);
    isMade = true;
    const report = await copyOnThread({ path, part }, options);
    // Looked at again: a server may have been started on that name meanwhile.
    refuseLog(target);
    if (!giveName(part, target, force)) throw taken(target);
    return report;
  } catch (error) {
    throw fileFailure("Cannot make the backup", target, error);
  } finally {
    if (isMade) removeDatabase(part);
  }
}

function refuseTarget(path: string, target: string, force: boolean): void {
  // Not even by force: the server's own files are no place for a copy of them.
  const own = ["", ...COMPANIONS, ".lock", ".server", ".restoring"].map((suffix) => path + suffix);
  if (own.includes(trueTarget(target)) || own.some((one) => isSameFile(one, target))) {
    throw new AppError(
      "error.invalid-request",
      `The backup must not replace the database or a file beside it: ${target}`,
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
    throw fileFailure("Cannot find the folder of the backup", dirname(target), error);
  }
}

/**
 * Not even by force: a process that has the database open would go on writing to the replaced file,
 * and a log beside the new one would be written into it, whosever it was.
 */
function refuseLog(target: string): void {
  if (!COMPANIONS.some((suffix) => existsSync(target + suffix))) return;
  throw new AppError(
    "error.conflict",
    "The backup must not replace a database that is in use or was not closed, " +
      `as the log beside it shows: ${target}`,
  );
}

function taken(target: string): AppError {
  return new AppError(
    "error.conflict",
    `The file exists; add --force to replace it: ${target}`,
  );
}
