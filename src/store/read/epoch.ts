import { z } from "zod";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { count, merchantId, parseRow } from "../../schema/stored/parse.ts";
import type { Epoch } from "../store.ts";
import { mapped, type Reader } from "./query.ts";

const rowSchema = z.object({
  value: count,
  of_shops: count,
  changed: merchantId.nullable(),
});

/**
 * Reads the epoch. Each call is a query of its own, because one that has begun may have read the
 * numbers before a change.
 */
export function epochReads(db: Reader): (since?: number) => MaybePromise<Epoch> {
  const rows = db.query(
    ["since"],
    `SELECT e.value, e.of_shops, m.id AS changed
       FROM epoch AS e LEFT JOIN merchants AS m ON m.changed_epoch > :since`,
    (row) => parseRow(rowSchema, row, { table: "epoch", keyColumns: [] }),
  );
  return (since = Number.MAX_SAFE_INTEGER) =>
    mapped(rows.all({ since }), (found) => {
      const [first] = found;
      if (first === undefined) throw new Error("Table epoch must have one row: 0");
      const { value, of_shops: ofShops } = first;
      return { value, ofShops, changed: found.flatMap(({ changed }) => changed ?? []) };
    });
}
