import { z } from "zod";
import { type Stamp, stampedId, type StampedThing } from "../../../domain/stamp.ts";
import { parseRow } from "../../../schema/stored/parse.ts";
import type { StampReads } from "../../reads/stamps.ts";
import { STAMPS } from "../write/sql/stamps.ts";
import { type Connection, SqliteQuery } from "./query.ts";

const rowSchema = z.object({ stamp: z.string().nullable() });

/** Reads stamps. */
export function sqliteStamps(db: Connection): StampReads {
  const query = (kind: StampedThing["kind"]) =>
    new SqliteQuery<Stamp>(
      db,
      `SELECT (${STAMPS[kind]("?1", "?2")}) AS stamp`,
      (row) => parseRow(rowSchema, row, { table: kind, keyColumns: [] }).stamp,
    );
  const queries = {
    merchant: query("merchant"),
    coupon: query("coupon"),
    product: query("product"),
    stock: query("stock"),
  } satisfies Record<StampedThing["kind"], unknown>;
  return { of: (thing) => queries[thing.kind].one(thing.merchantId, stampedId(thing)) };
}
