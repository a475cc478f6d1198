import { insertRow } from "./insert.ts";

const HOLD = [
  "session_id",
  "merchant_id",
  "variant_id",
  "units",
  "phone",
  "address",
  "client",
] as const;

/** Units of the variant that are held for a buyer, by one of the digests. */
const unpaidOf = (digest: "phone" | "address" | "client") =>
  `(SELECT coalesce(sum(units), 0) FROM stock_holds WHERE merchant_id = :merchant_id
           AND variant_id = :variant_id::bigint AND ${digest} = :${digest})`;

/** True within what a digest may hold of a variant, or without the digest. */
const withinMost = (digest: "phone" | "address") =>
  `(:${digest} IS NULL OR :units::bigint + ${unpaidOf(digest)} <= :max_quantity::bigint)`;

/** True for a client that holds a few units, or its part of those that others do not hold. */
const WITHIN_PART = `(:client IS NULL OR :units::bigint + ${
  unpaidOf("client")
} <= :client_units::bigint
           OR NOT EXISTS (SELECT 1 FROM variants AS v
             WHERE v.merchant_id = :merchant_id AND v.variant_id = :variant_id::bigint
               AND v.inventory_policy <> 'continue'
               AND (:units::bigint + ${unpaidOf("client")}) * :client_part::bigint
                 > v.inventory_quantity - v.held + ${unpaidOf("client")}))`;

/** True within the limits of the buyer, if there are any. */
const WITHIN_LIMITS = `(:max_quantity IS NULL OR (${withinMost("phone")}
         AND ${withinMost("address")}
         AND ${WITHIN_PART}))`;

/** Variants with units held by a session, by the primary keys of both tables. */
const HELD_VARIANTS = `
  FROM stock_holds AS h
  WHERE h.session_id = :id
    AND variants.merchant_id = h.merchant_id AND variants.variant_id = h.variant_id`;

/** Coupon uses and stock that payments hold, release or use. */
export const HOLD_WRITES = {
  "coupon.addUse": `INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
       SELECT :session_id, :coupon_id, :customer_id
       WHERE :limit IS NULL OR :customer_id IS NOT NULL AND :limit::bigint > (
         SELECT count(*) FROM coupon_uses
         WHERE coupon_id = :coupon_id AND customer_id = :customer_id)`,
  "coupon.countUse":
    // Also checks the current limit, which may have been lowered since the step was decided.
    `UPDATE coupons SET used = used + 1
       WHERE id = :id AND (:limit IS NULL OR used < least(:limit::bigint, usage_limit))`,
  "coupon.uncountUse": `UPDATE coupons SET used = greatest(0, used - 1)
       WHERE id = :coupon_id AND EXISTS (SELECT 1 FROM coupon_uses
         WHERE session_id = :session_id AND coupon_id = :coupon_id)`,
  "coupon.deleteUse":
    "DELETE FROM coupon_uses WHERE session_id = :session_id AND coupon_id = :coupon_id",
  "stock.addHold": `${insertRow("stock_holds", HOLD)}
       WHERE ${WITHIN_LIMITS}
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = stock_holds.units + excluded.units`,
  "stock.holdUnits": `UPDATE variants SET held = held + :units::bigint
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id::bigint
         AND (inventory_policy = 'continue' OR inventory_quantity IS NULL
           OR inventory_quantity - held >= :units::bigint)`,
  "stock.releaseUnits": `UPDATE variants SET held = held - h.units ${HELD_VARIANTS}`,
  "stock.recordSales": `INSERT INTO stock_sales (session_id, merchant_id, variant_id, units)
       SELECT h.session_id, h.merchant_id, h.variant_id, h.units
       FROM stock_holds AS h JOIN variants AS v
       ON v.merchant_id = h.merchant_id AND v.variant_id = h.variant_id
       WHERE h.session_id = :id AND v.inventory_quantity IS NOT NULL
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = stock_sales.units + excluded.units`,
  "stock.sellUnits":
    `UPDATE variants SET held = held - h.units, inventory_quantity = inventory_quantity - h.units
       ${HELD_VARIANTS}`,
  // NULL, for stock that is no longer tracked, stays NULL.
  "stock.returnSales": `UPDATE variants SET inventory_quantity = inventory_quantity + s.units
       FROM stock_sales AS s WHERE s.session_id = :id
         AND variants.merchant_id = s.merchant_id AND variants.variant_id = s.variant_id`,
  "stock.addUnits": `UPDATE variants SET inventory_quantity = inventory_quantity + :units::bigint
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id::bigint`,
  "stock.deleteSales": "DELETE FROM stock_sales WHERE session_id = :id",
  "stock.forgetBuyer": `UPDATE stock_holds SET phone = NULL, address = NULL, client = NULL
       WHERE session_id = :id`,
  "stock.deleteHolds": "DELETE FROM stock_holds WHERE session_id = :id",
} as const;
