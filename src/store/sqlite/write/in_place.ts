import { realpathSync, statSync } from "node:fs";

/** A file as its file system knows it, whatever it is called. */
export interface FileId {
  readonly dev: number;
  readonly ino: number;
}

/**
 * The files of an open database: they have to stay where they are. What SQLite writes into a file
 * that was moved or deleted is confirmed all the same, and gone with the process. A database that
 * lost its log or the index of that log is no better off.
 *
 * The files are asked about and never opened: to close one would drop the locks that SQLite holds.
 */
export class FilesInPlace {
  /** The path, without links. */
  readonly name: string;
  readonly #path: string;
  readonly #log: string;
  readonly #ids: ReadonlyMap<string, FileId>;

  /**
   * Notes what there is, once the database is open.
   *
   * @param database what it was opened as; what the path names now when left out
   * @throws what the platform throws when there is no such file
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

  /** The file that the database was opened as. */
  get database(): FileId {
    return this.#ids.get(this.#path) ?? { dev: 0, ino: 0 };
  }

  /**
   * Checks the database alone, after every commit: what stands in a log that was
   * deleted can still be brought into it.
   *
   * @returns the path when it is not what was opened
   */
  displacedDatabase(): string | undefined {
    return this.#isInPlace(this.#path) ? undefined : this.#path;
  }

  /** Checks all of them; the path of the first that is not what was opened. */
  displaced(): string | undefined {
    return [...this.#ids.keys()].find((path) => !this.#isInPlace(path));
  }

  /**
   * True when another database has the name of this one, and this one's log beside it: SQLite would
   * write that log into the other database, and break it.
   */
  get isReplaced(): boolean {
    return !this.#isInPlace(this.#path) && idOf(this.#path) !== undefined &&
      this.#isInPlace(this.#log);
  }

  /** A file that cannot be asked about counts as gone. */
  #isInPlace(path: string): boolean {
    const noted = this.#ids.get(path);
    if (noted === undefined) return true;
    const found = idOf(path);
    return found !== undefined && found.ino === noted.ino && found.dev === noted.dev;
  }
}

/** SQLite puts the log beside the file that a link leads to. */
function trueName(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function idOf(path: string): FileId | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
