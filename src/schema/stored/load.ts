import { z } from "zod";
import { count, parseRow, type RowPlace } from "./parse.ts";

const DELIVERIES: RowPlace = { table: "deliveries", keyColumns: [] };
const PAGES: RowPlace = { table: "pragma_page_count", keyColumns: [] };
const LOG: RowPlace = { table: "wal_checkpoint", keyColumns: [] };

const countSchema = z.object({ count });
const pagesSchema = z.object({ pages: count, page_size: count });
const logSchema = z.object({ log: z.int() });

/**
 * Reads a number of rows.
 *
 * @throws {RowError} when it does not parse
 */
export function countFromRow(row: unknown): number {
  return parseRow(countSchema, row, DELIVERIES).count;
}

/** Number of pages of a database, and the size of each. */
export interface Pages {
  readonly pages: number;
  readonly pageSize: number;
}

/**
 * Reads the pages of a database.
 *
 * @throws {RowError} when a column does not parse
 */
export function pagesFromRow(row: unknown): Pages {
  const read = parseRow(pagesSchema, row, PAGES);
  return { pages: read.pages, pageSize: read.page_size };
}

/**
 * Reads how many frames the write-ahead log has; null where there is no log.
 *
 * @throws {RowError} when it does not parse
 */
export function framesFromRow(row: unknown): number | null {
  const { log } = parseRow(logSchema, row, LOG);
  return log < 0 ? null : log;
}
