import { z } from "zod";
import { isRecord } from "../../../domain/values/json.ts";
import type { SqlValue } from "../connection/client.ts";

/** Connections as far as reads need them. */
export interface Reads {
  /** Runs one statement that may run twice, and returns its rows. */
  query(text: string, values: readonly SqlValue[]): Promise<unknown[]>;
  /** Ends the connection that answered with rows of another statement. */
  distrust?(rows: unknown[]): void;
}

/** Reads a row; if columns are missing, the connection that gave it ends. */
export function readRow<T>(
  row: unknown,
  { reads, rows, read }: {
    readonly reads: Reads;
    readonly rows: unknown[];
    readonly read: (row: unknown) => T;
  },
): T {
  try {
    return read(row);
  } catch (error) {
    if (lacksColumn(row, error)) reads.distrust?.(rows);
    throw error;
  }
}

function lacksColumn(row: unknown, error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof z.ZodError ? error.cause : error;
  return isRecord(row) && cause instanceof z.ZodError &&
    cause.issues.some(({ path: [column] }) => typeof column === "string" && !(column in row));
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
    const rows = await this.#reads.query(this.#sql, values);
    const [row] = rows;
    return row === undefined ? null : this.#row(row, rows);
  }

  /** All rows. */
  async all(...values: readonly SqlValue[]): Promise<T[]> {
    const rows = await this.#reads.query(this.#sql, values);
    return rows.map((row) => this.#row(row, rows));
  }

  #row(row: unknown, rows: unknown[]): T {
    return readRow(row, { reads: this.#reads, rows, read: this.#read });
  }
}
