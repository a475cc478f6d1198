import type { MaybePromise } from "../../domain/session/stored.ts";
import { isRecord } from "../../domain/values/json.ts";
import type { Reader } from "../read/query.ts";
import type { Findings } from "./findings.ts";
import {
  CHECK_QUERIES,
  type CheckParameter,
  type CheckQueryName,
  type CheckValues,
} from "./queries.ts";

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A database as the checks read it. */
export interface CheckSource {
  readonly schemaVersion: number;
  readonly reader: Reader;
  /** Runs reads on one snapshot of the database. */
  inOneView<T>(read: () => Promise<T>): Promise<T>;
  /** Checks what is below the rows: the file, references, the schema. */
  checkStructure(findings: Findings, onProgress: (text: string) => void): MaybePromise<void>;
  /** True for an error of damaged data, rather than of reaching it. */
  isDamage(error: unknown): boolean;
}

/** Runs a query of the checks. */
export function rowsOf<Of extends CheckQueryName>(
  { reader }: CheckSource,
  query: Of,
  values: CheckValues<Of>,
): MaybePromise<readonly Row[]> {
  const names: readonly CheckParameter<Of>[] = CHECK_QUERIES[query].names;
  return reader.query(names, CHECK_QUERIES[query].sql, rowFrom).all(values);
}

/** Rows of a table after a key, in the order of the key, which they have as `row_key`. */
export function tableRows(
  { reader }: CheckSource,
  { name, key }: { readonly name: string; readonly key: string },
  values: { readonly after: string; readonly limit: number },
): MaybePromise<readonly Row[]> {
  const text =
    `SELECT *, ${key} AS row_key FROM ${name} WHERE ${key} > :after ORDER BY ${key} LIMIT :limit`;
  return reader.query(["after", "limit"], text, rowFrom).all(values);
}

function rowFrom(row: unknown): Row {
  if (!isRecord(row)) throw new TypeError("A row must have columns");
  return row;
}
