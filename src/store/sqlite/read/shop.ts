import { nothingLeft } from "../../../domain/filters.ts";
import { NO_SHOP_DATA } from "../../../domain/shop/shop_data.ts";
import type { CouponId, MerchantId } from "../../../domain/ids.ts";
import { type Coupon, couponKey, giftIdsOf, hasLimit } from "../../../domain/shop/coupon.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { keyFromRow } from "../../../schema/stored/api_key.ts";
import { couponFromRow, couponUsageFromRow } from "../../../schema/stored/coupon.ts";
import {
  merchantFromRow,
  merchantHeadFromRow,
  shopDataFromRow,
} from "../../../schema/stored/merchant.ts";
import {
  type CouponReads,
  customerKey,
  type KeyReads,
  type MerchantReads,
} from "../../reads/shop.ts";
import type { SqliteCatalog } from "./catalog.ts";
import { type Connection, pageOfText, Query } from "./query.ts";

/** Some columns of merchants, each with its domains. */
const merchantsWith = (columns: string) => `
  SELECT ${columns}, (
    SELECT json_group_array(d.domain ORDER BY d.position)
    FROM merchant_domains AS d WHERE d.merchant_id = m.id
  ) AS domains
  FROM merchants AS m`;
const BY_NAME = "ORDER BY m.name, m.id";

/** Merchants, each with its domains. */
export const MERCHANTS = merchantsWith("m.*");

const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE merchant_id = ?1)`;
const DATA = `
  SELECT (SELECT coalesce(sum(count), 0) FROM session_counts WHERE merchant_id = ?1)
      + (SELECT count(*) FROM sessions WHERE merchant_id = ?1 AND livemode = 0) AS sessions,
    ${count("coupons")} AS coupons, ${count("customers")} AS customers,
    ${count("products")} AS products,
    ${count("payment_references")} + ${count("unexpected_payments")} AS payments`;

/** Reads merchants. */
export function sqliteMerchants(db: Connection): MerchantReads {
  const merchants = (rest: string) => new Query(db, `${MERCHANTS} ${rest}`, merchantFromRow);
  const byId = merchants("WHERE m.id = ?");
  const byDomain = merchants(
    "WHERE m.id = (SELECT merchant_id FROM merchant_domains WHERE domain = ?)",
  );
  const all = merchants(BY_NAME);
  const heads = new Query(db, `${merchantsWith("m.id, m.name")} ${BY_NAME}`, merchantHeadFromRow);
  const data = new Query(db, DATA, shopDataFromRow);
  return {
    find: (id) => byId.one(id),
    byDomain: (domain) => byDomain.one(domain),
    all: () => all.all(),
    heads: () => heads.all(),
    data: (id) => data.one(id) ?? NO_SHOP_DATA,
  };
}

/** Reads API keys. */
export function sqliteKeys(db: Connection): KeyReads {
  const keys = (rest: string) => new Query(db, `SELECT * FROM api_keys WHERE ${rest}`, keyFromRow);
  const byId = keys("id = ?");
  const byHash = keys("hash = ?");
  const ofMerchant = keys("merchant_id = ? ORDER BY created_at, id");
  return {
    byHash: (hash) => byHash.one(hash),
    find: (id) => byId.one(id),
    of: (merchantId) => ofMerchant.all(merchantId),
  };
}

/** Reads coupons and their uses. */
export function sqliteCoupons(
  db: Connection,
  catalog: Pick<SqliteCatalog, "products">,
): CouponReads {
  const coupons = (rest: string) =>
    new Query(db, `SELECT * FROM coupons WHERE ${rest}`, couponFromRow);
  const page = coupons(`merchant_id = ?1 AND ${pageOfText("code_key")}`);
  // Exactly the condition of the partial index.
  const automatic = coupons(
    "merchant_id = ? AND application_type = 'AUTOMATIC' AND enabled = 1 ORDER BY code_key",
  );
  // The plus keeps the index of a shop's codes from being used to read all its coupons.
  const entered = coupons(
    `+merchant_id = ?1 AND id IN (SELECT value FROM json_each(?2))
     UNION
     SELECT * FROM coupons WHERE merchant_id = ?1 AND code_key = ?3`,
  );
  const usage = new Query(
    db,
    `SELECT id, used, (
       SELECT count(*) FROM coupon_uses WHERE coupon_id = coupons.id AND customer_id = coalesce(
         ?2, (SELECT id FROM customers WHERE merchant_id = ?3 AND phone = ?4))
     ) AS used_by_customer
     FROM coupons WHERE used > 0 AND id IN (SELECT value FROM json_each(?1))`,
    couponUsageFromRow,
  );
  const usageOf = (ids: readonly CouponId[], ...customer: readonly (string | null)[]) =>
    new Map(ids.length === 0 ? [] : usage.all(JSON.stringify(ids), ...customer));
  const giftsOf = (merchantId: MerchantId, coupons: readonly Coupon[]) =>
    catalog.products(merchantId, giftIdsOf(coupons));
  return {
    of: (merchantId, { prefix, ...rest }, { limit, after = "" }) => {
      nothingLeft(rest);
      const found = page.all(merchantId, after, prefix ?? "", limit + 1);
      return pageOf(found, limit, ({ code }) => couponKey(code));
    },
    automatic: (merchantId) => {
      const coupons = automatic.all(merchantId);
      return { coupons, gifts: giftsOf(merchantId, coupons) };
    },
    entered: (merchantId, { ids, code }) => entered.all(merchantId, JSON.stringify(ids), code),
    usage: (ids, customerId) => usageOf(ids, customerId, null, null),
    forPricing: (merchantId, { ids, code, limited, customer }) => {
      const isNone = ids.length === 0 && code === null;
      const found = isNone ? [] : entered.all(merchantId, JSON.stringify(ids), code);
      const counted = [...limited, ...found.filter(hasLimit).map(({ id }) => id)];
      return {
        entered: found,
        gifts: giftsOf(merchantId, found),
        usage: usageOf(counted, ...customerKey(merchantId, customer)),
      };
    },
  };
}
