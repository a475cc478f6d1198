import { realpathSync, statSync } from "node:fs";
import type { BatchResult } from "../../commit/batch.ts";

/** A database whose file is not the one that was opened, or lacks a part. */
export type NotInPlace = Extract<BatchResult, { readonly kind: "displaced" | "damaged" }>;

/** Identity of a file, independent of its name. */
export interface FileId {
  readonly dev: number;
  readonly ino: number;
}

/**
 * The files of an open database, which must stay in place. SQLite confirms writes to a file that
 * was moved or deleted, and they are lost when the process ends. The same holds for a lost log or
 * its index.
 *
 * The files are never opened: closing one would drop SQLite's locks.
 */
export class FilesInPlace {
  /** The path, without links. */
  readonly name: string;
  readonly #path: string;
  readonly #log: string;
  readonly #ids: ReadonlyMap<string, FileId>;
  /** Size of the database at the last check. */
  #bytes = 0;

  /**
   * Notes the files of a database that was just opened.
   *
   * @param database the opened file (default: the file that the path names now)
   * @throws the platform's error if there is no such file
   */
  constructor(path: string, database: FileId = statSync(path)) {
    this.name = trueName(path);
    this.#path = path;
    this.#log = `${this.name}-wal`;
    const beside = [this.#log, `${this.name}-shm`]
      .flatMap((one): [string, FileId][] => {
        const id = idOf(one);
        return id === undefined ? [] : [[one, id]];
      });
    this.#ids = new Map([[path, { dev: database.dev, ino: database.ino }], ...beside]);
  }

  /** The opened file of the database. */
  get database(): FileId {
    return this.#ids.get(this.#path) ?? { dev: 0, ino: 0 };
  }

  /**
   * Checks the database file only, after every commit: a deleted log can still be merged into it.
   * The file never shrinks, and when it was cut the next copy of the log hides that.
   *
   * @returns what is wrong; undefined for nothing
   */
  checkDatabase(): NotInPlace | undefined {
    const found = idOf(this.#path);
    if (found === undefined || !this.#isNoted(this.#path, found)) {
      return { kind: "displaced", path: this.#path };
    }
    const before = this.#bytes;
    if (found.size >= before) {
      this.#bytes = found.size;
      return undefined;
    }
    return { kind: "damaged", found: `the file was cut from ${before} to ${found.size} bytes` };
  }

  /** Checks all files; returns the path of the first that is another file now. */
  displaced(): string | undefined {
    return [...this.#ids.keys()].find((path) => !this.#isInPlace(path));
  }

  /**
   * True if another database has this path and this one's log is beside it: SQLite would write the
   * log into the other database and break it.
   */
  get isReplaced(): boolean {
    return !this.#isInPlace(this.#path) && idOf(this.#path) !== undefined &&
      this.#isInPlace(this.#log);
  }

  /** A file that cannot be accessed counts as gone. */
  #isInPlace(path: string): boolean {
    const found = idOf(path);
    return !this.#ids.has(path) || (found !== undefined && this.#isNoted(path, found));
  }

  #isNoted(path: string, { dev, ino }: FileId): boolean {
    const noted = this.#ids.get(path);
    return noted?.ino === ino && noted.dev === dev;
  }
}

/** The log is beside the real file of a link. */
function trueName(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function idOf(path: string): (FileId & { readonly size: number }) | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
