import {
  dayCountFromRow,
  dayRevenueFromRow,
  orderSumFromRow,
  recoverySumFromRow,
} from "../../../schema/stored/statistics.ts";
import type { StatisticsReads } from "../../reads/sessions.ts";
import { type Connection, Query } from "./query.ts";

/** An order that was not cancelled. */
const KEPT = "s.doc ->> '$.order.cancellation' IS NULL";

/** End of a day of `json_each(?2)`: the start of the next one. */
const DAY_END = "json_extract(?2, '$[' || (json_each.key + 1) || ']')";

/**
 * Each day is one range of the index. CROSS JOIN keeps that order; SQLite would otherwise walk a
 * shop's sessions and search the days for each.
 *
 * A session with a step is beyond its first version, or beyond its second if abandoning was one of
 * the steps. The version is not in the index, but in the part of a row that is read without its
 * long texts.
 */
const DAYS = `
  SELECT s.merchant_id, json_each.key AS day, s.session_state, s.payment_state,
    count(*) AS count,
    sum(s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END) AS begun
  FROM json_each(?2) CROSS JOIN sessions AS s
  WHERE s.merchant_id = ?1 AND s.livemode = 1 AND s.created_at >= json_each.value AND s.created_at < ${DAY_END}
  GROUP BY day, s.session_state, s.payment_state
  ORDER BY day, s.session_state, s.payment_state`;

/**
 * Amounts are only in the documents, so those of completed sessions are read; SQLite parses each
 * once. Grouped by the currency of the session, which it keeps from its creation.
 */
const ORDERS = `
  SELECT s.merchant_id, s.doc ->> '$.currencyCode' AS currency_code, count(*) AS orders,
    CAST(sum(s.doc ->> '$.priced.totals.totalPayable') AS TEXT) AS payable,
    sum(s.doc -> '$.priced.coupons[0]' IS NOT NULL) AS with_coupon,
    CAST(sum(s.doc ->> '$.priced.totals.couponDiscount') AS TEXT) AS coupon_discount
  FROM sessions AS s
  WHERE s.merchant_id = ?1 AND s.livemode = 1 AND s.created_at >= ?2 AND s.created_at < ?3
    AND s.session_state = 'COMPLETED' AND ${KEPT}
  GROUP BY 2 ORDER BY 2`;

/** As {@link DAYS}, by the index of orders. */
const REVENUE = `
  SELECT s.merchant_id, json_each.key AS day, s.doc ->> '$.currencyCode' AS currency_code,
    count(*) AS orders, CAST(sum(s.doc ->> '$.priced.totals.totalPayable') AS TEXT) AS payable
  FROM json_each(?2) CROSS JOIN sessions AS s
  WHERE s.merchant_id = ?1 AND s.livemode = 1 AND s.placed_at >= json_each.value AND s.placed_at < ${DAY_END} AND ${KEPT}
  GROUP BY 2, 3 ORDER BY 2, 3`;

const CAME_BACK = `s.returned IS NOT NULL AND s.session_state = 'COMPLETED' AND ${KEPT}`;

/** By the index of sessions that were left, exactly with its condition. Tests are never in it. */
const RECOVERY = `
  SELECT s.merchant_id, s.doc ->> '$.currencyCode' AS currency_code,
    count(s.idle_at) AS idle,
    count(*) FILTER (WHERE s.returned = 'RESUMED') AS resumed,
    count(*) FILTER (WHERE s.returned = 'REOPENED') AS reopened,
    count(*) FILTER (WHERE ${CAME_BACK}) AS orders,
    CAST(sum(iif(${CAME_BACK}, s.doc ->> '$.priced.totals.totalPayable', 0)) AS TEXT) AS payable
  FROM sessions AS s
  WHERE s.merchant_id = ?1 AND s.created_at >= ?2 AND s.created_at < ?3
    AND (s.idle_at IS NOT NULL OR s.returned IS NOT NULL)
  GROUP BY 2 ORDER BY 2`;

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
