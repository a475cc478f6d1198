import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { unavailable } from "../../errors.ts";
import { isBusy } from "../file/errors.ts";

/**
 * A prepared SELECT and what becomes of its rows. Rows are fetched whole: an unfinished
 * iteration would keep the write-ahead log from being reused.
 */
export class Query<T> {
  readonly #statement: StatementSync;
  readonly #read: (row: unknown) => T;

  constructor(db: DatabaseSync, sql: string, read: (row: unknown) => T) {
    this.#statement = db.prepare(sql);
    this.#read = read;
  }

  /** The first row; null when there is none. */
  one(...parameters: readonly SQLInputValue[]): T | null {
    const row = locked(() => this.#statement.get(...parameters));
    return row === undefined ? null : this.#read(row);
  }

  /** All rows. */
  all(...parameters: readonly SQLInputValue[]): T[] {
    return locked(() => this.#statement.all(...parameters)).map((row) => this.#read(row));
  }
}

/** Readers do not wait for the writer, but for a process that repairs the log after a crash. */
function locked<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw isBusy(error) ? unavailable("another process holds its lock", error) : error;
  }
}
