import type { DatabaseSync } from "node:sqlite";
import type { ApiKey } from "../../../domain/api_key.ts";
import type { Coupon } from "../../../domain/coupon.ts";
import type { KeyId, MerchantId } from "../../../domain/ids.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import { keyFromRow } from "../../../schema/stored/read/api_key.ts";
import { couponFromRow } from "../../../schema/stored/read/coupon.ts";
import { merchantFromRow } from "../../../schema/stored/read/merchant.ts";
import type { Store } from "../../store.ts";
import { Query } from "./query.ts";

/** Merchants, each with its domains. */
export const MERCHANTS = `
  SELECT m.*, (
    SELECT json_group_array(d.domain ORDER BY d.position)
    FROM merchant_domains AS d WHERE d.merchant_id = m.id
  ) AS domains
  FROM merchants AS m`;

/** Which coupons a customer has named: by id, by code. */
type EnteredCoupons = Parameters<Store["enteredCoupons"]>[1];

/** Reads shops, their keys and coupons; each method as the port describes it. */
export class ShopReads {
  readonly #merchant: Query<Merchant>;
  readonly #merchantByDomain: Query<Merchant>;
  readonly #merchants: Query<Merchant>;
  readonly #key: Query<ApiKey>;
  readonly #keyByHash: Query<ApiKey>;
  readonly #keys: Query<ApiKey>;
  readonly #coupons: Query<Coupon>;
  readonly #automaticCoupons: Query<Coupon>;
  readonly #enteredCoupons: Query<Coupon>;

  constructor(db: DatabaseSync) {
    this.#merchant = new Query(db, `${MERCHANTS} WHERE m.id = ?`, merchantFromRow);
    this.#merchantByDomain = new Query(
      db,
      `${MERCHANTS} WHERE m.id = (SELECT merchant_id FROM merchant_domains WHERE domain = ?)`,
      merchantFromRow,
    );
    this.#merchants = new Query(db, `${MERCHANTS} ORDER BY m.name, m.id`, merchantFromRow);
    this.#key = new Query(db, "SELECT * FROM api_keys WHERE id = ?", keyFromRow);
    this.#keyByHash = new Query(db, "SELECT * FROM api_keys WHERE hash = ?", keyFromRow);
    this.#keys = new Query(
      db,
      "SELECT * FROM api_keys WHERE merchant_id = ? ORDER BY created_at, id",
      keyFromRow,
    );
    this.#coupons = new Query(
      db,
      "SELECT * FROM coupons WHERE merchant_id = ? ORDER BY code_key",
      couponFromRow,
    );
    // Word for word the condition of the partial index.
    this.#automaticCoupons = new Query(
      db,
      `SELECT * FROM coupons
       WHERE merchant_id = ? AND application_type = 'AUTOMATIC' AND enabled = 1 ORDER BY code_key`,
      couponFromRow,
    );
    this.#enteredCoupons = new Query(
      db,
      `SELECT * FROM coupons
       WHERE merchant_id = ?1 AND id IN (SELECT value FROM json_each(?2))
       UNION
       SELECT * FROM coupons WHERE merchant_id = ?1 AND code_key = ?3`,
      couponFromRow,
    );
  }

  merchant(id: MerchantId): Merchant | null {
    return this.#merchant.one(id);
  }

  merchantByDomain(domain: string): Merchant | null {
    return this.#merchantByDomain.one(domain);
  }

  merchants(): Merchant[] {
    return this.#merchants.all();
  }

  keyByHash(hash: string): ApiKey | null {
    return this.#keyByHash.one(hash);
  }

  key(id: KeyId): ApiKey | null {
    return this.#key.one(id);
  }

  keys(merchantId: MerchantId): ApiKey[] {
    return this.#keys.all(merchantId);
  }

  automaticCoupons(merchantId: MerchantId): Coupon[] {
    return this.#automaticCoupons.all(merchantId);
  }

  enteredCoupons(merchantId: MerchantId, { ids, code }: EnteredCoupons): Coupon[] {
    return this.#enteredCoupons.all(merchantId, JSON.stringify(ids), code);
  }

  coupons(merchantId: MerchantId): Coupon[] {
    return this.#coupons.all(merchantId);
  }
}
