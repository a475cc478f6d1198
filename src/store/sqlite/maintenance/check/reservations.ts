import type { DatabaseSync, StatementSync } from "node:sqlite";
import { z } from "zod";
import type { SessionReservations } from "../../../../domain/audit/holds.ts";
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
const holdSchema = z.object({
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
  readonly #movements: StatementSync;

  constructor(db: DatabaseSync) {
    this.#uses = db.prepare(
      // Not by range, because uses outlive their sessions and there may be millions.
      `SELECT session_id, coupon_id FROM coupon_uses
       WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY session_id, coupon_id`,
    );
    this.#stock = db.prepare(
      `SELECT session_id, merchant_id, CAST(variant_id AS TEXT) AS variant_id, units
       FROM stock_holds AS h WHERE session_id > ? AND session_id <= ?
       ORDER BY session_id, merchant_id, h.variant_id`,
    );
    // CROSS JOIN goes from the list to the ledger, by its index.
    this.#movements = db.prepare(
      `SELECT m.* FROM json_each(?) AS wanted CROSS JOIN coin_movements AS m
       ON m.customer_id = wanted.value ->> 0 AND m.session_id = wanted.value ->> 1`,
    );
  }

  /** Holds of these sessions, and stock held for deleted sessions between two ids. */
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
    const stock = Map.groupBy(
      this.#stock.all(after, until).map((row) =>
        parseRow(holdSchema, row, { table: "stock_holds", keyColumns: ["session_id"] })
      ),
      ({ session_id }) => session_id,
    );
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
    const ids = new Set([...uses.keys(), ...stock.keys(), ...sessions.map(({ id }) => id)]);
    return new Map([...ids].map((id) => [id, {
      coupons: (uses.get(id) ?? []).map((use) => use.coupon_id),
      stock: (stock.get(id) ?? []).map(({ merchant_id, variant_id, units }) => ({
        merchantId: merchant_id,
        variantId: variant_id,
        units,
      })),
      movements: movements.get(id) ?? [],
    }]));
  }
}
