import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { unavailable } from "../../errors.ts";
import { isBusy } from "../file/errors.ts";

interface Select {
  get(...parameters: SQLInputValue[]): unknown;
  all(...parameters: SQLInputValue[]): unknown[];
}

/** A connection as far as reads need it. */
export interface Connection {
  prepare(sql: string): Select;
}

/**
 * Prepares each statement on its first use: a command needs few of all that a store has, and
 * preparing them all takes longer than creating the database.
 *
 * @param errorOf makes the error of a read for its caller
 */
export function lazily(db: DatabaseSync, errorOf: (error: unknown) => unknown): Connection {
  return {
    prepare: (sql) => {
      let statement: StatementSync | undefined;
      return {
        get: (...parameters) => {
          try {
            return (statement ??= db.prepare(sql)).get(...parameters);
          } catch (error) {
            throw errorOf(error);
          }
        },
        all: (...parameters) => {
          try {
            return (statement ??= db.prepare(sql)).all(...parameters);
          } catch (error) {
            throw errorOf(error);
          }
        },
      };
    },
  };
}

/**
 * A prepared SELECT with a reader of its rows. Rows are fetched at once: an unfinished iteration
 * would block the reuse of the write-ahead log.
 */
export class SqliteQuery<T> {
  readonly #statement: Select;
  readonly #read: (row: unknown) => T;

  constructor(db: Connection, sql: string, read: (row: unknown) => T) {
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
