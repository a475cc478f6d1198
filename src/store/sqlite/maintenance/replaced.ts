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
 * Merges the log of a database that is about to be replaced, by leaving the WAL mode: SQLite
 * refuses that while another program has the database open.
 *
 * @returns false if it is damaged, so that the files beside it belong to it
 * @throws {AppError} `error.conflict` if another process has it open
 * @throws {DatabaseOpenError} if it belongs to another program
 */
export function settleOld(path: string): boolean {
  return existsSync(path) && isReadable(path) && isDone(path, { readOnly: false }, (db) => {
    db.exec("PRAGMA trusted_schema = OFF");
    checkOwner(db, path);
    const mode = Object.values(db.prepare("PRAGMA journal_mode = DELETE").get() ?? {})[0];
    if (mode !== "delete") throw inUse(path);
    // In this mode only an exclusive lock notices a reader elsewhere.
    db.prepare("BEGIN EXCLUSIVE").run();
    db.prepare("ROLLBACK").run();
  });
}

/**
 * True if a database can be read. Read-only, because another connection would remove a log that it
 * cannot use, and the log must be kept.
 */
function isReadable(path: string): boolean {
  return isDone(path, { readOnly: true }, (db) => {
    db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
  });
}

/** Works on a database that no other process has open; false if it is damaged. */
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

/** Suffix of a replaced database. */
const KEPT = ".before-restore-";

/**
 * Removes the second name left by an interrupted restore: one database with two names would get two
 * logs.
 */
export function dropSecondNames(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const other = join(folder, name);
    if (name.startsWith(basename(path) + KEPT) && isSameFile(path, other)) rmSync(other);
  }
}

/**
 * Links a database that is about to be replaced to an unused second name.
 *
 * @param isWhole true for one file; else the files beside it are kept too
 * @returns the kept names
 */
export function keepOld(
  path: string,
  { now, isWhole }: { readonly now: number; readonly isWhole: boolean },
): string[] {
  // SQLite creates the log's index again.
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
