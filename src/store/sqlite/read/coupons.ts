import type { DatabaseSync } from "node:sqlite";
import type { Coupon, CouponUsage } from "../../../domain/coupon.ts";
import type { CouponId, CustomerId, MerchantId } from "../../../domain/ids.ts";
import { couponFromRow, couponUsageFromRow } from "../../../schema/stored/read/coupon.ts";
import type { CouponReads, EnteredCoupons } from "../../reads/shop.ts";
import { Query } from "./query.ts";

/** Reads coupons and their uses. */
export class SqliteCoupons implements CouponReads {
  readonly #ofMerchant: Query<Coupon>;
  readonly #automatic: Query<Coupon>;
  readonly #entered: Query<Coupon>;
  readonly #usage: Query<[CouponId, CouponUsage]>;

  constructor(db: DatabaseSync) {
    this.#ofMerchant = new Query(
      db,
      "SELECT * FROM coupons WHERE merchant_id = ? ORDER BY code_key",
      couponFromRow,
    );
    // Word for word the condition of the partial index.
    this.#automatic = new Query(
      db,
      `SELECT * FROM coupons
       WHERE merchant_id = ? AND application_type = 'AUTOMATIC' AND enabled = 1 ORDER BY code_key`,
      couponFromRow,
    );
    this.#entered = new Query(
      db,
      `SELECT * FROM coupons
       WHERE merchant_id = ?1 AND id IN (SELECT value FROM json_each(?2))
       UNION
       SELECT * FROM coupons WHERE merchant_id = ?1 AND code_key = ?3`,
      couponFromRow,
    );
    this.#usage = new Query(
      db,
      `SELECT id, used, (
         SELECT count(*) FROM coupon_uses WHERE coupon_id = coupons.id AND customer_id = ?2
       ) AS used_by_customer
       FROM coupons WHERE used > 0 AND id IN (SELECT value FROM json_each(?1))`,
      couponUsageFromRow,
    );
  }

  of(merchantId: MerchantId): Coupon[] {
    return this.#ofMerchant.all(merchantId);
  }

  automatic(merchantId: MerchantId): Coupon[] {
    return this.#automatic.all(merchantId);
  }

  entered(merchantId: MerchantId, { ids, code }: EnteredCoupons): Coupon[] {
    return this.#entered.all(merchantId, JSON.stringify(ids), code);
  }

  usage(ids: readonly CouponId[], customerId: CustomerId | null): Map<CouponId, CouponUsage> {
    if (ids.length === 0) return new Map();
    return new Map(this.#usage.all(JSON.stringify(ids), customerId));
  }
}
