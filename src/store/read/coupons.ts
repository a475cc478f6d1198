import { nothingLeft } from "../../domain/filters.ts";
import type { CouponId, MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { type Coupon, couponKey, giftIdsOf } from "../../domain/shop/coupon.ts";
import { pageOf } from "../../domain/values/page.ts";
import { couponFromRow, couponUsageFromRow } from "../../schema/stored/coupon.ts";
import { productFromRow } from "../../schema/stored/product.ts";
import type { CouponReads, CustomerRef } from "../reads/shop.ts";
import { byId, CATALOGUE } from "./catalog.ts";
import { couponUses, NOT_INDEXED, pageOfText } from "../sql/dialect.ts";
import { both, mapped, type Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";

/** Exactly the condition of the partial index. */
const AUTOMATIC = "merchant_id = :merchant_id AND application_type = 'AUTOMATIC' AND enabled = 1";

/** In SQLite the plus keeps the index of a shop's codes from being used to read all its coupons. */
const ENTERED: Sql = {
  sqlite: `SELECT * FROM coupons WHERE +merchant_id = :merchant_id AND id IN :ids
    UNION
    SELECT * FROM coupons WHERE merchant_id = :merchant_id AND code_key = :code`,
  postgres: `SELECT * FROM coupons
    WHERE merchant_id = :merchant_id AND (id IN :ids OR code_key = :code) ORDER BY id`,
};
/** {@link ENTERED} by the indexes of ids and of codes: a shop may have many coupons. */
const ENTERED_IDS = sql`
  SELECT id FROM coupons
  WHERE ${NOT_INDEXED}merchant_id = :merchant_id AND id IN :ids
  UNION ALL
  SELECT id FROM coupons WHERE merchant_id = :merchant_id AND code_key = :code`;

/**
 * Products that coupons with a condition give away. In PostgreSQL by an array, which is expected to be
 * short: for a join the planner expects a hundred gifts of each coupon, and reads all products.
 */
const giftsOf = (coupons: Sql) => {
  const condition: Sql = {
    sqlite: sql`p.product_id IN (
       SELECT CAST(json_each.value AS INTEGER) FROM coupons AS c
       JOIN json_each(c.definition, '$.gift.productIds') WHERE ${coupons})`.sqlite,
    postgres: sql`p.product_id = ANY (ARRAY(
       SELECT gift::bigint FROM coupons AS c
       CROSS JOIN json_array_elements_text(c.definition::json #> '{gift,productIds}') AS gift
       WHERE ${coupons}))`.postgres,
  };
  return sql`${CATALOGUE} AND ${condition}`;
};

const USAGE = sql`
  WITH found AS MATERIALIZED (SELECT id, ${couponUses("coupons")} AS used FROM coupons
    WHERE id IN :ids OR (merchant_id = :merchant_id AND code_key = :code))
  SELECT id, used, (
    SELECT count(*) FROM coupon_uses WHERE coupon_id = found.id AND customer_id = coalesce(
      :customer_id, (SELECT id FROM customers WHERE merchant_id = :merchant_id AND phone = :phone))
  ) AS used_by_customer
  FROM found WHERE used > 0`;

interface UsageSearch {
  readonly ids: readonly CouponId[];
  readonly merchantId?: MerchantId | null;
  readonly code?: string | null;
  readonly customer: CustomerRef | null;
}

/** Reads coupons and their uses. */
export function couponReads(db: Reader): CouponReads {
  const page = db.query(
    ["merchant_id", "after", "prefix", "limit"],
    sql`SELECT * FROM coupons WHERE merchant_id = :merchant_id AND ${pageOfText("code_key")}`,
    couponFromRow,
  );
  const automatic = db.query(
    ["merchant_id"],
    `SELECT * FROM coupons WHERE ${AUTOMATIC} ORDER BY code_key`,
    couponFromRow,
  );
  const giftsOfAutomatic = db.query(["merchant_id"], giftsOf(AUTOMATIC), productFromRow);
  const entered = db.query(["merchant_id", "ids", "code?"], ENTERED, couponFromRow);
  const giftsOfEntered = db.query(
    ["merchant_id", "ids", "code?"],
    giftsOf(sql`c.id IN (${ENTERED_IDS})`),
    productFromRow,
  );
  const usage = db.query(
    ["ids", "customer_id?", "merchant_id?", "phone?", "code?"],
    USAGE,
    couponUsageFromRow,
  );
  const usageOf = ({ ids, merchantId = null, code = null, customer }: UsageSearch) => {
    if (ids.length === 0 && code === null) return new Map();
    const found = usage.all({
      ids,
      merchant_id: merchantId,
      code,
      customer_id: customer !== null && "id" in customer ? customer.id : null,
      phone: customer !== null && "phone" in customer ? customer.phone : null,
    });
    return mapped(found, (rows) => new Map(rows));
  };
  return {
    of: (merchantId, { prefix, ...rest }, { limit, after = "" }) => {
      nothingLeft(rest);
      const values = { merchant_id: merchantId, after, prefix: prefix ?? "", limit: limit + 1 };
      return mapped(
        page.all(values),
        (found) => pageOf(found, limit, ({ code }) => couponKey(code)),
      );
    },
    automatic: (merchantId) => {
      const found = automatic.all({ merchant_id: merchantId });
      const gifts = hasNoGift(found) ? [] : giftsOfAutomatic.all({ merchant_id: merchantId });
      return mapped(both(found, gifts), ([coupons, gifts]) => ({ coupons, gifts: byId(gifts) }));
    },
    entered: (merchantId, { ids, code }) => entered.all({ merchant_id: merchantId, ids, code }),
    usage: (ids, customerId) =>
      usageOf({ ids, customer: customerId === null ? null : { id: customerId } }),
    // As promises all at once, before it is known which of the coupons have gifts and limits.
    forPricing: (merchantId, { ids, code, limited, customer }) => {
      const isNone = ids.length === 0 && code === null;
      const values = { merchant_id: merchantId, ids, code };
      const found = isNone ? [] : entered.all(values);
      const gifts = hasNoGift(found) ? [] : giftsOfEntered.all(values);
      const usage = usageOf({ ids: [...limited, ...ids], merchantId, code, customer });
      return mapped(both(both(found, gifts), usage), ([[entered, gifts], usage]) => ({
        entered,
        gifts: byId(gifts),
        usage,
      }));
    },
  };
}

/** True if it is known that no coupon gives anything away. */
function hasNoGift(coupons: MaybePromise<readonly Coupon[]>): boolean {
  return !(coupons instanceof Promise) && giftIdsOf(coupons).length === 0;
}
