import type { SQLInputValue, StatementSync } from "node:sqlite";
import { resultCode } from "../errors.ts";
import type { Write } from "./write.ts";

/** Extended result codes of the constraints that stand for a change's precondition. */
export const VIOLATED = { check: 275, foreignKey: 787, primaryKey: 1555, unique: 2067 } as const;

/** The values of a row by column; product and variant ids are bound as bigint. */
export type RowValues = Readonly<Record<string, SQLInputValue>>;

/** What to tell the caller about a violated constraint, by its result code. */
export type Refusals = Readonly<Record<number, string>>;

/**
 * A change that may not happen, as the thread that writes says it: whoever asked for the
 * commit has the change itself, and makes a `CommitRefused` of both.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  /** Which change of its commit it is. */
  index = 0;
}

/** An INSERT with one named parameter for each column, and SQL for those that are computed. */
export function insertInto(
  table: string,
  columns: readonly string[],
  computed: Readonly<Record<string, string>> = {},
): string {
  const names = [...columns, ...Object.keys(computed)];
  const values = [...columns.map((column) => `:${column}`), ...Object.values(computed)];
  return `INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`;
}

/** The SET list that takes these columns from the row that could not be inserted. */
export function fromExcluded(columns: readonly string[]): string {
  return columns.map((column) => `${column} = excluded.${column}`).join(", ");
}

/**
 * Runs a statement that writes one row.
 *
 * @param refusals messages for constraints that mean that the change may not happen, and
 *   under 0 for when there was no row to write; anything else is thrown as it is
 * @throws {Refusal}
 */
export function writeOne(
  { kind }: Pick<Write, "kind">,
  { statement, row, refusals }: {
    readonly statement: StatementSync;
    readonly row: RowValues;
    readonly refusals: Refusals;
  },
): void {
  const rows = Number(runOrRefuse(statement, row, refusals).changes);
  if (rows === 1) return;
  const message = refusals[rows];
  if (message !== undefined) throw new Refusal(message);
  throw new Error(`${kind} wrote ${rows} rows instead of 1`);
}

function runOrRefuse(statement: StatementSync, row: RowValues, refusals: Refusals) {
  try {
    return statement.run(row);
  } catch (error) {
    const message = refusals[resultCode(error) ?? -1];
    throw message === undefined ? error : new Refusal(message);
  }
}
