import { type Sql, sql } from "../sql/sql.ts";
import type { LocksOf } from "./locks.ts";

/**
 * A statement that writes. Its parameters are `:name`; in PostgreSQL it is one of PL/pgSQL, and its
 * locks are taken before all statements of its batch.
 */
export interface Write {
  readonly sql: Sql;
  readonly locks: readonly LocksOf[];
}

/** Makes a statement with its locks: the rows that it changes, and a name for what it counts. */
export function write(text: Sql, ...locks: readonly LocksOf[]): Write {
  return { sql: text, locks };
}

/** The greater one of two values. */
export const GREATEST: Sql = { sqlite: "max", postgres: "greatest" };
/** The lesser one of two values. */
export const LEAST: Sql = { sqlite: "min", postgres: "least" };

/**
 * Makes an INSERT of a row whose parameters have the names of its columns; in PostgreSQL their types
 * come from the table.
 *
 * @param rest computed columns, and a condition
 */
export function insertInto(
  table: string,
  columns: readonly string[],
  { computed = {}, where }: {
    readonly computed?: Readonly<Record<string, string>>;
    readonly where?: string;
  } = {},
): Sql {
  const names = [...columns, ...Object.keys(computed)].join(", ");
  const row = (of: string) =>
    [...columns.map((column) => of + column), ...Object.values(computed)].join(", ");
  const given: Sql = {
    sqlite: where === undefined ? `VALUES (${row(":")})` : `SELECT ${row(":")}`,
    postgres: `SELECT ${row("r.")} FROM jsonb_populate_record(NULL::${table}, p) AS r`,
  };
  return sql`INSERT INTO ${table} (${names}) ${given} ${
    where === undefined ? "" : `WHERE ${where}`
  }`;
}

/** A text is in a JSON array. */
export const isIn = (text: string, list: string): Sql => ({
  sqlite: `${text} IN (SELECT value FROM json_each(${list}))`,
  postgres: `${list}::jsonb ? ${text}`,
});

/** Makes a SET list that takes these columns from the new row. */
export function fromExcluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}

/** Rows that one statement purges at most: some ten milliseconds. */
export const PURGED_AT_ONCE = 2000;

/**
 * Makes a DELETE of some old rows. In PostgreSQL rows that another transaction works on are left for
 * the next time, so that neither waits for the other.
 *
 * @param key of the table in SQLite (default: that of a table with row ids)
 */
export function purge(table: string, condition: string, key = "rowid"): Sql {
  const old = (columns: string) =>
    `SELECT ${columns} FROM ${table} WHERE ${condition} LIMIT ${PURGED_AT_ONCE}`;
  return {
    sqlite: `DELETE FROM ${table} WHERE ${key} IN (${old(key.replaceAll(/[()]/g, ""))})`,
    postgres: `DELETE FROM ${table} WHERE ctid IN (${old("ctid")} FOR UPDATE SKIP LOCKED)`,
  };
}
