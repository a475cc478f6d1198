import {
  dayCountFromRow,
  dayRevenueFromRow,
  orderSumFromRow,
  recoverySumFromRow,
} from "../../schema/stored/statistics.ts";
import type { StatisticsReads } from "../reads/sessions.ts";
import { DAY_END, isOfQuarters, type SumRead, sumReads } from "./session_sums.ts";
import { mapped, type Reader } from "./query.ts";
import type { Sql } from "../sql/sql.ts";

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

/** Days of the `:bounds`; nothing is in the last one, which has no end. */
const OF_DAYS = `
  WITH days AS (
    SELECT place - 1 AS day, at AS since, lead(at) OVER (ORDER BY place) AS until
    FROM unnest(:bounds) WITH ORDINALITY AS bounds (at, place)
  )`;

/**
 * Each day is one range of the index. CROSS JOIN keeps that order; SQLite would otherwise walk a
 * shop's sessions and search the days for each.
 *
 * A session with a step is beyond its first version, or beyond its second if abandoning was one of
 * the steps. Those that were deleted are counted by quarters of an hour.
 */
const DAYS: Sql = {
  sqlite: `
  SELECT :merchant_id AS merchant_id, day, session_state, payment_state,
    sum(count) AS count, sum(begun) AS begun
  FROM (
    SELECT json_each.key AS day, s.session_state, s.payment_state, count(*) AS count,
      sum(s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END) AS begun
    FROM json_each(:bounds) CROSS JOIN sessions AS s
    WHERE s.merchant_id = :merchant_id AND s.livemode = 1 AND s.created_at >= json_each.value AND s.created_at < ${DAY_END}
    GROUP BY day, s.session_state, s.payment_state
    UNION ALL
    SELECT json_each.key, p.session_state, p.payment_state, p.count, p.begun
    FROM json_each(:bounds) CROSS JOIN purged_sessions AS p
    WHERE p.merchant_id = :merchant_id AND p.opened_at >= json_each.value AND p.opened_at < ${DAY_END}
  )
  GROUP BY day, session_state, payment_state ORDER BY day, session_state, payment_state`,
  postgres: `${OF_DAYS}
  SELECT :merchant_id AS merchant_id, day, session_state, payment_state, sum(count) AS count,
    sum(begun) AS begun
  FROM (
    SELECT d.day, s.session_state, s.payment_state, count(*) AS count,
      count(*) FILTER (WHERE s.version > CASE s.session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END) AS begun
    FROM days AS d JOIN sessions AS s ON s.created_at >= d.since AND s.created_at < d.until
    WHERE s.merchant_id = :merchant_id AND s.livemode = 1
    GROUP BY d.day, s.session_state, s.payment_state
    UNION ALL
    SELECT d.day, p.session_state, p.payment_state, p.count, p.begun
    FROM days AS d JOIN purged_sessions AS p ON p.opened_at >= d.since AND p.opened_at < d.until
    WHERE p.merchant_id = :merchant_id
  ) AS counted
  GROUP BY day, session_state, payment_state ORDER BY day, session_state, payment_state`,
};

/**
 * Rows are taken from the index before they are summed: in a query that also groups, SQLite would
 * read each document. Grouped by the currency of the session, which it keeps from its creation.
 */
const ORDERS: Sql = {
  sqlite: `
  WITH completed AS MATERIALIZED (
    SELECT ${CURRENCY} AS currency_code, ${PAYABLE} AS payable, ${WITH_COUPON} AS with_coupon,
      ${COUPON_DISCOUNT} AS coupon_discount, ${IS_KEPT} AS is_kept
    FROM sessions AS s
    WHERE s.merchant_id = :merchant_id AND s.livemode = 1 AND s.created_at >= :since AND s.created_at < :until
      AND s.session_state = 'COMPLETED'
  )
  SELECT :merchant_id AS merchant_id, currency_code, count(*) AS orders,
    CAST(sum(payable) AS TEXT) AS payable, sum(with_coupon) AS with_coupon,
    CAST(sum(coupon_discount) AS TEXT) AS coupon_discount
  FROM completed WHERE is_kept IS NOT 0 GROUP BY currency_code ORDER BY currency_code`,
  postgres: `
  SELECT merchant_id, currency_code, count(*) AS orders, CAST(sum(total_payable) AS TEXT) AS payable,
    count(*) FILTER (WHERE has_coupon = 1) AS with_coupon,
    CAST(sum(coupon_discount) AS TEXT) AS coupon_discount
  FROM sessions
  WHERE merchant_id = :merchant_id AND livemode = 1 AND created_at >= :since AND created_at < :until
    AND session_state = 'COMPLETED' AND is_order = 1
  GROUP BY merchant_id, currency_code ORDER BY currency_code`,
};

/** As {@link DAYS}, by the index of orders. */
const REVENUE: Sql = {
  sqlite: `
  WITH placed AS MATERIALIZED (
    SELECT json_each.key AS day, ${CURRENCY} AS currency_code, ${PAYABLE} AS payable,
      ${IS_KEPT} AS is_kept
    FROM json_each(:bounds) CROSS JOIN sessions AS s
    WHERE s.merchant_id = :merchant_id AND s.livemode = 1 AND s.placed_at >= json_each.value AND s.placed_at < ${DAY_END}
  )
  SELECT :merchant_id AS merchant_id, day, currency_code, count(*) AS orders,
    CAST(sum(payable) AS TEXT) AS payable
  FROM placed WHERE is_kept IS NOT 0 GROUP BY day, currency_code ORDER BY day, currency_code`,
  postgres: `${OF_DAYS}
  SELECT s.merchant_id, d.day, s.currency_code, count(*) AS orders,
    CAST(sum(s.total_payable) AS TEXT) AS payable
  FROM days AS d JOIN sessions AS s ON s.placed_at >= d.since AND s.placed_at < d.until
  WHERE s.merchant_id = :merchant_id AND s.livemode = 1 AND s.placed_at IS NOT NULL AND s.is_order = 1
  GROUP BY s.merchant_id, d.day, s.currency_code ORDER BY d.day, s.currency_code`,
};

/** In SQLite. */
const CAME_BACK = "returned IS NOT NULL AND session_state = 'COMPLETED' AND is_kept IS NOT 0";

const PG_CAME_BACK = "returned IS NOT NULL AND session_state = 'COMPLETED' AND is_order = 1";

/** By the index of sessions that were left, exactly with its condition. Tests are never in it. */
const RECOVERY: Sql = {
  sqlite: `
  WITH listed AS MATERIALIZED (
    SELECT s.idle_at, s.returned, s.session_state, ${CURRENCY} AS currency_code,
      ${PAYABLE} AS payable, ${IS_KEPT} AS is_kept
    FROM sessions AS s
    WHERE s.merchant_id = :merchant_id AND s.created_at >= :since AND s.created_at < :until
      AND (s.idle_at IS NOT NULL OR s.returned IS NOT NULL)
  ), summed AS (
    SELECT currency_code, idle_at IS NOT NULL AS idle, returned IS 'RESUMED' AS resumed,
      returned IS 'REOPENED' AS reopened, ${CAME_BACK} AS orders,
      iif(${CAME_BACK}, payable, 0) AS payable
    FROM listed
    UNION ALL
    SELECT currency_code, idle, resumed, reopened, 0, 0 FROM purged_sessions
    WHERE merchant_id = :merchant_id AND opened_at >= :since AND opened_at < :until
      AND idle + resumed + reopened > 0
  )
  SELECT :merchant_id AS merchant_id, currency_code, sum(idle) AS idle, sum(resumed) AS resumed,
    sum(reopened) AS reopened, sum(orders) AS orders, CAST(sum(payable) AS TEXT) AS payable
  FROM summed GROUP BY currency_code ORDER BY currency_code`,
  postgres: `
  SELECT :merchant_id AS merchant_id, currency_code, sum(idle) AS idle,
    sum(resumed) AS resumed, sum(reopened) AS reopened,
    sum(orders) AS orders, CAST(sum(payable) AS TEXT) AS payable
  FROM (
    SELECT currency_code, count(idle_at) AS idle,
      count(*) FILTER (WHERE returned = 'RESUMED') AS resumed,
      count(*) FILTER (WHERE returned = 'REOPENED') AS reopened,
      count(*) FILTER (WHERE ${PG_CAME_BACK}) AS orders,
      coalesce(sum(total_payable) FILTER (WHERE ${PG_CAME_BACK}), 0) AS payable
    FROM sessions
    WHERE merchant_id = :merchant_id AND created_at >= :since AND created_at < :until
      AND (idle_at IS NOT NULL OR returned IS NOT NULL)
    GROUP BY currency_code
    UNION ALL
    SELECT currency_code, idle, resumed, reopened, 0, 0 FROM purged_sessions
    WHERE merchant_id = :merchant_id AND opened_at >= :since AND opened_at < :until
      AND idle + resumed + reopened > 0
  ) AS summed
  GROUP BY currency_code ORDER BY currency_code`,
};

/** Reads sums over many sessions. */
export function statisticsReads(db: Reader): StatisticsReads {
  const days = db.query(["merchant_id", "bounds"], DAYS, dayCountFromRow);
  const orders = db.query(["merchant_id", "since", "until"], ORDERS, orderSumFromRow);
  const recovery = db.query(["merchant_id", "since", "until"], RECOVERY, recoverySumFromRow);
  const revenue = db.query(["merchant_id", "bounds"], REVENUE, dayRevenueFromRow);
  const { unsummed, ...sums } = sumReads(db);
  let isSummed = false;
  const areSummed = () => isSummed || mapped(unsummed(1), (found) => isSummed = found === null);
  /** The sums, or the sessions themselves as long as not all are summed. */
  const either = <T>(summed: SumRead<T>, counted: SumRead<T>): SumRead<T> => (period) =>
    mapped(
      areSummed(),
      (are) => (are && isOfQuarters(period) ? summed : counted)(period),
    );
  return {
    unsummed,
    days: either(
      sums.days,
      ({ merchantId, bounds }) => days.all({ merchant_id: merchantId, bounds }),
    ),
    orders: either(
      sums.orders,
      ({ merchantId, bounds }) => orders.all({ merchant_id: merchantId, ...endsOf(bounds) }),
    ),
    recovery: either(
      sums.recovery,
      ({ merchantId, bounds }) => recovery.all({ merchant_id: merchantId, ...endsOf(bounds) }),
    ),
    revenue: either(
      sums.revenue,
      ({ merchantId, bounds }) => revenue.all({ merchant_id: merchantId, bounds }),
    ),
    money: sums.money,
  };
}

function endsOf(bounds: readonly number[]): { readonly since: number; readonly until: number } {
  const [since = 0] = bounds;
  return { since, until: bounds.at(-1) ?? since };
}
