import { setImmediate } from "node:timers";
import { keyOf } from "../../../schema/stored/parse.ts";
import type { Reads } from "./query.ts";

/** A read that waits for the end of its turn. */
interface Waiting<T> {
  readonly promise: Promise<T | null>;
  readonly resolve: (found: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A SELECT by `id`. The ids of one turn of the event loop share a query, because a query costs more
 * than its rows. An id that is asked for twice in a turn is read once.
 */
export class BatchedQuery<T> {
  readonly #reads: Reads;
  readonly #sql: string;
  readonly #read: (row: unknown) => T;
  #waiting = new Map<string, Waiting<T>>();

  /** @param sql selects the rows whose `id` is in $1 */
  constructor(reads: Reads, sql: string, read: (row: unknown) => T) {
    this.#reads = reads;
    this.#sql = sql;
    this.#read = read;
  }

  /** The row with this id; null for no row. */
  one(id: string): Promise<T | null> {
    let waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      if (this.#waiting.size === 0) setImmediate(() => void this.#ask());
      waiting = Promise.withResolvers<T | null>();
      this.#waiting.set(id, waiting);
    }
    return waiting.promise;
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = new Map();
    try {
      const rows = await this.#reads.query(this.#sql, [[...asked.keys()]]);
      for (const row of rows) this.#answer(row, asked.get(keyOf(row, ["id"])));
      for (const { resolve } of asked.values()) resolve(null);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  /** A row that cannot be read fails only those who asked for it. */
  #answer(row: unknown, waiting: Waiting<T> | undefined): void {
    try {
      waiting?.resolve(this.#read(row));
    } catch (error) {
      waiting?.reject(error);
    }
  }
}
