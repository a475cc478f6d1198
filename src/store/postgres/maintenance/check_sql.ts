import type { CheckQueries } from "../../check/source.ts";
import { PG_CATALOGUE } from "../read/catalog.ts";
import { PG_PERSONS } from "../read/persons.ts";
import { PG_MERCHANTS } from "../read/shop.ts";

const units = (table: string) =>
  `SELECT session_id, merchant_id, variant_id::text AS variant_id, units
   FROM ${table} AS h WHERE session_id > $1 AND session_id <= $2
   ORDER BY session_id, merchant_id, h.variant_id`;

/** Coins that an account has by the ledger. */
const net = (account: string) =>
  `coalesce(sum(coins) FILTER (WHERE to_account = '${account}'), 0)
   - coalesce(sum(coins) FILTER (WHERE from_account = '${account}'), 0)`;

/** The queries of the checks. */
export const PG_CHECK_SQL: Readonly<Record<keyof CheckQueries, string>> = {
  "sessions.count": "SELECT count(*) AS n FROM sessions",
  "coupons.count": "SELECT count(*) AS n FROM coupons",
  "variants.count": "SELECT count(*) AS n FROM variants",

  "sessions.sizes": `
    SELECT id, octet_length(doc) + coalesce(octet_length(packed), 0)
      + coalesce(octet_length(view), 0) AS size
    FROM sessions WHERE id > $1 ORDER BY id LIMIT $2`,

  "sessions.rows": `
    SELECT s.id, s.merchant_id, s.session_state, s.payment_state, s.version, s.created_at,
      s.updated_at, s.expired, s.customer_phone, s.held_since, s.due_at, s.placed_at, s.doc,
      s.packed, s.view, s.order_number, s.awaits_idle, s.idle_at, s.returned, s.livemode,
      m.currency_code AS shop_currency
    FROM sessions AS s LEFT JOIN merchants AS m ON m.id = s.merchant_id
    WHERE s.id > $1 AND s.id <= $2 ORDER BY s.id`,

  "uses": `
    SELECT session_id, coupon_id FROM coupon_uses
    WHERE session_id IN (SELECT json_array_elements_text($1::json))
    ORDER BY session_id, coupon_id`,

  "holds": units("stock_holds"),
  "sales": units("stock_sales"),

  "movements": `
    SELECT m.* FROM json_array_elements($1::json) AS wanted JOIN coin_movements AS m
    ON m.customer_id = wanted ->> 0 AND m.session_id = wanted ->> 1`,

  "ledger": `
    SELECT c.id, c.issued, c.available - c.debt AS available, c.processing, c.used,
      ${net("ISSUED")} AS sum_issued, ${net("AVAILABLE")} AS sum_available,
      ${net("PROCESSING")} AS sum_processing, ${net("USED")} AS sum_used
    FROM (SELECT * FROM customers WHERE id > $1 ORDER BY id LIMIT $2) AS c
    LEFT JOIN coin_movements AS m ON m.customer_id = c.id
    GROUP BY c.id, c.issued, c.available, c.debt, c.processing, c.used ORDER BY c.id`,

  "wrong.coins-aside": `
    SELECT m.customer_id, m.session_id, m.net FROM (
      SELECT customer_id, session_id, ${net("PROCESSING")} AS net
      FROM coin_movements WHERE session_id IS NOT NULL GROUP BY customer_id, session_id
    ) AS m LEFT JOIN sessions AS s ON s.id = m.session_id
    WHERE m.net <> 0 AND (s.id IS NULL OR s.session_state <> 'IN_PROGRESS'
      OR s.payment_state NOT IN ('PENDING', 'PAID'))`,

  "wrong.coupon-count": `
    SELECT c.id, c.used, coalesce(u.uses, 0) AS uses FROM coupons AS c LEFT JOIN (
      SELECT coupon_id, count(*) AS uses FROM coupon_uses GROUP BY coupon_id
    ) AS u ON u.coupon_id = c.id
    WHERE c.used <> coalesce(u.uses, 0)`,

  "wrong.stock-count": `
    SELECT v.merchant_id, v.variant_id::text AS variant_id, v.held, coalesce(h.units, 0) AS units
    FROM variants AS v LEFT JOIN (
      SELECT merchant_id, variant_id, sum(units) AS units FROM stock_holds GROUP BY 1, 2
    ) AS h USING (merchant_id, variant_id)
    WHERE v.held <> coalesce(h.units, 0)`,

  "wrong.payment-reference": `
    SELECT s.id, s.doc::json #>> '{payment,reference}' AS reference FROM sessions AS s
    WHERE s.payment_state = 'PAID' AND s.doc::json #>> '{payment,reference}' IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM payment_references AS r
        WHERE r.merchant_id = s.merchant_id AND r.livemode = s.livemode
          AND r.reference = s.doc::json #>> '{payment,reference}')`,

  // Counts are the folded ones and their changes since.
  "wrong.session-count": `
    SELECT merchant_id, session_state, payment_state,
      coalesce(s.n, 0) AS actual, coalesce(c.n, 0) AS counted
    FROM (
      SELECT merchant_id, session_state, payment_state, count(*) AS n FROM sessions
      WHERE livemode = 1 GROUP BY 1, 2, 3
    ) AS s FULL JOIN (
      SELECT merchant_id, session_state, payment_state, sum(count) AS n FROM (
        SELECT merchant_id, session_state, payment_state, count FROM session_counts
        UNION ALL SELECT merchant_id, session_state, payment_state, delta
        FROM session_count_deltas
      ) AS counts GROUP BY 1, 2, 3
    ) AS c USING (merchant_id, session_state, payment_state)
    WHERE coalesce(s.n, 0) <> coalesce(c.n, 0)`,

  "wrong.idle-events": `
    SELECT s.id, count(e.seq) AS events
    FROM sessions AS s LEFT JOIN events AS e
      ON e.session_id = s.id AND e.type = 'session.idle'
    WHERE s.idle_at IS NOT NULL GROUP BY s.id HAVING count(e.seq) <> 1`,

  "events": `
    SELECT e.*, s.merchant_id AS shop, s.livemode, s.idle_at
    FROM events AS e LEFT JOIN sessions AS s ON s.id = e.session_id
    WHERE e.seq > $1 ORDER BY e.seq LIMIT $2`,

  "deliveries": `
    SELECT d.endpoint_id, d.event_seq, e.id AS event_id,
      (e.merchant_id = w.merchant_id)::int AS is_own,
      (coalesce((e.data::json ->> 'livemode')::boolean, true) = (w.livemode = 1))::int
        AS is_of_mode
    FROM deliveries AS d LEFT JOIN events AS e ON e.seq = d.event_seq
    LEFT JOIN webhook_endpoints AS w ON w.id = d.endpoint_id
    WHERE (d.endpoint_id, d.event_seq) > ($1, $2) ORDER BY d.endpoint_id, d.event_seq LIMIT $3`,

  "merchants": `${PG_MERCHANTS} ORDER BY m.id`,
  "people": `${PG_PERSONS} ORDER BY id`,
  "products": `${PG_CATALOGUE} AND ($2::bigint IS NULL OR p.product_id > $2::bigint)
    ORDER BY p.product_id LIMIT $3`,
};
