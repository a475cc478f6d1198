import { existsSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { AppError } from "../../../domain/errors.ts";
import type { BackupOptions, BackupReport } from "../../backup.ts";
import type { HeldLock } from "../../maintenance.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import { copyOnThread } from "./backup_thread.ts";
import { openExisting } from "../file/connect.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { COMPANIONS, fileFailure, giveName, isSameFile, removeDatabase } from "./files.ts";
import { createOwned } from "../file/owned_file.ts";

/** Options of a backup, and its name while it is made. */
export interface BackupDeps extends BackupOptions {
  /** Makes an unused name, for the copy until it is complete. */
  readonly newId: () => string;
  /** Locks the copy while it is made, so that others know that its owner runs. */
  readonly lock: (path: string, mode: "exclusive") => HeldLock;
}

/**
 * Copies a database, which may be in use, to another file. An interrupted backup leaves no files, and
 * the next one into the folder removes those of a killed one.
 *
 * @throws {AppError} `error.conflict` if the file exists, unless `force`; `error.unavailable` if it
 *   was interrupted
 * @throws {DatabaseOpenError} if there is no database of this program
 */
export async function backupDatabase(
  path: string,
  target: string,
  { force, compact = false, newId, lock, ...options }: BackupDeps,
): Promise<BackupReport> {
  refuseTarget(path, target, force);
  // Reports a database that cannot be opened with its original error.
  const { db, version } = openExisting(path);
  db.close();
  removeLeftovers(dirname(target), lock);
  const part = `${target}.part-${newId()}`;
  let isMade = false;
  let held: HeldLock | undefined;
  try {
    createOwned(part);
    isMade = true;
    held = lock(part, "exclusive");
    const report = await copyOnThread({
      path,
      part,
      compact: compact && version === SCHEMA_VERSION,
    }, options);
    // Checked again: a server may have been started on that name meanwhile.
    refuseLog(target);
    if (!giveName(part, target, force)) throw taken(target);
    return report;
  } catch (error) {
    throw fileFailure("Cannot make the backup", target, error);
  } finally {
    if (isMade) removeDatabase(part);
    if (held !== undefined) letGo(part, held);
  }
}

/** A copy that is being made, or was when its owner was killed. */
const PART = /\.part-[\da-f-]{36}$/;

/** Removes copies whose owners have gone: the system has released their locks. */
function removeLeftovers(folder: string, lock: BackupDeps["lock"]): void {
  for (const name of readdirSync(folder).filter((one) => PART.test(one))) {
    const part = join(folder, name);
    // Earlier versions locked none: doctor reports them.
    if (!existsSync(`${part}.lock`)) continue;
    const held = takeLock(part, lock);
    if (held === null) continue;
    removeDatabase(part);
    letGo(part, held);
  }
}

function takeLock(part: string, lock: BackupDeps["lock"]): HeldLock | null {
  try {
    return lock(part, "exclusive");
  } catch (error) {
    // Its owner runs.
    if (error instanceof DatabaseOpenError) return null;
    throw error;
  }
}

/** Removes the file of a lock before its release: nobody locks a file that goes. */
function letGo(part: string, held: HeldLock): void {
  rmSync(`${part}.lock`, { force: true });
  held.release();
}

function refuseTarget(path: string, target: string, force: boolean): void {
  // Even with force, a copy must not replace the server's own files.
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

/** Absolute path of a file that may not exist; its folder must. */
function trueTarget(target: string): string {
  if (target === "") throw new AppError("error.invalid-request", "The backup must have a name");
  try {
    return join(realpathSync(dirname(target)), basename(target));
  } catch (error) {
    throw fileFailure("Cannot find the folder of the backup", dirname(target), error);
  }
}

/**
 * Even with force: a process that has the database open would write to the replaced file, and a
 * foreign log beside the new one would be written into it.
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
