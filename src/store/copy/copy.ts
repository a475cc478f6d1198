import type { MaybePromise } from "../../domain/session/stored.ts";
import { type Table, TABLES } from "../tables.ts";

/** A value of a row; integers as text or bigint, which keep all their digits. */
export type CopiedValue = null | bigint | number | string | Uint8Array;
/** A row: its values in the order of the columns. */
export type CopiedRow = readonly CopiedValue[];

/** A database that is read, in one snapshot. */
export interface CopySource {
  readonly schemaVersion: number;
  /** Columns that are stored: without computed ones and those of one engine. */
  columns(table: Table): MaybePromise<readonly string[]>;
  /** Pages of all rows, in the order in which they were added where that order matters. */
  pages(
    table: Table,
    columns: readonly string[],
  ): AsyncIterable<readonly CopiedRow[]>;
  /** The last number that an event got, also of events that are gone. */
  lastEvent(): MaybePromise<string>;
  /** Ends reading; throws if another process has used the database meanwhile. */
  finish(): MaybePromise<void>;
}

/** A database that is written; until it is finished, servers refuse it. */
export interface CopyTarget {
  columns(table: Table): MaybePromise<readonly string[]>;
  /** Adds rows in one transaction. */
  add(
    table: Table,
    columns: readonly string[],
    rows: readonly CopiedRow[],
  ): MaybePromise<void>;
  /** Lets servers use it. */
  finish(lastEvent: string): MaybePromise<void>;
}

/** Rows of a page, and of a transaction; those of pictures are long. */
export function rowsPerPage(table: Table): number {
  return table === "pictures" ? 20 : 500;
}

/** Numbers of copied rows by table. */
export type CopyReport = Readonly<Record<Table, number>>;

/**
 * Copies all rows of a database. The numbers and sums of sessions are not copied: both engines count
 * when rows are added.
 */
export async function copyRows(
  source: CopySource,
  target: CopyTarget,
  onProgress: (text: string) => void,
): Promise<CopyReport> {
  const copied: Partial<Record<Table, number>> = {};
  for (const table of TABLES) {
    const columns = await source.columns(table);
    const wanted = await target.columns(table);
    const differing = [...new Set(columns).symmetricDifference(new Set(wanted))];
    if (differing.length > 0) {
      throw new Error(`Columns of ${table} differ: ${differing.join(", ")}`);
    }
    let done = 0;
    for await (const rows of source.pages(table, columns)) {
      await target.add(table, columns, rows);
      onProgress(`${done += rows.length} ${table} copied`);
    }
    copied[table] = done;
  }
  await source.finish();
  await target.finish(await source.lastEvent());
  return copied as CopyReport;
}
