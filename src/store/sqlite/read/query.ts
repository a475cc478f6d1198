import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { unavailable } from "../../errors.ts";
import { isBusy } from "../file/errors.ts";

/**
 * A prepared SELECT with a reader of its rows. Rows are fetched at once: an unfinished iteration
 * would block the reuse of the write-ahead log.
 */
export class Query<T> {
  readonly #statement: StatementSync;
  readonly #read: (row: unknown) => T;

  constructor(db: DatabaseSync, sql: string, read: (row: unknown) => T) {
    this.#statement = db.prepare(sql);
    this.#read = read;
  }

  /** The first row; null for no row. */
  one(...parameters: readonly SQLInputValue[]): T | null {
    const row = locked(() => this.#statement.get(...parameters));
    return row === undefined ? null : this.#read(row);
  }

  /** All rows. */
  all(...parameters: readonly SQLInputValue[]): T[] {
    return locked(() => this.#statement.all(...parameters)).map((row) => this.#read(row));
  }
}

/** Readers wait only for a process that repairs the log after a crash. */
function locked<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isBusy(error) ? unavailable("another process holds its lock", error) : error;
  }
}
