import type { SqlValue } from "../connection/client.ts";

/** Connections as far as reads need them. */
export interface Reads {
  /** Runs one statement that may run twice, and returns its rows. */
  query(text: string, values: readonly SqlValue[]): Promise<unknown[]>;
}

/** A SELECT with a reader of its rows. */
export class PgQuery<T> {
  readonly #reads: Reads;
  readonly #sql: string;
  readonly #read: (row: unknown) => T;

  constructor(reads: Reads, sql: string, read: (row: unknown) => T) {
    this.#reads = reads;
    this.#sql = sql;
    this.#read = read;
  }

  /** The first row; null for no row. */
  async one(...values: readonly SqlValue[]): Promise<T | null> {
    const [row] = await this.#reads.query(this.#sql, values);
    return row === undefined ? null : this.#read(row);
  }

  /** All rows. */
  async all(...values: readonly SqlValue[]): Promise<T[]> {
    const rows = await this.#reads.query(this.#sql, values);
    return rows.map((row) => this.#read(row));
  }
}

/**
 * Condition of a page of a list by text: keys after $2 that begin with $3, at most $4. No text that
 * begins with the prefix comes after it and U+10FFFF. The texts are compared by the column's
 * collation, byte by byte.
 */
export function pgPageOfText(key: string): string {
  return `${key} >= $2 AND ${key} >= $3 AND ${key} <> $2 AND ${key} < $3 || chr(1114111)
    ORDER BY ${key} LIMIT $4`;
}
