import type { DatabaseSync } from "node:sqlite";
import type { CouponUsage } from "../../../domain/coupon.ts";
import type { CouponId, CustomerId, SessionId } from "../../../domain/ids.ts";
import { couponUsageFromRow } from "../../../schema/stored/read/coupon.ts";
import { stockHoldFromRow, usedCodeFromRow } from "../../../schema/stored/read/hold.ts";
import type { SessionHolds } from "../../store.ts";
import { Query } from "./query.ts";

/** Reads what payments set aside; each method as the port describes it. */
export class HoldReads {
  readonly #couponUsage: Query<[CouponId, CouponUsage]>;
  readonly #usedCodes: Query<string>;
  readonly #stock: Query<SessionHolds["stock"][number]>;

  constructor(db: DatabaseSync) {
    this.#couponUsage = new Query(
      db,
      `SELECT id, used, (
         SELECT count(*) FROM coupon_uses WHERE coupon_id = coupons.id AND customer_id = ?2
       ) AS used_by_customer
       FROM coupons WHERE used > 0 AND id IN (SELECT value FROM json_each(?1))`,
      couponUsageFromRow,
    );
    this.#usedCodes = new Query(
      db,
      `SELECT u.session_id, c.code FROM coupon_uses AS u JOIN coupons AS c ON c.id = u.coupon_id
       WHERE u.session_id = ? ORDER BY c.code_key`,
      usedCodeFromRow,
    );
    this.#stock = new Query(
      db,
      `SELECT session_id, CAST(variant_id AS TEXT) AS variant_id, units
       FROM stock_holds AS h WHERE session_id = ? ORDER BY merchant_id, h.variant_id`,
      stockHoldFromRow,
    );
  }

  couponUsage(
    ids: readonly CouponId[],
    customerId: CustomerId | null,
  ): Map<CouponId, CouponUsage> {
    if (ids.length === 0) return new Map();
    return new Map(this.#couponUsage.all(JSON.stringify(ids), customerId));
  }

  holds(id: SessionId): SessionHolds {
    return { coupons: this.#usedCodes.all(id), stock: this.#stock.all(id) };
  }
}
