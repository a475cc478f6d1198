import {
  dayCountFromRow,
  dayRevenueFromRow,
  orderSumFromRow,
  recoverySumFromRow,
} from "../../../schema/stored/statistics.ts";
import type { StatisticsReads } from "../../reads/sessions.ts";
import { PgQuery, type Reads } from "./query.ts";

/** Days of the bounds $2; nothing is in the last one, which has no end. */
const OF_DAYS = `
  WITH days AS (
    SELECT place - 1 AS day, at AS since, lead(at) OVER (ORDER BY place) AS until
    FROM unnest($2::bigint[]) WITH ORDINALITY AS bounds (at, place)
  )`;

/**
 * Each day is one range of the index.
 *
 * A session with a step is beyond its first version, or beyond its second if abandoning was one of
 * the steps. Those that were deleted are counted by quarters of an hour.
 */
const DAYS = `${OF_DAYS}
  SELECT $1 AS merchant_id, day, session_state, payment_state, sum(count)::bigint AS count,
    sum(begun)::bigint AS begun
  FROM (
    SELECT d.day, s.session_state, s.payment_state, count(*) AS count,
      count(*) FILTER (WHERE s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END) AS begun
    FROM days AS d JOIN sessions AS s ON s.created_at >= d.since AND s.created_at < d.until
    WHERE s.merchant_id = $1 AND s.livemode = 1
    GROUP BY d.day, s.session_state, s.payment_state
    UNION ALL
    SELECT d.day, p.session_state, p.payment_state, p.count, p.begun
    FROM days AS d JOIN purged_sessions AS p ON p.opened_at >= d.since AND p.opened_at < d.until
    WHERE p.merchant_id = $1
  ) AS counted
  GROUP BY day, session_state, payment_state ORDER BY day, session_state, payment_state`;

/** Grouped by the currency of the session, which it keeps from its creation. */
const ORDERS = `
  SELECT merchant_id, currency_code, count(*) AS orders, sum(total_payable)::text AS payable,
    count(*) FILTER (WHERE has_coupon = 1) AS with_coupon,
    sum(coupon_discount)::text AS coupon_discount
  FROM sessions
  WHERE merchant_id = $1 AND livemode = 1 AND created_at >= $2 AND created_at < $3
    AND session_state = 'COMPLETED' AND is_order = 1
  GROUP BY merchant_id, currency_code ORDER BY currency_code`;

/** As {@link DAYS}, by the index of orders. */
const REVENUE = `${OF_DAYS}
  SELECT s.merchant_id, d.day, s.currency_code, count(*) AS orders,
    sum(s.total_payable)::text AS payable
  FROM days AS d JOIN sessions AS s ON s.placed_at >= d.since AND s.placed_at < d.until
  WHERE s.merchant_id = $1 AND s.livemode = 1 AND s.placed_at IS NOT NULL AND s.is_order = 1
  GROUP BY s.merchant_id, d.day, s.currency_code ORDER BY d.day, s.currency_code`;

const CAME_BACK = "returned IS NOT NULL AND session_state = 'COMPLETED' AND is_order = 1";

/** By the index of sessions that were left, exactly with its condition. Tests are never in it. */
const RECOVERY = `
  SELECT $1 AS merchant_id, currency_code, sum(idle)::bigint AS idle,
    sum(resumed)::bigint AS resumed, sum(reopened)::bigint AS reopened,
    sum(orders)::bigint AS orders, sum(payable)::text AS payable
  FROM (
    SELECT currency_code, count(idle_at) AS idle,
      count(*) FILTER (WHERE returned = 'RESUMED') AS resumed,
      count(*) FILTER (WHERE returned = 'REOPENED') AS reopened,
      count(*) FILTER (WHERE ${CAME_BACK}) AS orders,
      coalesce(sum(total_payable) FILTER (WHERE ${CAME_BACK}), 0) AS payable
    FROM sessions
    WHERE merchant_id = $1 AND created_at >= $2 AND created_at < $3
      AND (idle_at IS NOT NULL OR returned IS NOT NULL)
    GROUP BY currency_code
    UNION ALL
    SELECT currency_code, idle, resumed, reopened, 0, 0 FROM purged_sessions
    WHERE merchant_id = $1 AND opened_at >= $2 AND opened_at < $3
      AND idle + resumed + reopened > 0
  ) AS summed
  GROUP BY currency_code ORDER BY currency_code`;

/** Reads sums over many sessions. */
export function postgresStatistics(reads: Reads): StatisticsReads {
  const days = new PgQuery(reads, DAYS, dayCountFromRow);
  const orders = new PgQuery(reads, ORDERS, orderSumFromRow);
  const recovery = new PgQuery(reads, RECOVERY, recoverySumFromRow);
  const revenue = new PgQuery(reads, REVENUE, dayRevenueFromRow);
  return {
    days: ({ merchantId, bounds }) => days.all(merchantId, bounds),
    orders: ({ merchantId, bounds }) => orders.all(merchantId, ...endsOf(bounds)),
    recovery: ({ merchantId, bounds }) => recovery.all(merchantId, ...endsOf(bounds)),
    revenue: ({ merchantId, bounds }) => revenue.all(merchantId, bounds),
  };
}

function endsOf(bounds: readonly number[]): [from: number, to: number] {
  const [from = 0] = bounds;
  return [from, bounds.at(-1) ?? from];
}
