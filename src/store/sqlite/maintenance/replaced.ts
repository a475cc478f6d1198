import { constants, copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { isBusy, primaryCode, SQLITE } from "../file/errors.ts";
import { checkOwner } from "../file/migrate.ts";
import { isSameFile, linkNew, syncFile, syncFolderOf } from "./files.ts";

/** Result codes of a file that is no intact database. */
const DAMAGED: ReadonlySet<number> = new Set([SQLITE.corrupt, SQLITE.notADatabase]);

/**
 * Brings a database that is about to be replaced into one file, by leaving the
 * write-ahead log: SQLite refuses that while any program has the database open.
 *
 * @returns false when it is damaged, so that what stands beside it belongs to it
 * @throws {AppError} `error.conflict` when another process has it open
 * @throws {DatabaseOpenError} when it is another program's
 */
export function settleOld(path: string): boolean {
  return existsSync(path) && isReadable(path) && isDone(path, { readOnly: false }, (db) => {
    db.exec("PRAGMA trusted_schema = OFF");
    checkOwner(db, path);
    const mode = Object.values(db.prepare("PRAGMA journal_mode = DELETE").get() ?? {})[0];
    if (mode !== "delete") throw inUse(path);
    // In this mode a reader elsewhere holds a lock that only this notices.
    db.prepare("BEGIN EXCLUSIVE").run();
    db.prepare("ROLLBACK").run();
  });
}

/**
 * True when a database can be read at all. By a connection that may not write: another one
 * would clear a log away that it makes nothing of, and that is to be kept.
 */
function isReadable(path: string): boolean {
  return isDone(path, { readOnly: true }, (db) => {
    db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
  });
}

/** Works on a database that no other process may have open; false when it is damaged. */
function isDone(
  path: string,
  { readOnly }: { readonly readOnly: boolean },
  work: (db: DatabaseSync) => void,
): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: 0 });
    work(db);
    return true;
  } catch (error) {
    if (isBusy(error)) throw inUse(path, error);
    if (DAMAGED.has(primaryCode(error) ?? 0)) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** Suffix of the name of a database that was replaced. */
const KEPT = ".before-restore-";

/**
 * Takes back the second name that a restore gave to a database which it then did not come
 * to replace: under two names one database would get two logs.
 */
export function dropSecondNames(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const other = join(folder, name);
    if (name.startsWith(basename(path) + KEPT) && isSameFile(path, other)) rmSync(other);
  }
}

/**
 * Gives a database that is about to be replaced a second name, which no earlier one has.
 *
 * @param isWhole whether it is one file; otherwise what stands beside it is kept with it
 * @returns the names it is kept under
 */
export function keepOld(
  path: string,
  { now, isWhole }: { readonly now: number; readonly isWhole: boolean },
): string[] {
  // What indexes the log is made anew from it.
  const suffixes = (isWhole ? [""] : ["", "-wal", "-journal"])
    .filter((suffix) => existsSync(path + suffix));
  if (suffixes.length === 0) return [];
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  for (let n = 1;; n++) {
    const name = `${path}${KEPT}${stamp}Z${n === 1 ? "" : `-${n}`}`;
    if (suffixes.some((suffix) => existsSync(name + suffix))) continue;
    for (const suffix of suffixes) keep(path + suffix, name + suffix);
    syncFolderOf(path);
    return suffixes.map((suffix) => name + suffix);
  }
}

function keep(path: string, name: string): void {
  if (linkNew(path, name)) return;
  copyFileSync(path, name, constants.COPYFILE_EXCL);
  syncFile(name);
}

function inUse(path: string, cause?: unknown): AppError {
  return new AppError(
    "error.conflict",
    `The database is in use; stop the programs that have it open first: ${path}`,
    { cause },
  );
}
