import { basename, dirname, join } from "node:path";

/** How a database is locked: by all who have it open, or by one who replaces it. */
export type LockMode = "shared" | "exclusive";

/** A database that cannot be opened or replaced now; its message is one line that names it. */
export class DatabaseLockError extends Error {
  override readonly name = "DatabaseLockError";
  /** Whether somebody else's lock is against it, rather than the file system. */
  readonly isHeld: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isHeld?: boolean } = {}) {
    super(message, options);
    this.isHeld = options.isHeld === true;
  }
}

/** A lock that is held. */
export interface DatabaseLock {
  /** The file that is locked; null for a database in memory, which needs no lock. */
  readonly path: string | null;
  release(): void;
}

const IN_MEMORY = ":memory:";

/**
 * Locks a database against those who would replace it under whoever has it open.
 *
 * The lock is one of the whole file (flock) on an empty file beside the database,
 * `<database>.lock`, which stays there: were it removed, two processes could hold two
 * locks of one name. It ends with the process, however that ends. The database itself is
 * not touched: to open and close it here would drop the locks that SQLite holds on it.
 *
 * @param mode `shared` for the time the database is open; `exclusive` to put another in its
 *   place, which is refused while anybody has it open. Neither waits
 * @throws {DatabaseLockError} when somebody else's lock, or the file system, is against it
 */
export function lockDatabase(path: string, mode: LockMode): DatabaseLock {
  if (path === IN_MEMORY) return { path: null, release() {} };
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
 * Locks a database against a second server: two on one file would deliver every event twice,
 * double every limit and answer from memory what the other has changed. `checkoutctl` does not ask.
 *
 * The lock is one of the whole file (flock) on `<database>.server` beside the database, in which
 * the server writes its process id. The kernel releases it when the process ends, however that
 * ends; the file stays. Under a second name (a hard link) the file would have a second lock and a
 * second log, so a database with two names is refused.
 *
 * @param pid the process id of this server
 * @throws {DatabaseLockError} when another server has it, or the file system is against it
 */
export function lockServer(path: string, pid: number): DatabaseLock {
  if (path === IN_MEMORY) return { path: null, release() {} };
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
      `Another server is using this database${holder === "" ? "" : ` (pid ${holder})`}: ${path}`,
      { isHeld: true },
    );
  }
  notePid(file, pid);
  return { path: lockPath, release: () => release(file) };
}

/** @returns false when another process holds a lock that is against it */
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
  // By word: a process that is being started has the file for a moment as well, and its lock.
  file.unlockSync();
  file.close();
}

/** Digits of the largest process id of any platform, and room for the end of the line. */
const PID_BYTES = 16;

/** A lock that may only be read is held all the same; its holder is then not named. */
function notePid(file: Deno.FsFile, pid: number): void {
  try {
    file.truncateSync();
    file.writeSync(new TextEncoder().encode(`${pid}\n`));
  } catch {
    // The disk is full, or the file is another user's.
  }
}

function readPid(file: Deno.FsFile): string {
  const bytes = new Uint8Array(PID_BYTES);
  const text = new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0));
  return /^(\d+)\n/.exec(text)?.[1] ?? "";
}

/** The same lock for one database by whatever name: links are followed where there are any. */
function trueName(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    // It is not there yet, or may not be asked about.
  }
  if (isLink(path)) {
    // SQLite would make the database where the link leads, beyond the lock that is found here.
    throw new DatabaseLockError(`The database is a link to a missing file: ${path}`);
  }
  const folder = dirname(path);
  try {
    Deno.mkdirSync(folder, { recursive: true });
  } catch (cause) {
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
    return Deno.openSync(lockPath, { read: true, write: true });
  } catch (error) {
    // Somebody else's, as on a database that is only to be looked at: reading is enough.
    if (error instanceof Deno.errors.PermissionDenied) return openToRead(lockPath, path);
    if (!(error instanceof Deno.errors.NotFound)) throw lockFailure(path, error);
  }
  const model = statOrNull(path);
  try {
    const file = Deno.openSync(lockPath, {
      read: true,
      write: true,
      create: true,
      mode: (model?.mode ?? 0o600) & 0o666,
    });
    giveTo(lockPath, model ?? Deno.statSync(dirname(lockPath)));
    return file;
  } catch (error) {
    throw lockFailure(path, error);
  }
}

function openToRead(lockPath: string, path: string): Deno.FsFile {
  try {
    return Deno.openSync(lockPath, { read: true });
  } catch (error) {
    throw lockFailure(path, error);
  }
}

/** Made by root it would lock out the server, which is somebody else. */
function giveTo(lockPath: string, { uid, gid }: Deno.FileInfo): void {
  const own = Deno.statSync(lockPath);
  if (uid === null || gid === null || own.uid === uid) return;
  try {
    Deno.chownSync(lockPath, uid, gid);
  } catch {
    // Only root can; anybody else has made it as whoever will use it.
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

function lockFailure(path: string, cause: unknown): DatabaseLockError {
  const reason = cause instanceof Error ? cause.message.split("\n", 1)[0] : String(cause);
  return new DatabaseLockError(`Cannot open the database (${reason}): ${path}`, { cause });
}
