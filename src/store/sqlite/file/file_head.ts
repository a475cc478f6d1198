import { fstatSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseOpenError } from "../../open_error.ts";
import type { LogFrames } from "./log_frames.ts";
import { APPLICATION_ID } from "../../sql/application_id.ts";
import { withFile } from "./system_error.ts";

/** The pages that are looked at; the header is in the first 100 bytes (sqlite.org/fileformat2.html). */
const HEAD_BYTES = 64 * 1024;
const HEADER_BYTES = 100;
/** Name of the format, size of a page, version of the format: these never change. */
const FIXED_BYTES = 24;
const MAGIC = "SQLite format 3\0";
const PAGE_SIZE_AT = 16;
const CHANGE_COUNTER_AT = 24;
const APPLICATION_ID_AT = 68;
const LOG_HEADER_BYTES = 32;

/** Pause before a second look at a file that seems damaged, in milliseconds. */
export const SECOND_LOOK_MS = 100;

/** What the head of a file says. */
interface Head {
  /** The fixed bytes, as text. */
  readonly fixed: string;
  /** Grows with the page, and never falls. */
  readonly changes: number;
  /** 0 until the first log is copied into a new file. */
  readonly applicationId: number;
  readonly bytes: number;
  /** Number of the first page that begins as no page does; undefined for none. */
  readonly strange: number | undefined;
}

/** First bytes of the pages of tables and indexes, inner ones and leaves. */
const TREE_PAGES: ReadonlySet<number> = new Set([2, 5, 10, 13]);

/**
 * True if a page other than the first can begin with this byte: pages of other kinds begin with the
 * number of a page, and unused ones with what was there before. Of random bytes 2 in 100 can.
 *
 * @param pages number of pages of the file
 */
export function isPageStart(byte: number, pages: number): boolean {
  return TREE_PAGES.has(byte) || byte <= Math.floor(pages / 2 ** 24);
}

/** Deno's descriptor of a database, read beside SQLite's. */
export interface FileHeadDeps {
  readonly path: string;
  /** Path of the log. */
  readonly log: string;
  /** The frames of the log, as SQLite knows them; null without a log. */
  readonly frames: () => LogFrames | null;
}

/**
 * The head of an open database, as it is on disk. SQLite keeps the first page in memory and confirms
 * writes whatever has become of the file.
 *
 * Opened before SQLite's first connection and never closed: closing any descriptor of a file drops
 * all locks that this process has on it, those of SQLite too.
 */
export class FileHead {
  readonly #file: number;

  private constructor(file: number) {
    this.#file = file;
  }

  /**
   * Opens a file, once for all of this thread; undefined if that fails, which SQLite will report.
   */
  static open(path: string): FileHead | undefined {
    try {
      const { dev, ino } = statSync(path);
      const key = `${dev}:${ino}`;
      const head = OPEN_HEADS.get(key) ?? new FileHead(openSync(path, "r"));
      OPEN_HEADS.set(key, head);
      return head;
    } catch {
      return undefined;
    }
  }

  /**
   * Refuses a file whose first page is not that of a database, before SQLite opens it: the log may
   * have that page, and would repair it while others stay lost.
   *
   * @throws {DatabaseOpenError} naming the file
   */
  requireDatabase(path: string): void {
    const head = this.#readOrNull();
    // An empty file is a new database; another process may write its first page just now.
    if (head === null || head.fixed === "" || head.fixed.startsWith(MAGIC)) return;
    throw new DatabaseOpenError(`Not a SQLite database: ${path}`);
  }

  /**
   * {@link requireDatabase}, for the pages behind the first too.
   *
   * @throws {DatabaseOpenError} naming the file
   */
  requireWhole(path: string): void {
    this.requireDatabase(path);
    const strange = this.#readOrNull()?.strange;
    if (strange === undefined) return;
    throw new DatabaseOpenError(
      `The database is damaged (page ${strange} was overwritten); restore a backup: ${path}`,
    );
  }

  /**
   * Watches the file from now on, once the database is open.
   *
   * @throws {DatabaseOpenError} if the head is none: only the log still has the first page
   */
  watch(deps: FileHeadDeps): HeadWatch {
    return new HeadWatch(this, deps);
  }

  /** @throws the platform's error */
  read(): Head {
    const buffer = new Uint8Array(HEAD_BYTES);
    const bytes = buffer.subarray(0, readSync(this.#file, buffer, 0, HEAD_BYTES, 0));
    const view = new DataView(buffer.buffer);
    const size = fstatSync(this.#file).size;
    return {
      fixed: String.fromCharCode(...bytes.subarray(0, FIXED_BYTES)),
      changes: view.getUint32(CHANGE_COUNTER_AT),
      applicationId: view.getUint32(APPLICATION_ID_AT),
      bytes: size,
      strange: bytes.length < HEADER_BYTES ? undefined : strangePage(bytes, size),
    };
  }

  /** Null for what is no file, and for a disk that fails: SQLite reports both. */
  #readOrNull(): Head | null {
    try {
      return this.read();
    } catch {
      return null;
    }
  }
}

/** Open for as long as this thread lives: none is ever closed. */
const OPEN_HEADS = new Map<string, FileHead>();

function strangePage(head: Uint8Array, size: number): number | undefined {
  const [high = 0, low = 0] = head.subarray(PAGE_SIZE_AT);
  const pageSize = high * 256 + low;
  // A page of 64 KiB is written as 1.
  if (pageSize < 512) return undefined;
  for (let page = 2; (page - 1) * pageSize < head.length; page++) {
    const byte = head[(page - 1) * pageSize];
    if (byte !== undefined && !isPageStart(byte, size / pageSize)) return page;
  }
  return undefined;
}

/**
 * Finds that an open database was overwritten or cut short, from its head alone.
 *
 * With a log, only a process that copies it writes to the file. So while the whole log has been
 * copied and nothing is added to it, neither the change counter nor the size may differ. Otherwise
 * neither may fall, and what never changes must be as it was.
 */
export class HeadWatch {
  readonly #file: FileHead;
  readonly #deps: FileHeadDeps;
  #seen: Head;
  /** The log, if all of it had been copied at the last look. */
  #copiedLog: string | undefined;

  constructor(file: FileHead, deps: FileHeadDeps) {
    this.#file = file;
    this.#deps = deps;
    this.#seen = file.read();
    if (!this.#seen.fixed.startsWith(MAGIC)) {
      throw new DatabaseOpenError(`Not a SQLite database: ${deps.path}`);
    }
  }

  /**
   * Looks once. A look may fall into a write of the head by a process that copies the log: what it
   * finds counts if another look a little later finds the same.
   *
   * @returns what is wrong; undefined for nothing
   * @throws the platform's error if the file cannot be read
   */
  look(): string | undefined {
    const before = this.#wholeLog();
    const head = this.#file.read();
    // Read again afterwards: a copy begins with a commit that this sees.
    const after = this.#wholeLog();
    const wrong = this.#compare(head, after);
    if (wrong !== undefined) return wrong;
    this.#seen = head;
    this.#copiedLog = before === after ? after : undefined;
  }

  #compare(head: Head, log: string | undefined): string | undefined {
    const { fixed, changes, applicationId, bytes } = this.#seen;
    const isOurs = head.applicationId === applicationId || head.applicationId === APPLICATION_ID;
    if (bytes > head.bytes) return `the file was cut from ${bytes} to ${head.bytes} bytes`;
    if (head.fixed !== fixed || !isOurs) return "the head of the file was overwritten";
    if (head.strange !== undefined) return `page ${head.strange} of the file was overwritten`;
    if (head.changes < changes) return "an earlier file was copied over it";
    const isStill = log !== undefined && log === this.#copiedLog;
    const isSame = head.changes === changes && head.bytes === bytes;
    return isStill && !isSame ? "another file was copied over it" : undefined;
  }

  /**
   * Identifies the log and its length; undefined unless all of it has been copied, and for an empty one:
   * another process may have written to it and emptied it again.
   */
  #wholeLog(): string | undefined {
    const frames = this.#deps.frames();
    if (frames === null || frames.total === 0 || frames.copied < frames.total) return undefined;
    return `${frames.total} ${this.#logHeader()}`;
  }

  /** Differs each time that the log begins anew. */
  #logHeader(): string {
    const bytes = new Uint8Array(LOG_HEADER_BYTES);
    try {
      // SQLite has no locks on the log, so it can be closed.
      withFile(this.#deps.log, "r", (file) => readSync(file, bytes, 0, LOG_HEADER_BYTES, 0));
    } catch {
      return "none";
    }
    return bytes.toHex();
  }
}
