import { RELEASED_AFTER_MS } from "../../domain/session/provider_payment.ts";
import type { UnpaidHold } from "../../domain/shop/attention.ts";
import { HOUR_MS } from "../../domain/shop/hourly.ts";
import {
  awaitedFromRow,
  hourlyFromRow,
  lowStockFromRow,
  refusedFromRow,
  troubleFromRow,
  unpaidHoldFromRow,
} from "../../schema/stored/attention.ts";
import { countFromRow } from "../../schema/stored/load.ts";
import type { AttentionReads } from "../reads/attention.ts";
import { ADDED, NOT_INDEXED } from "../sql/dialect.ts";
import { mapped, type Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { ROW, STORED_SESSION } from "./session_rows.ts";

const UNEXPECTED = `
  SELECT count(*) AS count FROM unexpected_payments
  WHERE merchant_id = :merchant_id AND livemode = 1 AND resolved_at IS NULL`;

/** By the index of awaited payments, which are few. Those at a provider need no one. */
const AWAITED = sql`
  SELECT count(*) AS count, min(due_at) AS first_due_at FROM sessions
  WHERE due_at IS NOT NULL AND ${NOT_INDEXED}merchant_id = :merchant_id AND livemode = 1
    AND NOT EXISTS (SELECT 1 FROM provider_payments AS p WHERE p.session_id = sessions.id
      AND p.page_ends_at = sessions.due_at - ${String(RELEASED_AFTER_MS)})`;

/** The first of a shop in the index of one kind of payments. */
const firstHolds = (column: "held_since" | "due_at") =>
  sql`SELECT * FROM (SELECT ${ROW} FROM sessions
      WHERE ${column} IS NOT NULL AND ${NOT_INDEXED}merchant_id = :merchant_id AND livemode = 1
      ORDER BY ${column} LIMIT :limit) AS listed`;

/** By the indexes of unpaid payments, which are few. */
const UNPAID_HOLDS = sql`
  SELECT ${STORED_SESSION}, (SELECT coalesce(sum(h.units), 0) FROM stock_holds AS h
    WHERE h.session_id = sessions.id) AS units
  FROM sessions WHERE ${ROW} IN (
    ${firstHolds("held_since")}
    UNION ALL
    ${firstHolds("due_at")}
  )`;

/** Unless it is told to, SQLite would walk all deliveries for those that are tried again. */
const BY_AGAIN: Sql = { sqlite: "INDEXED BY deliveries_again", postgres: "" };

/** Each part walks the partial index with the same condition, so no finished delivery. */
const ENDPOINTS = sql`
  SELECT * FROM (
    SELECT w.id, w.kind, w.url, CAST(w.disabled_at IS NOT NULL AS INTEGER) AS is_disabled,
      w.created_at, w.${ADDED} AS place,
      (SELECT count(*) FROM deliveries ${BY_AGAIN}
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts > 0)
      + CASE WHEN w.disabled_at IS NULL THEN 0 ELSE (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts = 0) END AS waiting,
      (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= :since) AS failed
    FROM webhook_endpoints AS w WHERE w.merchant_id = :merchant_id AND w.livemode = 1
  ) AS listed WHERE waiting > 0 OR failed > 0 ORDER BY created_at, place`;

const LOW_STOCK = `
  SELECT CAST(v.product_id AS TEXT) AS product_id, CAST(v.variant_id AS TEXT) AS variant_id,
    p.title AS product, v.title AS variant, v.inventory_quantity - v.held AS available,
    count(*) OVER () AS count
  FROM variants AS v JOIN products AS p
    ON p.merchant_id = v.merchant_id AND p.product_id = v.product_id
  WHERE v.merchant_id = :merchant_id AND v.inventory_policy = 'deny'
    AND v.inventory_quantity - v.held <= :units AND p.status IN ('active', 'unlisted')
  ORDER BY available, v.product_id, v.position LIMIT :limit`;

const REFUSED = `
  SELECT refusal, sum(count) AS count FROM limit_refusals
  WHERE merchant_id = :merchant_id AND hour >= :since
  GROUP BY refusal ORDER BY count DESC, refusal`;

/** Someone with a role in every shop is of each. A wrong sign-in is of the person whose login it has. */
const OF_ITS_PEOPLE = `(
  EXISTS (SELECT 1 FROM person_roles AS r
    WHERE r.person_id = e.object_id AND r.merchant_id = :merchant_id)
  OR EXISTS (SELECT 1 FROM people AS p WHERE p.id = e.object_id AND p.role IS NOT NULL))`;

const HOURLY = `
  SELECT (SELECT count(*) FROM sessions
      WHERE merchant_id = :merchant_id AND livemode = 1
        AND placed_at >= :since AND placed_at < :until) AS "ordersHourly",
    (SELECT count(*) FROM audit_entries AS e
      WHERE e.at >= :since AND e.at < :until
        AND e.action IN ('user.sign-in', 'user.sign-in-refused')
        AND ${OF_ITS_PEOPLE}) AS "signInsHourly",
    (SELECT count(*) FROM message_sends
      WHERE merchant_id = :merchant_id
        AND sent_at >= :since AND sent_at < :until) AS "messagesHourly"`;

const byAge = (one: UnpaidHold, other: UnpaidHold) =>
  one.startedAt - other.startedAt || (one.sessionId < other.sessionId ? -1 : 1);

/** Reads what a shop had in an hour. */
export function hourlyReads(db: Reader): AttentionReads["hourly"] {
  const hourly = db.query(["merchant_id", "since", "until"], HOURLY, hourlyFromRow);
  return (merchantId, hour) =>
    mapped(
      hourly.one({ merchant_id: merchantId, since: hour, until: hour + HOUR_MS }),
      (counts) => counts!,
    );
}

/** Reads the problems of a shop. */
export function attentionReads(db: Reader): AttentionReads {
  const unexpected = db.query(["merchant_id"], UNEXPECTED, countFromRow);
  const awaited = db.query(["merchant_id"], AWAITED, awaitedFromRow);
  const unpaidHolds = db.query(["merchant_id", "limit"], UNPAID_HOLDS, unpaidHoldFromRow);
  const endpoints = db.query(["merchant_id", "since"], ENDPOINTS, troubleFromRow);
  const lowStock = db.query(["merchant_id", "units", "limit"], LOW_STOCK, lowStockFromRow);
  const refused = db.query(["merchant_id", "since"], REFUSED, refusedFromRow);
  return {
    hourly: hourlyReads(db),
    unexpectedPayments: (merchantId) =>
      mapped(unexpected.one({ merchant_id: merchantId }), (count) => count ?? 0),
    awaitedPayments: (merchantId) =>
      mapped(
        awaited.one({ merchant_id: merchantId }),
        (found) => found ?? { count: 0, firstDueAt: null },
      ),
    unpaidHolds: (merchantId, limit) =>
      mapped(
        unpaidHolds.all({ merchant_id: merchantId, limit }),
        (rows) => rows.toSorted(byAge).slice(0, limit),
      ),
    endpoints: (merchantId, failedSince) =>
      endpoints.all({ merchant_id: merchantId, since: failedSince }),
    refused: (merchantId, since) => refused.all({ merchant_id: merchantId, since }),
    lowStock: (merchantId, { units, limit }) =>
      mapped(lowStock.all({ merchant_id: merchantId, units, limit }), (rows) => ({
        count: rows[0]?.count ?? 0,
        lowest: rows.map(({ count: _, ...row }) => row),
      })),
  };
}
