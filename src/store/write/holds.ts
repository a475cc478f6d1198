import { couponUses } from "../sql/dialect.ts";
import { sql } from "../sql/sql.ts";
import { catalogueShared, type LocksOf, rows, session, sessionById, variant } from "./locks.ts";
import { insertInto, LEAST, write } from "./write.ts";

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
           AND variant_id = :variant_id AND ${digest} = :${digest})`;

/** True within what a digest may hold of a variant, or without the digest. */
const withinMost = (digest: "phone" | "address") =>
  `(:${digest} IS NULL OR :units + ${unpaidOf(digest)} <= :max_quantity)`;

/** True for a client that holds a few units, or its part of those that others do not hold. */
const WITHIN_PART = `(:client IS NULL OR :units + ${unpaidOf("client")} <= :client_units
           OR NOT EXISTS (SELECT 1 FROM variants AS v
             WHERE v.merchant_id = :merchant_id AND v.variant_id = :variant_id
               AND v.inventory_policy <> 'continue'
               AND (:units + ${unpaidOf("client")}) * 100
                 > (v.inventory_quantity - v.held + ${unpaidOf("client")}) * :client_percent))`;

/** True within the limits of the buyer, if there are any. */
const WITHIN_LIMITS = `(:max_quantity IS NULL OR (${withinMost("phone")}
         AND ${withinMost("address")}
         AND ${WITHIN_PART}))`;

/** Variants with units held by a session, by the primary keys of both tables. */
const HELD_VARIANTS = `
  FROM stock_holds AS h
  WHERE h.session_id = :id
    AND variants.merchant_id = h.merchant_id AND variants.variant_id = h.variant_id`;

const HAS_USE = `EXISTS (SELECT 1 FROM coupon_uses
         WHERE session_id = :session_id AND coupon_id = :coupon_id)`;

/** The coupon, if its uses are counted for a limit. */
const limitedCoupon: LocksOf = (params, lock) => {
  if (params["limit"] !== null) rows("coupons", "coupon_id")(params, lock);
};

/** Coupon uses and stock that payments hold, release or use. */
export const HOLD_WRITES = {
  "coupon.addUse": write(
    `INSERT INTO coupon_uses (session_id, coupon_id, customer_id)
       SELECT :session_id, :coupon_id, :customer_id
       WHERE :limit IS NULL OR :customer_id IS NOT NULL AND :limit > (
         SELECT count(*) FROM coupon_uses
         WHERE coupon_id = :coupon_id AND customer_id = :customer_id)`,
    session,
    limitedCoupon,
  ),
  "coupon.countUse": write(
    {
      sqlite: "UPDATE coupons SET used = used + 1 WHERE id = :id",
      postgres: "INSERT INTO coupon_use_deltas (coupon_id, delta) VALUES (:id, 1)",
    },
  ),
  "coupon.countLimited": write(
    // Also checks the current limit, which may have been lowered since the step was decided.
    sql`UPDATE coupons SET used = used + 1 WHERE id = :id
         AND ${couponUses("coupons")} < ${LEAST}(:limit, coalesce(usage_limit, :limit))`,
    rows("coupons", "id"),
  ),
  "coupon.uncountUse": write(
    {
      sqlite: `UPDATE coupons SET used = max(0, used - 1) WHERE id = :coupon_id AND ${HAS_USE}`,
      postgres: `INSERT INTO coupon_use_deltas (coupon_id, delta)
         SELECT :coupon_id, -1 WHERE ${HAS_USE}`,
    },
    session,
  ),
  "coupon.deleteUse": write(
    "DELETE FROM coupon_uses WHERE session_id = :session_id AND coupon_id = :coupon_id",
    session,
  ),
  "stock.addHold": write(
    sql`${insertInto("stock_holds", HOLD, { where: WITHIN_LIMITS })}
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = stock_holds.units + excluded.units`,
    session,
    variant,
    catalogueShared,
  ),
  "stock.holdUnits": write(
    `UPDATE variants SET held = held + :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id
         AND (inventory_policy = 'continue' OR inventory_quantity IS NULL
           OR inventory_quantity - held >= :units)`,
    variant,
  ),
  "stock.releaseUnits": write(
    `UPDATE variants SET held = held - h.units ${HELD_VARIANTS}`,
    sessionById,
    rows("stock", "id"),
  ),
  "stock.recordSales": write(
    `INSERT INTO stock_sales (session_id, merchant_id, variant_id, units)
       SELECT h.session_id, h.merchant_id, h.variant_id, h.units
       FROM stock_holds AS h JOIN variants AS v
       ON v.merchant_id = h.merchant_id AND v.variant_id = h.variant_id
       WHERE h.session_id = :id AND v.inventory_quantity IS NOT NULL
       ON CONFLICT (session_id, merchant_id, variant_id)
       DO UPDATE SET units = stock_sales.units + excluded.units`,
    sessionById,
    rows("stock", "id"),
  ),
  "stock.sellUnits": write(
    `UPDATE variants SET held = held - h.units, inventory_quantity = inventory_quantity - h.units
       ${HELD_VARIANTS}`,
    sessionById,
    rows("stock", "id"),
  ),
  // NULL, for stock that is no longer tracked, stays NULL.
  "stock.returnSales": write(
    `UPDATE variants SET inventory_quantity = inventory_quantity + s.units
       FROM stock_sales AS s WHERE s.session_id = :id
         AND variants.merchant_id = s.merchant_id AND variants.variant_id = s.variant_id`,
    sessionById,
    rows("stock", "id"),
  ),
  "stock.addUnits": write(
    `UPDATE variants SET inventory_quantity = inventory_quantity + :units
       WHERE merchant_id = :merchant_id AND variant_id = :variant_id`,
    variant,
  ),
  "stock.deleteSales": write(
    "DELETE FROM stock_sales WHERE session_id = :id",
    sessionById,
    rows("stock", "id"),
  ),
  "stock.returnSome": write(
    sql`UPDATE variants SET inventory_quantity = inventory_quantity + ${LEAST}(s.units, :units)
       FROM stock_sales AS s WHERE s.session_id = :session_id AND s.merchant_id = :merchant_id
         AND s.variant_id = :variant_id
         AND variants.merchant_id = s.merchant_id AND variants.variant_id = s.variant_id`,
    session,
    variant,
  ),
  "stock.deleteReturned": write(
    `DELETE FROM stock_sales WHERE session_id = :session_id AND merchant_id = :merchant_id
         AND variant_id = :variant_id AND units <= :units`,
    session,
    variant,
  ),
  "stock.lessenSales": write(
    `UPDATE stock_sales SET units = units - :units WHERE session_id = :session_id
         AND merchant_id = :merchant_id AND variant_id = :variant_id AND units > :units`,
    session,
    variant,
  ),
  "stock.forgetBuyer": write(
    `UPDATE stock_holds SET phone = NULL, address = NULL, client = NULL
       WHERE session_id = :id`,
    sessionById,
    rows("stock", "id"),
  ),
  "stock.deleteHolds": write(
    "DELETE FROM stock_holds WHERE session_id = :id",
    sessionById,
    rows("stock", "id"),
  ),
} as const;
