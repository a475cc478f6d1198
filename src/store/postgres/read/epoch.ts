import { z } from "zod";
import { count, parseRow } from "../../../schema/stored/parse.ts";
import { PgQuery, type Reads } from "./query.ts";

const valueSchema = z.object({ value: count });

/**
 * Reads a number that grows with every administrative change of any process. Each call is a query
 * of its own, because one that has begun may have read the number before a change.
 */
export function pgEpoch(reads: Reads): () => Promise<number> {
  const row = new PgQuery(
    reads,
    "SELECT value FROM epoch",
    (row) => parseRow(valueSchema, row, { table: "epoch", keyColumns: [] }).value,
  );
  return async () => {
    const value = await row.one();
    if (value === null) throw new Error("Table epoch must have one row: 0");
    return value;
  };
}
