import { nothingLeft } from "../../../domain/filters.ts";
import type { CouponId, MerchantId } from "../../../domain/ids.ts";
import { couponKey } from "../../../domain/shop/coupon.ts";
import { NO_SHOP_DATA } from "../../../domain/shop/shop_data.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { keyFromRow } from "../../../schema/stored/api_key.ts";
import { couponFromRow, couponUsageFromRow } from "../../../schema/stored/coupon.ts";
import {
  merchantFromRow,
  merchantHeadFromRow,
  shopDataFromRow,
} from "../../../schema/stored/merchant.ts";
import { productFromRow } from "../../../schema/stored/product.ts";
import {
  type CouponReads,
  customerKey,
  type KeyReads,
  type MerchantReads,
} from "../../reads/shop.ts";
import { byId, PG_CATALOGUE } from "./catalog.ts";
import { pgPageOfText, PgQuery, type Reads } from "./query.ts";

/** Some columns of merchants, each with its domains. */
const merchantsWith = (columns: string) => `
  SELECT ${columns}, coalesce((
    SELECT json_agg(d.domain ORDER BY d.position)
    FROM merchant_domains AS d WHERE d.merchant_id = m.id
  )::text, '[]') AS domains
  FROM merchants AS m`;
const BY_NAME = "ORDER BY m.name, m.id";

/** Merchants, each with its domains. */
export const PG_MERCHANTS = merchantsWith("m.*");

const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE merchant_id = $1)`;
const sum = (column: string, table: string) =>
  `(SELECT coalesce(sum(${column}), 0)::bigint FROM ${table} WHERE merchant_id = $1)`;
const DATA = `
  SELECT ${sum("count", "session_counts")} + ${sum("delta", "session_count_deltas")}
      + (SELECT count(*) FROM sessions WHERE merchant_id = $1 AND livemode = 0) AS sessions,
    ${count("coupons")} AS coupons, ${count("customers")} AS customers,
    ${count("products")} AS products,
    ${count("payment_references")} + ${count("unexpected_payments")} AS payments`;

/** Reads merchants. */
export function postgresMerchants(reads: Reads): MerchantReads {
  const merchants = (rest: string) =>
    new PgQuery(reads, `${PG_MERCHANTS} ${rest}`, merchantFromRow);
  const byId = merchants("WHERE m.id = $1");
  const byDomain = merchants(
    "WHERE m.id = (SELECT merchant_id FROM merchant_domains WHERE domain = $1)",
  );
  const all = merchants(BY_NAME);
  const heads = new PgQuery(
    reads,
    `${merchantsWith("m.id, m.name")} ${BY_NAME}`,
    merchantHeadFromRow,
  );
  const data = new PgQuery(reads, DATA, shopDataFromRow);
  return {
    find: (id) => byId.one(id),
    byDomain: (domain) => byDomain.one(domain),
    all: () => all.all(),
    heads: () => heads.all(),
    data: async (id) => await data.one(id) ?? NO_SHOP_DATA,
  };
}

/** Reads API keys. */
export function postgresKeys(reads: Reads): KeyReads {
  const keys = (rest: string) =>
    new PgQuery(reads, `SELECT * FROM api_keys WHERE ${rest}`, keyFromRow);
  const byId = keys("id = $1");
  const byHash = keys("hash = $1");
  const ofMerchant = keys("merchant_id = $1 ORDER BY created_at, id");
  return {
    byHash: (hash) => byHash.one(hash),
    find: (id) => byId.one(id),
    of: (merchantId) => ofMerchant.all(merchantId),
  };
}

/**
 * Products that coupons with a condition give away. By an array, which is expected to be short: for a
 * join the planner expects a hundred gifts of each coupon, and reads all products.
 */
const giftsOf = (reads: Reads, coupons: string) =>
  new PgQuery(
    reads,
    `${PG_CATALOGUE} AND p.product_id = ANY (ARRAY(
       SELECT gift::bigint FROM coupons AS c
       CROSS JOIN json_array_elements_text(c.definition::json #> '{gift,productIds}') AS gift
       WHERE ${coupons}))`,
    productFromRow,
  );
/** By the indexes of ids and of codes: a shop may have many coupons. */
const ENTERED = `c.id IN (
      SELECT id FROM coupons WHERE merchant_id = $1 AND id = ANY ($2::text[])
      UNION ALL SELECT id FROM coupons WHERE merchant_id = $1 AND code_key = $3)`;

/** Reads coupons and their uses. */
export function postgresCoupons(reads: Reads): CouponReads {
  const coupons = (rest: string) =>
    new PgQuery(reads, `SELECT * FROM coupons WHERE ${rest}`, couponFromRow);
  const page = coupons(`merchant_id = $1 AND ${pgPageOfText("code_key")}`);
  // Exactly the condition of the partial index.
  const automatic = coupons(
    "merchant_id = $1 AND application_type = 'AUTOMATIC' AND enabled = 1 ORDER BY code_key",
  );
  const entered = coupons(
    "merchant_id = $1 AND (id = ANY ($2::text[]) OR code_key = $3) ORDER BY id",
  );
  const usage = new PgQuery(
    reads,
    `SELECT id, used, (
       SELECT count(*) FROM coupon_uses WHERE coupon_id = coupons.id AND customer_id = coalesce(
         $2, (SELECT id FROM customers WHERE merchant_id = $3 AND phone = $4))
     ) AS used_by_customer
     FROM coupons WHERE used > 0
       AND (id = ANY ($1::text[]) OR (merchant_id = $5 AND code_key = $6))`,
    couponUsageFromRow,
  );
  const giftsOfEntered = giftsOf(reads, ENTERED);
  const giftsOfAutomatic = giftsOf(
    reads,
    "c.merchant_id = $1 AND c.application_type = 'AUTOMATIC' AND c.enabled = 1",
  );
  const usageOf = async (
    ids: readonly CouponId[],
    customer: ReturnType<typeof customerKey>,
    code: readonly [merchantId: MerchantId | null, code: string | null] = [null, null],
  ) =>
    new Map(ids.length === 0 && code[1] === null ? [] : await usage.all(ids, ...customer, ...code));
  return {
    of: async (merchantId, { prefix, ...rest }, { limit, after = "" }) => {
      nothingLeft(rest);
      const found = await page.all(merchantId, after, prefix ?? "", limit + 1);
      return pageOf(found, limit, ({ code }) => couponKey(code));
    },
    automatic: async (merchantId) => {
      const found = [automatic.all(merchantId), giftsOfAutomatic.all(merchantId)] as const;
      const [coupons, gifts] = await Promise.all(found);
      return { coupons, gifts: byId(gifts) };
    },
    entered: (merchantId, { ids, code }) => entered.all(merchantId, ids, code),
    usage: (ids, customerId) => usageOf(ids, [customerId, null, null]),
    // All at once, before it is known which of the coupons have gifts and limits.
    forPricing: async (merchantId, { ids, code, limited, customer }) => {
      const key = customerKey(merchantId, customer);
      const isNone = ids.length === 0 && code === null;
      const [found, gifts, usage] = await Promise.all([
        isNone ? [] : entered.all(merchantId, ids, code),
        isNone ? [] : giftsOfEntered.all(merchantId, ids, code),
        usageOf([...limited, ...ids], key, [merchantId, code]),
      ]);
      return { entered: found, gifts: byId(gifts), usage };
    },
  };
}
