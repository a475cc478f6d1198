import { closeSync, fchownSync, fstatSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseOpenError } from "../../open_error.ts";

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
        `Root cannot make a file for the owner of its folder; run it with sudo -u '#${owner.uid}': ` +
          path,
        { cause },
      );
    }
  } finally {
    closeSync(file);
  }
}
