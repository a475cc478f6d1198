import { basename, dirname, join } from "node:path";
import { isUrl } from "../../store/database_url.ts";
import { DatabaseOpenError } from "../../store/open_error.ts";
import { createOwned, createOwnedFolder } from "../../store/sqlite/file/owned_file.ts";
import type { Alarm } from "../../domain/alarm.ts";
import { hasUser } from "../users.ts";
import { alarmLines, noteIn, readPid } from "./server_note.ts";

/** Shared by all processes that have the database open, or exclusive to replace it. */
export type LockMode = "shared" | "exclusive";

/** A database that cannot be opened or replaced now; the message is one line that names it. */
export class DatabaseLockError extends DatabaseOpenError {
  override readonly name = "DatabaseLockError";
  /** True if another process holds the lock; false for a failure of the file system. */
  readonly isHeld: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isHeld?: boolean } = {}) {
    super(message, options);
    this.isHeld = options.isHeld === true;
  }
}

/** A held lock. */
export interface DatabaseLock {
  /** The locked file; null for a database without one. */
  readonly path: string | null;
  release(): void;
}

/** The lock of a server. */
export interface ServerLock extends DatabaseLock {
  /** Records where the server listens, for commands that print it. */
  noteUrl(url: string): void;
  /** Records the alarms of the server, for `doctor` and the dashboard. */
  noteAlarms(alarms: readonly Alarm[]): void;
}

/** True for a database in memory or on a server, which has no file to lock. */
function hasNoFile(database: string): boolean {
  return database === ":memory:" || isUrl(database);
}

/**
 * Locks a database against being replaced while it is open.
 *
 * The lock is on a whole file (flock), `<database>.lock` beside the database. The file is never
 * removed, as two processes could then hold locks on two files of that name. The kernel releases the
 * lock when the process ends. The database itself is not opened: closing it would drop the locks
 * that SQLite holds on it. A database without a file is not locked.
 *
 * @param mode `shared` while the database is open; `exclusive` to replace it, which is refused while
 *   any process has it open. Neither waits
 * @throws {DatabaseLockError} when another process holds the lock, or the file system fails
 */
export function lockDatabase(path: string, mode: LockMode): DatabaseLock {
  if (hasNoFile(path)) return { path: null, release() {} };
  const lockPath = `${trueName(path)}.lock`;
  const file = openLock(lockPath, path);
  if (!tryLock(file, mode, path)) {
    file.close();
    throw new DatabaseLockError(
      mode === "shared"
        ? `A restore of this database is running; try again when it is done: ${path}`
        : `The database is in use; stop the server and every other checkoutctl first: ${path}`,
      { isHeld: true },
    );
  }
  return { path: lockPath, release: () => release(file) };
}

/**
 * Locks a database against a second server, which would deliver events twice, double all limits and
 * answer from a stale cache. `checkoutctl` does not need this lock.
 *
 * The lock is on a whole file (flock), `<database>.server` beside the database, which contains the
 * server's process id, its URL and its alarms. The kernel releases it when the process ends; the file stays. A database with
 * two names (hard links) would get two locks and two write-ahead logs, so it is refused.
 *
 * A migration takes the lock too: it would break a running server of an earlier version.
 *
 * @param pid process id of this server
 * @param isTaken beginning of the message if another server holds the lock
 * @throws {DatabaseLockError} when another server holds the lock, or the file system fails
 */
export function lockServer(
  path: string,
  pid: number,
  isTaken = "Another server is using this database",
): ServerLock {
  if (hasNoFile(path)) return { path: null, release() {}, noteUrl() {}, noteAlarms() {} };
  const name = trueName(path);
  const names = statOrNull(name)?.nlink ?? 1;
  if (names > 1) {
    throw new DatabaseLockError(
      `The database has ${names} names (hard links), and two servers on them would damage it; ` +
        `remove all but one: ${path}`,
    );
  }
  const lockPath = `${name}.server`;
  const file = openLock(lockPath, path);
  if (!tryLock(file, "exclusive", path)) {
    const holder = readPid(file);
    file.close();
    throw new DatabaseLockError(
      `${isTaken}${holder === "" ? "" : ` (pid ${holder})`}: ${path}`,
      { isHeld: true },
    );
  }
  let [place, alarms] = ["", ""];
  const note = () => noteIn(file, `${pid}\n${place}\n${alarms}`);
  note();
  return {
    path: lockPath,
    release: () => release(file),
    noteUrl(url) {
      place = url;
      note();
    },
    noteAlarms(all) {
      alarms = alarmLines(all);
      note();
    },
  };
}

/** @returns false when another process holds a conflicting lock */
function tryLock(file: Deno.FsFile, mode: LockMode, path: string): boolean {
  try {
    return file.tryLockSync(mode === "exclusive");
  } catch (cause) {
    file.close();
    throw new DatabaseLockError(`The file system cannot lock the database: ${path}`, {
      cause,
    });
  }
}

function release(file: Deno.FsFile): void {
  // Unlocked explicitly: a child process that is just starting briefly shares the file and its lock.
  file.unlockSync();
  file.close();
}

/** The path without links, so that a database has one lock. */
export function trueName(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    // It does not exist yet, or the sandbox forbids to ask.
  }
  if (isLink(path)) {
    // SQLite would create the database at the target, where this lock does not apply.
    throw new DatabaseLockError(`The database is a link to a missing file: ${path}`);
  }
  const folder = dirname(path);
  try {
    createOwnedFolder(folder, () => hasUser("checkoutd"));
  } catch (cause) {
    if (cause instanceof DatabaseOpenError) throw cause;
    throw new DatabaseLockError(`Cannot create the database folder: ${folder}`, { cause });
  }
  try {
    return join(Deno.realPathSync(folder), basename(path));
  } catch {
    return path;
  }
}

function openLock(lockPath: string, path: string): Deno.FsFile {
  try {
    return openOrCreate(lockPath, statOrNull(path));
  } catch (cause) {
    if (cause instanceof DatabaseOpenError) throw cause;
    const reason = cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause);
    throw new DatabaseLockError(`Cannot open the database (${reason}): ${path}`, { cause });
  }
}

/** @param model the database, whose owner and mode a new lock file gets; null for a new one */
function openOrCreate(lockPath: string, model: Deno.FileInfo | null): Deno.FsFile {
  const found = openPlain(lockPath);
  if (found !== null) return found;
  const mode = (model?.mode ?? 0o600) & 0o666;
  const owner = model && model.uid !== null && model.gid !== null
    ? { uid: model.uid, gid: model.gid }
    : undefined;
  try {
    createOwned(lockPath, { mode, owner });
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return openPlain(lockPath) ?? Deno.openSync(lockPath);
}

/**
 * Opens a lock file; null if there is none.
 *
 * @throws {DatabaseLockError} for a link: root would write into the file that it leads to
 */
function openPlain(lockPath: string): Deno.FsFile | null {
  if (isLink(lockPath)) throw isALink(lockPath);
  const file = openIfThere(lockPath);
  if (file === null) return null;
  // Looked at again, as the owner of the folder may have put a link there in between.
  const [opened, named] = [file.statSync(), Deno.lstatSync(lockPath)];
  if (opened.ino === named.ino && opened.dev === named.dev) return file;
  file.close();
  throw isALink(lockPath);
}

function isALink(lockPath: string): DatabaseLockError {
  return new DatabaseLockError(`The lock of the database must not be a link: ${lockPath}`);
}

function openIfThere(lockPath: string): Deno.FsFile | null {
  try {
    return Deno.openSync(lockPath, { read: true, write: true });
  } catch (error) {
    // Another user's file, as for a database that is only read: opening it to read is enough.
    if (error instanceof Deno.errors.PermissionDenied) return Deno.openSync(lockPath);
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}
