import { setImmediate } from "node:timers";
import { isRecord } from "../../../domain/values/json.ts";
import { readRow, type Reads } from "./query.ts";

/** A read that waits for its query. */
interface WaitingRead<T> {
  readonly promise: Promise<T | null>;
  readonly resolve: (found: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Longest wait for the answer to the query before, in milliseconds. */
const LONGEST_WAIT_MS = 5;
/** Limit of the rows of a query. */
export const MAX_IDS = 100;

/** Calls a function after {@link LONGEST_WAIT_MS}, unless it is cancelled. */
type Later = (call: () => void) => { cancel(): void };

const later: Later = (call) => {
  const timer = setTimeout(call, LONGEST_WAIT_MS);
  return { cancel: () => clearTimeout(timer) };
};

/**
 * A SELECT by ids. A query costs more than its rows, so that the ids of one turn of the event loop
 * share one, and while it is not answered, further ids gather for the next: the more there are, the
 * fewer queries they take. An id that is asked for twice is read once. No id joins a query that was
 * sent, which may not see the latest commits.
 */
export class BatchedQuery<T> {
  readonly #reads: Reads;
  readonly #sql: string;
  readonly #key: string;
  readonly #read: (row: unknown) => T;
  readonly #later: Later;
  #waiting = new Map<string, WaitingRead<T>>();
  /** Number of unanswered queries. */
  #running = 0;
  /** Set while ids wait for the answer to a query. */
  #longest: ReturnType<Later> | undefined;

  /**
   * @param how `sql` selects the rows whose ids are in $1; `key` is the column of the id (default:
   *   `id`)
   */
  constructor(
    reads: Reads,
    { sql, key = "id", read, wait = later }: {
      readonly sql: string;
      readonly key?: string;
      readonly read: (row: unknown) => T;
      readonly wait?: Later;
    },
  ) {
    this.#reads = reads;
    this.#sql = sql;
    this.#key = key;
    this.#read = read;
    this.#later = wait;
  }

  /** The row with this id; null for no row. */
  one(id: string): Promise<T | null> {
    let waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      if (this.#waiting.size === 0) this.#begin();
      waiting = Promise.withResolvers<T | null>();
      this.#waiting.set(id, waiting);
      if (this.#waiting.size === MAX_IDS) void this.#ask();
    }
    return waiting.promise;
  }

  #begin(): void {
    if (this.#running === 0) setImmediate(() => void this.#ask());
    else this.#longest = this.#later(() => void this.#ask());
  }

  async #ask(): Promise<void> {
    this.#longest?.cancel();
    this.#longest = undefined;
    const asked = this.#waiting;
    // They were too many to wait.
    if (asked.size === 0) return;
    this.#waiting = new Map();
    this.#running++;
    try {
      const rows = await this.#reads.query(this.#sql, [[...asked.keys()]]);
      for (const row of rows) this.#answer(row, rows, asked);
      for (const { resolve } of asked.values()) resolve(null);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    } finally {
      this.#running--;
      if (this.#longest !== undefined) void this.#ask();
    }
  }

  /** A row that cannot be read fails only those who asked for it. */
  #answer(row: unknown, rows: unknown[], asked: ReadonlyMap<string, WaitingRead<T>>): void {
    const waiting = isRecord(row) ? asked.get(String(row[this.#key])) : undefined;
    try {
      waiting?.resolve(readRow(row, { reads: this.#reads, rows, read: this.#read }));
    } catch (error) {
      waiting?.reject(error);
    }
  }
}
