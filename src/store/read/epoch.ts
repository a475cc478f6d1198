import { z } from "zod";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { count, parseRow } from "../../schema/stored/parse.ts";
import { mapped, type Reader } from "./query.ts";

const valueSchema = z.object({ value: count });

/**
 * Reads a number that grows with every administrative change of any process. Each call is a query
 * of its own, because one that has begun may have read the number before a change.
 */
export function epochReads(db: Reader): () => MaybePromise<number> {
  const row = db.query(
    [],
    "SELECT value FROM epoch",
    (row) => parseRow(valueSchema, row, { table: "epoch", keyColumns: [] }).value,
  );
  return () =>
    mapped(row.one({}), (value) => {
      if (value === null) throw new Error("Table epoch must have one row: 0");
      return value;
    });
}
