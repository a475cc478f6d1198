import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import type { SessionReservations, StockUnits } from "../../../../domain/audit/holds.ts";
import type { CheckoutSession } from "../../../../domain/session/session.ts";
import { movementFromRow } from "../../../../schema/stored/customer.ts";
import {
  count,
  couponId,
  merchantId,
  parseRow,
  storedInt64,
} from "../../../../schema/stored/parse.ts";

const useSchema = z.object({ session_id: z.string(), coupon_id: couponId });
const unitsSchema = z.object({
  session_id: z.string(),
  merchant_id: merchantId,
  variant_id: storedInt64,
  units: count,
});

/** An id after all others. */
export const LAST_ID = "\u{10ffff}";

/** Stock, coupon uses and coin movements by session. */
export class Reservations {
  readonly #uses: StatementSync;
  readonly #stock: StatementSync;
  readonly #sold: StatementSync;
  readonly #movements: StatementSync;

  constructor(db: DatabaseSync) {
    this.#uses = db.prepare(
      // Not by range, because uses outlive their sessions and there may be millions.
      `SELECT session_id, coupon_id FROM coupon_uses
       WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY session_id, coupon_id`,
    );
    const units = (table: string) =>
      db.prepare(
        `SELECT session_id, merchant_id, CAST(variant_id AS TEXT) AS variant_id, units
         FROM ${table} AS h WHERE session_id > ? AND session_id <= ?
         ORDER BY session_id, merchant_id, h.variant_id`,
      );
    this.#stock = units("stock_holds");
    this.#sold = units("stock_sales");
    // CROSS JOIN goes from the list to the ledger, by its index.
    this.#movements = db.prepare(
      `SELECT m.* FROM json_each(?) AS wanted CROSS JOIN coin_movements AS m
       ON m.customer_id = wanted.value ->> 0 AND m.session_id = wanted.value ->> 1`,
    );
  }

  /** Holds and sales of these sessions, and units of missing sessions between two ids. */
  between(
    after: string,
    until: string,
    sessions: readonly CheckoutSession[],
  ): Map<string, SessionReservations> {
    const uses = Map.groupBy(
      this.#uses.all(JSON.stringify(sessions.map(({ id }) => id))).map((row) =>
        parseRow(useSchema, row, { table: "coupon_uses", keyColumns: ["session_id"] })
      ),
      ({ session_id }) => session_id,
    );
    const stock = unitsBySession(this.#stock.all(after, until), "stock_holds");
    const sold = unitsBySession(this.#sold.all(after, until), "stock_sales");
    const wanted = sessions.flatMap(({ id, customer }) =>
      customer === null ? [] : [[
        customer.id,
        id,
      ]]
    );
    const movements = Map.groupBy(
      this.#movements.all(JSON.stringify(wanted)).map(movementFromRow),
      ({ sessionId }): string => sessionId ?? "",
    );
    const ids = new Set([uses, stock, sold].flatMap((all) => [...all.keys()]));
    for (const { id } of sessions) ids.add(id);
    return new Map([...ids].map((id) => [id, {
      coupons: (uses.get(id) ?? []).map((use) => use.coupon_id),
      stock: stock.get(id) ?? [],
      sold: sold.get(id) ?? [],
      movements: movements.get(id) ?? [],
    }]));
  }
}

function unitsBySession(rows: readonly unknown[], table: string): Map<string, StockUnits[]> {
  const bySession = new Map<string, StockUnits[]>();
  for (const row of rows) {
    const read = parseRow(unitsSchema, row, { table, keyColumns: ["session_id"] });
    const { session_id, merchant_id: merchantId, variant_id: variantId, units } = read;
    const all = bySession.get(session_id) ?? [];
    bySession.set(session_id, all);
    all.push({ merchantId, variantId, units });
  }
  return bySession;
}
