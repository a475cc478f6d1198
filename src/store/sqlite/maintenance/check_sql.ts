import type { CheckQueries } from "../../check/source.ts";
import { CATALOGUE } from "../read/catalog.ts";
import { PERSONS } from "../read/persons.ts";
import { MERCHANTS } from "../read/shop.ts";

const units = (table: string) =>
  `SELECT session_id, merchant_id, CAST(variant_id AS TEXT) AS variant_id, units
   FROM ${table} AS h WHERE session_id > ? AND session_id <= ?
   ORDER BY session_id, merchant_id, h.variant_id`;

/** The queries of the checks. */
export const CHECK_SQL: Readonly<Record<keyof CheckQueries, string>> = {
  "sessions.count": "SELECT count(*) AS n FROM sessions",
  "coupons.count": "SELECT count(*) AS n FROM coupons",
  "variants.count": "SELECT count(*) AS n FROM variants",

  // SQLite knows the sizes without reading the texts.
  "sessions.sizes": `
    SELECT id, octet_length(doc) + ifnull(octet_length(packed), 0) + ifnull(octet_length(view), 0)
      AS size
    FROM sessions WHERE id > ? ORDER BY id LIMIT ?`,

  "sessions.rows": `
    SELECT s.id, s.merchant_id, s.session_state, s.payment_state, s.version, s.created_at,
      s.updated_at, s.expired, s.customer_phone, s.held_since, s.due_at, s.placed_at, s.doc,
      s.packed, s.view, s.order_number, s.awaits_idle, s.idle_at, s.returned, s.livemode,
      m.currency_code AS shop_currency
    FROM sessions AS s LEFT JOIN merchants AS m ON m.id = s.merchant_id
    WHERE s.id > ? AND s.id <= ? ORDER BY s.id`,

  // Not by range, because uses outlive their sessions and there may be millions.
  "uses": `
    SELECT session_id, coupon_id FROM coupon_uses
    WHERE session_id IN (SELECT value FROM json_each(?)) ORDER BY session_id, coupon_id`,

  "holds": units("stock_holds"),
  "sales": units("stock_sales"),

  // CROSS JOIN goes from the list to the ledger, by its index.
  "movements": `
    SELECT m.* FROM json_each(?) AS wanted CROSS JOIN coin_movements AS m
    ON m.customer_id = wanted.value ->> 0 AND m.session_id = wanted.value ->> 1`,

  "ledger": `
    SELECT c.id, c.issued, c.available - c.debt AS available, c.processing, c.used,
      ifnull(sum((to_account = 'ISSUED') * coins - (from_account = 'ISSUED') * coins), 0)
        AS sum_issued,
      ifnull(sum((to_account = 'AVAILABLE') * coins - (from_account = 'AVAILABLE') * coins), 0)
        AS sum_available,
      ifnull(sum((to_account = 'PROCESSING') * coins - (from_account = 'PROCESSING') * coins), 0)
        AS sum_processing,
      ifnull(sum((to_account = 'USED') * coins - (from_account = 'USED') * coins), 0) AS sum_used
    FROM (SELECT * FROM customers WHERE id > ? ORDER BY id LIMIT ?) AS c
    LEFT JOIN coin_movements AS m ON m.customer_id = c.id
    GROUP BY c.id ORDER BY c.id`,

  "wrong.coins-aside": `
    SELECT m.customer_id, m.session_id, m.net FROM (
      SELECT customer_id, session_id,
        sum((to_account = 'PROCESSING') * coins - (from_account = 'PROCESSING') * coins) AS net
      FROM coin_movements WHERE session_id IS NOT NULL
      GROUP BY customer_id, session_id HAVING net <> 0
    ) AS m LEFT JOIN sessions AS s ON s.id = m.session_id
    WHERE s.id IS NULL OR s.session_state <> 'IN_PROGRESS'
      OR s.payment_state NOT IN ('PENDING', 'PAID')`,

  "wrong.coupon-count": `
    SELECT c.id, c.used, ifnull(u.uses, 0) AS uses FROM coupons AS c LEFT JOIN (
      SELECT coupon_id, count(*) AS uses FROM coupon_uses GROUP BY coupon_id
    ) AS u ON u.coupon_id = c.id
    WHERE c.used <> ifnull(u.uses, 0)`,

  "wrong.stock-count": `
    SELECT v.merchant_id, CAST(v.variant_id AS TEXT) AS variant_id, v.held,
      ifnull((SELECT sum(units) FROM stock_holds AS h
        WHERE h.merchant_id = v.merchant_id AND h.variant_id = v.variant_id), 0) AS units
    FROM variants AS v WHERE v.held <> units`,

  "wrong.payment-reference": `
    SELECT s.id, s.doc ->> '$.payment.reference' AS reference FROM sessions AS s
    WHERE s.payment_state = 'PAID'
      AND iif(json_valid(s.doc), s.doc ->> '$.payment.reference', NULL) IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM payment_references AS r
        WHERE r.merchant_id = s.merchant_id AND r.livemode = s.livemode
          AND r.reference = s.doc ->> '$.payment.reference')`,

  "wrong.session-count": `
    SELECT merchant_id, session_state, payment_state,
      ifnull(s.n, 0) AS actual, ifnull(c.count, 0) AS counted
    FROM (
      SELECT merchant_id, session_state, payment_state, count(*) AS n FROM sessions
      WHERE livemode = 1 GROUP BY merchant_id, session_state, payment_state
    ) AS s FULL JOIN session_counts AS c USING (merchant_id, session_state, payment_state)
    WHERE actual <> counted`,

  "wrong.idle-events": `
    SELECT id, (
      SELECT count(*) FROM events WHERE session_id = s.id AND type = 'session.idle'
    ) AS events
    FROM sessions AS s
    WHERE (idle_at IS NOT NULL OR returned IS NOT NULL) AND idle_at IS NOT NULL AND events <> 1`,

  "events": `
    SELECT e.*, s.merchant_id AS shop, s.livemode, s.idle_at
    FROM events AS e LEFT JOIN sessions AS s ON s.id = e.session_id
    WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,

  "deliveries": `
    SELECT d.endpoint_id, d.event_seq, e.id AS event_id, e.merchant_id = w.merchant_id AS is_own,
      ifnull(e.data ->> '$.livemode', 1) = w.livemode AS is_of_mode
    FROM deliveries AS d LEFT JOIN events AS e ON e.seq = d.event_seq
    LEFT JOIN webhook_endpoints AS w ON w.id = d.endpoint_id
    WHERE (d.endpoint_id, d.event_seq) > (?, ?) ORDER BY d.endpoint_id, d.event_seq LIMIT ?`,

  "merchants": `${MERCHANTS} ORDER BY m.id`,
  "people": `${PERSONS} ORDER BY id`,
  "products": `${CATALOGUE} AND (?2 IS NULL OR p.product_id > CAST(?2 AS INTEGER))
    ORDER BY p.product_id LIMIT ?3`,
};
