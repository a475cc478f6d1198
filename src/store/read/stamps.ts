import { z } from "zod";
import { stampedId, type StampedThing } from "../../domain/stamp.ts";
import { parseRow } from "../../schema/stored/parse.ts";
import type { StampReads } from "../reads/stamps.ts";
import { sql } from "../sql/sql.ts";
import { STAMPS } from "../write/stamps.ts";
import type { Reader } from "./query.ts";

const rowSchema = z.object({ stamp: z.string().nullable() });

/** Reads stamps. */
export function stampReads(db: Reader): StampReads {
  const query = (kind: StampedThing["kind"]) =>
    db.query(
      ["merchant_id", "id"],
      sql`SELECT (${STAMPS[kind]}) AS stamp`,
      (row) => parseRow(rowSchema, row, { table: kind, keyColumns: [] }).stamp,
    );
  const queries = {
    merchant: query("merchant"),
    coupon: query("coupon"),
    product: query("product"),
    stock: query("stock"),
  } satisfies Record<StampedThing["kind"], unknown>;
  return {
    of: (thing) => queries[thing.kind].one({ merchant_id: thing.merchantId, id: stampedId(thing) }),
  };
}
