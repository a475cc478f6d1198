import {
  dayCountFromRow,
  dayRevenueFromRow,
  orderSumFromRow,
  recoverySumFromRow,
} from "../../../schema/stored/statistics.ts";
import type { StatisticsReads } from "../../reads/sessions.ts";
import { type Connection, Query } from "./query.ts";

/**
 * Parts of a session's document, written exactly as in the indexes, which have them. A damaged
 * document gives null, which no row allows.
 */
const part = (expression: string) => `iif(json_valid(s.doc), ${expression}, NULL)`;
const CURRENCY = part("s.doc ->> '$.currencyCode'");
const PAYABLE = part("s.doc ->> '$.priced.totals.totalPayable'");
const WITH_COUPON = part("s.doc -> '$.priced.coupons[0]' IS NOT NULL");
const COUPON_DISCOUNT = part("s.doc ->> '$.priced.totals.couponDiscount'");
const IS_KEPT = part("s.doc ->> '$.order.cancellation' IS NULL");

/** End of a day of `json_each(?2)`: the start of the next one. */
const DAY_END = "json_extract(?2, '$[' || (json_each.key + 1) || ']')";

/**
 * Each day is one range of the index. CROSS JOIN keeps that order; SQLite would otherwise walk a
 * shop's sessions and search the days for each.
 *
 * A session with a step is beyond its first version, or beyond its second if abandoning was one of
 * the steps. Those that were deleted are counted by quarters of an hour.
 */
const DAYS = `
  SELECT ?1 AS merchant_id, day, session_state, payment_state,
    sum(count) AS count, sum(begun) AS begun
  FROM (
    SELECT json_each.key AS day, s.session_state, s.payment_state, count(*) AS count,
      sum(s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END) AS begun
    FROM json_each(?2) CROSS JOIN sessions AS s
    WHERE s.merchant_id = ?1 AND s.livemode = 1 AND s.created_at >= json_each.value AND s.created_at < ${DAY_END}
    GROUP BY day, s.session_state, s.payment_state
    UNION ALL
    SELECT json_each.key, p.session_state, p.payment_state, p.count, p.begun
    FROM json_each(?2) CROSS JOIN purged_sessions AS p
    WHERE p.merchant_id = ?1 AND p.opened_at >= json_each.value AND p.opened_at < ${DAY_END}
  )
  GROUP BY day, session_state, payment_state ORDER BY day, session_state, payment_state`;

/**
 * Rows are taken from the index before they are summed: in a query that also groups, SQLite would
 * read each document. Grouped by the currency of the session, which it keeps from its creation.
 */
const ORDERS = `
  WITH completed AS MATERIALIZED (
    SELECT ${CURRENCY} AS currency_code, ${PAYABLE} AS payable, ${WITH_COUPON} AS with_coupon,
      ${COUPON_DISCOUNT} AS coupon_discount, ${IS_KEPT} AS is_kept
    FROM sessions AS s
    WHERE s.merchant_id = ?1 AND s.livemode = 1 AND s.created_at >= ?2 AND s.created_at < ?3
      AND s.session_state = 'COMPLETED'
  )
  SELECT ?1 AS merchant_id, currency_code, count(*) AS orders,
    CAST(sum(payable) AS TEXT) AS payable, sum(with_coupon) AS with_coupon,
    CAST(sum(coupon_discount) AS TEXT) AS coupon_discount
  FROM completed WHERE is_kept IS NOT 0 GROUP BY currency_code ORDER BY currency_code`;

/** As {@link DAYS}, by the index of orders. */
const REVENUE = `
  WITH placed AS MATERIALIZED (
    SELECT json_each.key AS day, ${CURRENCY} AS currency_code, ${PAYABLE} AS payable,
      ${IS_KEPT} AS is_kept
    FROM json_each(?2) CROSS JOIN sessions AS s
    WHERE s.merchant_id = ?1 AND s.livemode = 1 AND s.placed_at >= json_each.value AND s.placed_at < ${DAY_END}
  )
  SELECT ?1 AS merchant_id, day, currency_code, count(*) AS orders,
    CAST(sum(payable) AS TEXT) AS payable
  FROM placed WHERE is_kept IS NOT 0 GROUP BY day, currency_code ORDER BY day, currency_code`;

const CAME_BACK = "returned IS NOT NULL AND session_state = 'COMPLETED' AND is_kept IS NOT 0";

/** By the index of sessions that were left, exactly with its condition. Tests are never in it. */
const RECOVERY = `
  WITH listed AS MATERIALIZED (
    SELECT s.idle_at, s.returned, s.session_state, ${CURRENCY} AS currency_code,
      ${PAYABLE} AS payable, ${IS_KEPT} AS is_kept
    FROM sessions AS s
    WHERE s.merchant_id = ?1 AND s.created_at >= ?2 AND s.created_at < ?3
      AND (s.idle_at IS NOT NULL OR s.returned IS NOT NULL)
  ), summed AS (
    SELECT currency_code, idle_at IS NOT NULL AS idle, returned IS 'RESUMED' AS resumed,
      returned IS 'REOPENED' AS reopened, ${CAME_BACK} AS orders,
      iif(${CAME_BACK}, payable, 0) AS payable
    FROM listed
    UNION ALL
    SELECT currency_code, idle, resumed, reopened, 0, 0 FROM purged_sessions
    WHERE merchant_id = ?1 AND opened_at >= ?2 AND opened_at < ?3
      AND idle + resumed + reopened > 0
  )
  SELECT ?1 AS merchant_id, currency_code, sum(idle) AS idle, sum(resumed) AS resumed,
    sum(reopened) AS reopened, sum(orders) AS orders, CAST(sum(payable) AS TEXT) AS payable
  FROM summed GROUP BY currency_code ORDER BY currency_code`;

/** Reads sums over many sessions. */
export function sqliteStatistics(db: Connection): StatisticsReads {
  const days = new Query(db, DAYS, dayCountFromRow);
  const orders = new Query(db, ORDERS, orderSumFromRow);
  const recovery = new Query(db, RECOVERY, recoverySumFromRow);
  const revenue = new Query(db, REVENUE, dayRevenueFromRow);
  return {
    days: ({ merchantId, bounds }) => days.all(merchantId, JSON.stringify(bounds)),
    orders: ({ merchantId, bounds }) => orders.all(merchantId, ...endsOf(bounds)),
    recovery: ({ merchantId, bounds }) => recovery.all(merchantId, ...endsOf(bounds)),
    revenue: ({ merchantId, bounds }) => revenue.all(merchantId, JSON.stringify(bounds)),
  };
}

function endsOf(bounds: readonly number[]): [from: number, to: number] {
  const [from = 0] = bounds;
  return [from, bounds.at(-1) ?? from];
}
