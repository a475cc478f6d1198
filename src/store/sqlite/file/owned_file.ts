import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseOpenError } from "../../open_error.ts";
import { codeOf } from "./system_error.ts";

/** User and group of a file. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Creates an empty file that belongs to the owner of its folder, also if root makes it: the service
 * must be able to open it. An existing file and a link are refused (`O_EXCL`), and the owner is set on
 * the open file, because the owner of the folder could put another one in its place.
 *
 * @param mode permission bits (default: for its owner only)
 * @param owner other than that of the folder
 * @throws {DatabaseOpenError} if root cannot give it to that owner; nothing is made then
 * @throws the platform's error, `EEXIST` if the name is taken
 */
export function createOwned(
  path: string,
  { mode = 0o600, owner = statSync(dirname(path)) }: {
    readonly mode?: number;
    readonly owner?: Owner | undefined;
  } = {},
): void {
  const file = openSync(path, "wx", mode);
  try {
    const { uid } = fstatSync(file);
    if (uid === owner.uid) return;
    try {
      fchownSync(file, owner.uid, owner.gid);
    } catch (cause) {
      // Only root may; for other users the owner is right.
      if (uid !== 0) return;
      rmSync(path);
      throw new DatabaseOpenError(
        "Root cannot make a file for the owner of its folder; run it with " +
          `sudo -u ${userOf(owner)}: ${path}`,
        { cause },
      );
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a folder and those above it. What root makes belongs to the owner of the nearest folder
 * above that is not root's; if all are root's, it stays root's.
 *
 * @param hasService returns true if the machine has a user for the service, who could not write a
 *   folder of root
 * @throws {DatabaseOpenError} if root cannot give it to that owner, or there is none and the service
 *   has a user; nothing is made then
 * @throws the platform's error if a folder cannot be created
 */
export function createOwnedFolder(folder: string, hasService: () => boolean = () => false): void {
  const made: string[] = [];
  let above = folder;
  for (; isMissing(above) && above !== dirname(above); above = dirname(above)) made.unshift(above);
  // Also of an existing one, which may be no folder.
  mkdirSync(folder, { recursive: true });
  if (made.length === 0 || lstatSync(folder).uid !== 0) return;
  const owner = ownerAbove(above);
  try {
    if (owner !== undefined) { for (const one of made) giveFolder(one, owner); }
    else if (hasService()) throw new Error("All folders above belong to root");
  } catch (cause) {
    for (const one of made.reverse()) rmdirSync(one);
    throw new DatabaseOpenError(
      owner === undefined
        ? "Root would make the folder for itself; make it with install -d -o checkoutd, and run " +
          `this with sudo -u checkoutd: ${folder}`
        : "Root cannot make a folder for the owner of the one above; run it with " +
          `sudo -u ${userOf(owner)}: ${folder}`,
      { cause },
    );
  }
}

/**
 * Opens a file or folder to change its owner.
 *
 * @throws {DatabaseOpenError} for a link, which the owner of the folder could put there at any time
 */
export function openPlain(path: string): number {
  const file = openSync(path, constants.O_RDONLY);
  // The runtime resolves links before it opens a file, so that O_NOFOLLOW alone is no help.
  const [opened, named] = [fstatSync(file), lstatSync(path)];
  // A second name may be that of another user's file.
  const isPlain = opened.ino === named.ino && opened.dev === named.dev &&
    (opened.isDirectory() || opened.nlink === 1);
  if (isPlain) return file;
  closeSync(file);
  throw new DatabaseOpenError(`The file must not be a link: ${path}`);
}

/** The user as sudo takes it: by name, where the sandbox allows to read names. */
function userOf({ uid }: Owner): string {
  try {
    const users = readFileSync("/etc/passwd", "utf8");
    const [, name] = new RegExp(`^([^:]+):[^:]*:${uid}:`, "m").exec(users) ?? [];
    if (name !== undefined) return name;
  } catch {
    // Then by number.
  }
  return `'#${uid}'`;
}

/** Owner of the nearest folder that is not root's. */
function ownerAbove(folder: string): Owner | undefined {
  const owner = ownerOf(folder);
  if (owner === undefined || owner.uid !== 0) return owner;
  const above = dirname(folder);
  return above === folder ? undefined : ownerAbove(above);
}

/** True if nothing has that name; a folder that the sandbox hides is one that exists. */
function isMissing(folder: string): boolean {
  return codeOf(() => lstatSync(folder)) === "ENOENT";
}

function ownerOf(folder: string): Owner | undefined {
  try {
    return statSync(folder);
  } catch {
    // The sandbox does not allow to look.
    return undefined;
  }
}

function giveFolder(path: string, { uid, gid }: Owner): void {
  const folder = openPlain(path);
  try {
    fchownSync(folder, uid, gid);
  } finally {
    closeSync(folder);
  }
}
