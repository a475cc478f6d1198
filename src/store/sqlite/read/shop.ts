import type { DatabaseSync } from "node:sqlite";
import type { CouponId, CustomerId, KeyId, MerchantId } from "../../../domain/ids.ts";
import type { ApiKey } from "../../../domain/shop/api_key.ts";
import type { Coupon, CouponUsage } from "../../../domain/shop/coupon.ts";
import type { Merchant } from "../../../domain/shop/merchant.ts";
import { keyFromRow } from "../../../schema/stored/api_key.ts";
import { couponFromRow, couponUsageFromRow } from "../../../schema/stored/coupon.ts";
import { merchantFromRow } from "../../../schema/stored/merchant.ts";
import type { CouponReads, EnteredCoupons, KeyReads, MerchantReads } from "../../reads/shop.ts";
import { Query } from "./query.ts";

/** Merchants, each with its domains. */
export const MERCHANTS = `
  SELECT m.*, (
    SELECT json_group_array(d.domain ORDER BY d.position)
    FROM merchant_domains AS d WHERE d.merchant_id = m.id
  ) AS domains
  FROM merchants AS m`;

/** Reads merchants. */
export class SqliteMerchants implements MerchantReads {
  readonly #byId: Query<Merchant>;
  readonly #byDomain: Query<Merchant>;
  readonly #all: Query<Merchant>;

  constructor(db: DatabaseSync) {
    this.#byId = new Query(db, `${MERCHANTS} WHERE m.id = ?`, merchantFromRow);
    this.#byDomain = new Query(
      db,
      `${MERCHANTS} WHERE m.id = (SELECT merchant_id FROM merchant_domains WHERE domain = ?)`,
      merchantFromRow,
    );
    this.#all = new Query(db, `${MERCHANTS} ORDER BY m.name, m.id`, merchantFromRow);
  }

  find(id: MerchantId): Merchant | null {
    return this.#byId.one(id);
  }

  byDomain(domain: string): Merchant | null {
    return this.#byDomain.one(domain);
  }

  all(): Merchant[] {
    return this.#all.all();
  }
}

/** Reads API keys. */
export class SqliteKeys implements KeyReads {
  readonly #byId: Query<ApiKey>;
  readonly #byHash: Query<ApiKey>;
  readonly #ofMerchant: Query<ApiKey>;

  constructor(db: DatabaseSync) {
    this.#byId = new Query(db, "SELECT * FROM api_keys WHERE id = ?", keyFromRow);
    this.#byHash = new Query(db, "SELECT * FROM api_keys WHERE hash = ?", keyFromRow);
    this.#ofMerchant = new Query(
      db,
      "SELECT * FROM api_keys WHERE merchant_id = ? ORDER BY created_at, id",
      keyFromRow,
    );
  }

  byHash(hash: string): ApiKey | null {
    return this.#byHash.one(hash);
  }

  find(id: KeyId): ApiKey | null {
    return this.#byId.one(id);
  }

  of(merchantId: MerchantId): ApiKey[] {
    return this.#ofMerchant.all(merchantId);
  }
}

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
