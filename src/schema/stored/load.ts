import { z } from "zod";
import { count, parseRow, type RowPlace } from "./parse.ts";

const DELIVERIES: RowPlace = { table: "deliveries", keyColumns: [] };
const SHOPS: RowPlace = { table: "merchants", keyColumns: [] };
const PAGES: RowPlace = { table: "pragma_page_size", keyColumns: [] };
const LOG: RowPlace = { table: "wal_checkpoint", keyColumns: [] };

const countSchema = z.object({ count });
const givenSchema = z.object({ given: count });
const pageSizeSchema = z.object({ page_size: count });
const logSchema = z.object({ log: z.int() });

/**
 * Reads a number of rows.
 *
 * @throws {RowError} when it does not parse
 */
export function countFromRow(row: unknown): number {
  return parseRow(countSchema, row, DELIVERIES).count;
}

/**
 * Reads what a shop has given in a day.
 *
 * @throws {RowError} when it does not parse
 */
export function givenFromRow(row: unknown): number {
  return parseRow(givenSchema, row, SHOPS).given;
}

/**
 * Reads the size of a database's pages in bytes.
 *
 * @throws {RowError} when it does not parse
 */
export function pageSizeFromRow(row: unknown): number {
  return parseRow(pageSizeSchema, row, PAGES).page_size;
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
