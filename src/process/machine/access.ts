import { DatabaseOpenError } from "../../store/open_error.ts";
import { isUrl } from "../../store/database_url.ts";
import { nameOf } from "../users.ts";

/** A database file that a program was to open. */
export interface UsedFile {
  /** Path, or URL. */
  readonly path: string;
  /** Name of this user; undefined if unknown. */
  readonly user: string | undefined;
  /** True if this user may not read and write a file, or a folder (default: tries it). */
  readonly isDenied?: (path: string) => boolean;
}

/**
 * The part of a message that names a file of a database which this user may not use, its owner, and
 * what to do; "" if permissions are not the reason.
 */
export function accessHint(
  error: unknown,
  { path, user = "another user", isDenied = triedInVain }: UsedFile,
): string {
  // Not of an open database: closing one of its files would drop its locks.
  if (!(error instanceof DatabaseOpenError) || isUrl(path)) return "";
  const names = ["", "-wal", "-shm", ".lock", ".server"].map((suffix) => path + suffix);
  const denied = [folderOf(path), ...names.filter(isThere)].find(isDenied);
  return denied === undefined ? "" : ownerHint(denied, user);
}

/**
 * The part of a message about a file that a user named and may not use: whose it is, and what to do;
 * "" for errors that permissions did not cause, and for those that say it already.
 *
 * @param user name of this user
 */
export function deniedHint(error: unknown, user = "another user"): string {
  if (!(error instanceof Error) || error.message.includes(" belongs to ")) return "";
  let path: string | undefined;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    path ??= "path" in cause && typeof cause.path === "string" ? cause.path : undefined;
    const isDenied = cause instanceof Deno.errors.PermissionDenied ||
      ("code" in cause && (cause.code === "EACCES" || cause.code === "EPERM"));
    if (!isDenied) continue;
    path ??= /'([^']+)'/.exec(cause.message)?.[1];
    return path === undefined ? "" : ownerHint(nearest(path), user);
  }
  return "";
}

/** The file, or the folder in which it is not found. */
function nearest(path: string): string {
  const above = folderOf(path);
  return isThere(path) || above === path ? path : nearest(above);
}

function ownerHint(denied: string, user: string): string {
  const uid = statOrNull(denied)?.uid;
  if (uid === null || uid === undefined) return "";
  const name = nameOf(uid);
  return `; ${denied} belongs to ${name ?? `user ${uid}`}, and this is ${user}: run it with ` +
    `sudo -u ${name ?? `'#${uid}'`}, or give the file to the right user with chown`;
}

function isThere(path: string): boolean {
  return statOrNull(path) !== null;
}

/** Tries to open a file, or to make one in a folder. */
function triedInVain(path: string): boolean {
  const isFolder = statOrNull(path)?.isDirectory === true;
  const name = isFolder ? `${path}/.checkoutd-${Deno.pid}` : path;
  try {
    Deno.openSync(name, { read: true, write: true, createNew: isFolder }).close();
    if (isFolder) Deno.removeSync(name);
    return false;
  } catch (error) {
    return error instanceof Deno.errors.PermissionDenied;
  }
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) || "/" : ".";
}

function statOrNull(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}
