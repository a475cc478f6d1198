import { CATALOGUE } from "../read/catalog.ts";
import type { ParamValues } from "../read/parameters.ts";
import { PERSONS } from "../read/persons.ts";
import { couponUses } from "../sql/dialect.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { COUNTED } from "../read/session_rows.ts";
import { MERCHANTS } from "../read/shop.ts";
import { WRONG_PICTURES } from "./pictures.ts";
import { MISSING_MONEY_SUMS, MISSING_SESSION_SUMS } from "./sums.ts";

const units = (table: string) => `
  SELECT session_id, merchant_id, CAST(variant_id AS TEXT) AS variant_id, units
  FROM ${table} AS h WHERE session_id > :after AND session_id <= :last
  ORDER BY session_id, merchant_id, h.variant_id`;

/** Coins that an account has by the ledger. */
const net = (account: string) =>
  `coalesce(sum(coins) FILTER (WHERE to_account = '${account}'), 0)
   - coalesce(sum(coins) FILTER (WHERE from_account = '${account}'), 0)`;

const REFERENCE: Sql = {
  sqlite: "iif(json_valid(s.doc), s.doc ->> '$.payment.reference', NULL)",
  postgres: "s.doc::json #>> '{payment,reference}'",
};

const LIVEMODE: Sql = {
  sqlite: "coalesce(e.data ->> '$.livemode', 1) = w.livemode",
  postgres: "coalesce((e.data::json ->> 'livemode')::boolean, true) = (w.livemode = 1)",
};

/** In SQLite CROSS JOIN goes from the list to the ledger, by its index. */
const MOVEMENTS: Sql = {
  sqlite: `SELECT m.* FROM json_each(:pairs) AS wanted CROSS JOIN coin_movements AS m
    ON m.customer_id = wanted.value ->> 0 AND m.session_id = wanted.value ->> 1`,
  postgres: `SELECT m.* FROM json_array_elements(:pairs::json) AS wanted JOIN coin_movements AS m
    ON m.customer_id = wanted ->> 0 AND m.session_id = wanted ->> 1`,
};

/** A query with its parameters. */
interface CheckQuery {
  readonly names: readonly string[];
  readonly sql: Sql;
}

/** The queries of the checks. */
export const CHECK_QUERIES = {
  // Numbers of rows.
  "sessions.count": { names: [], sql: "SELECT count(*) AS n FROM sessions" },
  "coupons.count": { names: [], sql: "SELECT count(*) AS n FROM coupons" },
  "variants.count": { names: [], sql: "SELECT count(*) AS n FROM variants" },

  // Sizes are known without reading the texts.
  "sessions.sizes": {
    names: ["after", "limit"],
    sql: `
    SELECT id, octet_length(doc) + coalesce(octet_length(packed), 0)
      + coalesce(octet_length(view), 0) AS size
    FROM sessions WHERE id > :after ORDER BY id LIMIT :limit`,
  },

  "sessions.rows": {
    names: ["after", "last"],
    sql: `
    SELECT s.id, s.merchant_id, s.session_state, s.payment_state, s.version, s.created_at,
      s.updated_at, s.expired, s.customer_phone, s.held_since, s.due_at, s.placed_at, s.doc,
      s.packed, s.view, s.order_number, s.awaits_idle, s.idle_at, s.returned, s.livemode, s.payment_fee,
      m.currency_code AS shop_currency
    FROM sessions AS s LEFT JOIN merchants AS m ON m.id = s.merchant_id
    WHERE s.id > :after AND s.id <= :last ORDER BY s.id`,
  },

  // Of sessions, and not by range, because uses outlive their sessions and there may be millions.
  "uses": {
    names: ["ids"],
    sql: `
    SELECT session_id, coupon_id FROM coupon_uses
    WHERE session_id IN :ids ORDER BY session_id, coupon_id`,
  },

  "holds": { names: ["after", "last"], sql: units("stock_holds") },
  "sales": { names: ["after", "last"], sql: units("stock_sales") },

  // By a JSON array of pairs of customer and session.
  "movements": { names: ["pairs"], sql: MOVEMENTS },

  // Balances of customers, and the sums of their ledgers.
  "ledger": {
    names: ["after", "limit"],
    sql: `
    SELECT c.id, c.issued, c.available - c.debt AS available, c.processing, c.used,
      ${net("ISSUED")} AS sum_issued, ${net("AVAILABLE")} AS sum_available,
      ${net("PROCESSING")} AS sum_processing, ${net("USED")} AS sum_used
    FROM (SELECT * FROM customers WHERE id > :after ORDER BY id LIMIT :limit) AS c
    LEFT JOIN coin_movements AS m ON m.customer_id = c.id
    GROUP BY c.id, c.issued, c.available, c.debt, c.processing, c.used ORDER BY c.id`,
  },

  // Rows that disagree with others.
  "wrong.coins-aside": {
    names: [],
    sql: `
    SELECT m.customer_id, m.session_id, m.net FROM (
      SELECT customer_id, session_id, ${net("PROCESSING")} AS net
      FROM coin_movements WHERE session_id IS NOT NULL GROUP BY customer_id, session_id
    ) AS m LEFT JOIN sessions AS s ON s.id = m.session_id
    WHERE m.net <> 0 AND (s.id IS NULL OR s.session_state <> 'IN_PROGRESS'
      OR s.payment_state NOT IN ('PENDING', 'PAID'))`,
  },

  "wrong.coupon-count": {
    names: [],
    sql: sql`
    SELECT id, used, uses FROM (
      SELECT c.id, ${
      couponUses("c")
    } AS used, coalesce(u.uses, 0) AS uses FROM coupons AS c LEFT JOIN (
        SELECT coupon_id, count(*) AS uses FROM coupon_uses GROUP BY coupon_id
      ) AS u ON u.coupon_id = c.id
    ) AS counted WHERE used <> uses`,
  },

  "wrong.stock-count": {
    names: [],
    sql: `
    SELECT v.merchant_id, CAST(v.variant_id AS TEXT) AS variant_id, v.held,
      coalesce(h.units, 0) AS units
    FROM variants AS v LEFT JOIN (
      SELECT merchant_id, variant_id, sum(units) AS units FROM stock_holds GROUP BY 1, 2
    ) AS h ON h.merchant_id = v.merchant_id AND h.variant_id = v.variant_id
    WHERE v.held <> coalesce(h.units, 0)`,
  },

  "wrong.payment-reference": {
    names: [],
    sql: sql`
    SELECT s.id, ${REFERENCE} AS reference FROM sessions AS s
    WHERE s.payment_state = 'PAID' AND ${REFERENCE} IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM payment_references AS r
        WHERE r.merchant_id = s.merchant_id AND r.livemode = s.livemode
          AND r.reference = ${REFERENCE})`,
  },

  "wrong.picture": { names: [], sql: WRONG_PICTURES },

  "wrong.refund": {
    names: [],
    sql: `
    SELECT r.id, r.session_id, CASE WHEN s.id IS NULL AND r.unexpected_id IS NULL THEN 1 ELSE 0 END
      AS is_lost
    FROM refunds AS r LEFT JOIN sessions AS s ON s.id = r.session_id
    WHERE s.id IS NULL AND r.unexpected_id IS NULL
      OR r.state = 'REQUESTED' AND r.account_id IS NOT NULL AND r.next_try_at IS NULL
    ORDER BY r.id`,
  },

  "records.money": {
    names: [],
    sql: `
    SELECT u.id, u.amount, u.currency_code, b.back FROM (
      SELECT unexpected_id, CAST(sum(amount) AS BIGINT) AS back FROM (
        SELECT unexpected_id, amount FROM refunds
        WHERE unexpected_id IS NOT NULL AND state <> 'FAILED'
        UNION ALL
        SELECT unexpected_id, amount FROM disputes
        WHERE unexpected_id IS NOT NULL AND status <> 'WON'
      ) AS parts GROUP BY unexpected_id
    ) AS b JOIN unexpected_payments AS u ON u.id = b.unexpected_id
    ORDER BY u.id`,
  },

  "wrong.session-count": {
    names: [],
    sql: sql`
    SELECT merchant_id, session_state, payment_state,
      coalesce(s.n, 0) AS actual, coalesce(c.n, 0) AS counted
    FROM (
      SELECT merchant_id, session_state, payment_state, count(*) AS n FROM sessions
      WHERE livemode = 1 GROUP BY 1, 2, 3
    ) AS s FULL JOIN (
      SELECT merchant_id, session_state, payment_state, sum(count) AS n FROM (${COUNTED}) AS counts
      GROUP BY 1, 2, 3
    ) AS c USING (merchant_id, session_state, payment_state)
    WHERE coalesce(s.n, 0) <> coalesce(c.n, 0)`,
  },

  "wrong.session-sum": { names: [], sql: MISSING_SESSION_SUMS },
  "wrong.money-sum": { names: [], sql: MISSING_MONEY_SUMS },

  // Exactly the condition of the partial index first.
  "wrong.idle-events": {
    names: [],
    sql: `
    SELECT * FROM (
      SELECT id, (
        SELECT count(*) FROM events WHERE session_id = s.id AND type = 'session.idle'
      ) AS events
      FROM sessions AS s
      WHERE (idle_at IS NOT NULL OR returned IS NOT NULL) AND idle_at IS NOT NULL
    ) AS idle WHERE events <> 1`,
  },

  // With the shop and the mode of their sessions.
  "events": {
    names: ["after_seq", "limit"],
    sql: `
    SELECT e.*, s.merchant_id AS shop, s.livemode, s.idle_at
    FROM events AS e LEFT JOIN sessions AS s ON s.id = e.session_id
    WHERE e.seq > :after_seq ORDER BY e.seq LIMIT :limit`,
  },

  "deliveries": {
    names: ["after", "after_seq", "limit"],
    sql: sql`
    SELECT d.endpoint_id, d.event_seq, e.id AS event_id,
      CAST(e.merchant_id = w.merchant_id AS INTEGER) AS is_own,
      CAST(${LIVEMODE} AS INTEGER) AS is_of_mode
    FROM deliveries AS d LEFT JOIN events AS e ON e.seq = d.event_seq
    LEFT JOIN webhook_endpoints AS w ON w.id = d.endpoint_id
    WHERE (d.endpoint_id, d.event_seq) > (:after, :after_seq)
    ORDER BY d.endpoint_id, d.event_seq LIMIT :limit`,
  },

  "merchants": { names: [], sql: sql`${MERCHANTS} ORDER BY m.id` },
  "people": { names: [], sql: sql`${PERSONS} ORDER BY id` },
  "products": {
    names: ["merchant_id", "after_product?", "limit"],
    sql: sql`${CATALOGUE} AND (:after_product IS NULL OR p.product_id > :after_product)
    ORDER BY p.product_id LIMIT :limit`,
  },
} as const satisfies Readonly<Record<string, CheckQuery>>;

/** Name of a query. */
export type CheckQueryName = keyof typeof CHECK_QUERIES;

/** Parameter of a query. */
export type CheckParameter<Of extends CheckQueryName> = (typeof CHECK_QUERIES)[Of]["names"][number];

/** Values of the parameters of a query. */
export type CheckValues<Of extends CheckQueryName> = ParamValues<CheckParameter<Of>>;
