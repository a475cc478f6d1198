import { eventFromRow } from "../../schema/stored/event.ts";
import { stockHoldFromRow, usedCodeFromRow } from "../../schema/stored/session_holds.ts";
import { headFromRow, shownSessionFromRow } from "../../schema/stored/session_head.ts";
import {
  extraFromRow,
  sessionCountFromRow,
  sessionFromRow,
  sessionIdFromRow,
  shopIdFromRow,
} from "../../schema/stored/session_row.ts";
import type { SessionReads } from "../reads/sessions.ts";
import { both, mapped, type Reader } from "./query.ts";
import { sql } from "../sql/sql.ts";
import { IDLE, OLD, ORDERS_TO_ERASE } from "./retention.ts";
import { sessionLists } from "./session_lists.ts";
import {
  COUNTED,
  LAST_ACTIVE,
  ROW,
  SESSION_HEAD,
  SHOWN_SESSION,
  STORED_SESSION,
} from "./session_rows.ts";

/** A number is unique in its shop, so each shop is one search of the index. */
const BY_ORDER_NUMBER = sql`
  SELECT ${STORED_SESSION} FROM sessions WHERE ${ROW} IN (
    SELECT s.${ROW} FROM merchants AS m CROSS JOIN sessions AS s
    WHERE (:merchant_id IS NULL OR m.id = :merchant_id) AND s.merchant_id = m.id
      AND s.order_number = :order_number LIMIT 2
  ) ORDER BY id`;

const COUNTS = sql`
  SELECT merchant_id, session_state, payment_state, sum(count) AS count
  FROM (${COUNTED}) AS counts WHERE :merchant_id IS NULL OR merchant_id = :merchant_id
  GROUP BY merchant_id, session_state, payment_state HAVING sum(count) > 0
  ORDER BY merchant_id, session_state, payment_state`;

/** A manual payment is overdue at its own time, any other a time after its start. */
const OVERDUE = sql`
  SELECT ${STORED_SESSION} FROM sessions WHERE ${ROW} IN (
    SELECT * FROM (SELECT ${ROW} FROM sessions
      WHERE held_since IS NOT NULL AND held_since <= :started_until
      ORDER BY held_since LIMIT :limit) AS listed
    UNION ALL
    SELECT * FROM (SELECT ${ROW} FROM sessions
      WHERE due_at IS NOT NULL AND due_at <= :due_until ORDER BY due_at LIMIT :limit) AS listed
  )
  ORDER BY coalesce(due_at, held_since) LIMIT :limit`;

/** In PostgreSQL all that wait are put in order by their last use: they are reported soon, or used. */
const AWAITING_IDLE = sql`
  SELECT ${STORED_SESSION} FROM sessions
  WHERE merchant_id = :merchant_id AND awaits_idle = 1 AND sessions.last_active_at <= :until
    AND ${LAST_ACTIVE} <= :until AND (${LAST_ACTIVE}, id) > (:after_at, :after)
  ORDER BY ${LAST_ACTIVE}, id LIMIT :limit`;

/** One search of the index for each shop in it. */
const SHOPS_AWAITING_IDLE = `
  WITH RECURSIVE m (merchant_id) AS (
    SELECT min(merchant_id) FROM sessions WHERE awaits_idle = 1
    UNION ALL
    SELECT (SELECT min(s.merchant_id) FROM sessions AS s
      WHERE s.awaits_idle = 1 AND s.merchant_id > m.merchant_id)
    FROM m WHERE m.merchant_id IS NOT NULL
  )
  SELECT merchant_id FROM m WHERE merchant_id IS NOT NULL`;

const USED_CODES = `
  SELECT u.session_id, c.code FROM coupon_uses AS u JOIN coupons AS c ON c.id = u.coupon_id
  WHERE u.session_id = :session_id ORDER BY c.code_key`;

const STOCK = `
  SELECT session_id, CAST(variant_id AS TEXT) AS variant_id, units
  FROM stock_holds AS h WHERE session_id = :session_id ORDER BY merchant_id, h.variant_id`;

/** Reads checkout sessions, their events and their holds. */
export function sessionReads(db: Reader): SessionReads {
  const byId = db.queryById(
    sql`SELECT ${STORED_SESSION} FROM sessions WHERE id = :id`,
    sessionFromRow,
  );
  const head = db.queryById(sql`SELECT ${SESSION_HEAD} FROM sessions WHERE id = :id`, headFromRow);
  const shown = db.queryById(
    sql`SELECT ${SHOWN_SESSION} FROM sessions WHERE id = :id`,
    shownSessionFromRow,
  );
  const extra = db.query(["id"], "SELECT id, extra FROM sessions WHERE id = :id", extraFromRow);
  const usedCodes = db.query(["session_id"], USED_CODES, usedCodeFromRow);
  const stock = db.query(["session_id"], STOCK, stockHoldFromRow);
  const events = db.query(
    ["session_id"],
    "SELECT * FROM events WHERE session_id = :session_id ORDER BY seq",
    eventFromRow,
  );
  return {
    find: (id) => byId.one(id),
    head: (id) => head.one(id),
    shown: (id) => shown.one(id),
    extra: (id) => extra.one({ id }),
    holds: (id) =>
      mapped(
        both(usedCodes.all({ session_id: id }), stock.all({ session_id: id })),
        ([coupons, stock]) => ({ coupons, stock }),
      ),
    events: (id) => events.all({ session_id: id }),
    ...sessionLists(db),
    ...sessionsByState(db),
  };
}

/** Reads sessions by their state and age. */
function sessionsByState(db: Reader): Omit<
  SessionReads,
  "find" | "head" | "shown" | "extra" | "holds" | "events" | "list" | "orders"
> {
  const byOrderNumber = db.query(["order_number", "merchant_id?"], BY_ORDER_NUMBER, sessionFromRow);
  const counts = db.query(["merchant_id?"], COUNTS, sessionCountFromRow);
  const idle = db.query(["until", "due_until", "limit"], IDLE, sessionFromRow);
  const shopsAwaitingIdle = db.query([], SHOPS_AWAITING_IDLE, shopIdFromRow);
  const awaitingIdle = db.query(
    ["merchant_id", "until", "after_at", "after", "limit"],
    AWAITING_IDLE,
    sessionFromRow,
  );
  const overdue = db.query(["started_until", "due_until", "limit"], OVERDUE, sessionFromRow);
  const old = db.query(["before", "limit"], OLD, sessionIdFromRow);
  const ordersToErase = db.query(
    ["before", "after_at", "after", "limit"],
    ORDERS_TO_ERASE,
    sessionFromRow,
  );
  return {
    byOrderNumber: (number, merchantId) =>
      byOrderNumber.all({ order_number: number, merchant_id: merchantId }),
    counts: (merchantId) => counts.all({ merchant_id: merchantId }),
    idle: ({ lastActiveUntil, dueUntil }, limit) =>
      idle.all({ until: lastActiveUntil, due_until: dueUntil, limit }),
    shopsAwaitingIdle: () => shopsAwaitingIdle.all({}),
    awaitingIdle: (merchantId, lastActiveUntil, { after, limit }) =>
      awaitingIdle.all({
        merchant_id: merchantId,
        until: lastActiveUntil,
        after_at: after?.lastActiveAt ?? 0,
        after: after?.id ?? "",
        limit,
      }),
    overdue: ({ startedUntil, dueUntil }, limit) =>
      overdue.all({ started_until: startedUntil, due_until: dueUntil, limit }),
    old: (lastActiveBefore, limit) => old.all({ before: lastActiveBefore, limit }),
    ordersToErase: (placedBefore, { after, limit }) =>
      ordersToErase.all({
        before: placedBefore,
        after_at: after?.at ?? 0,
        after: after?.id ?? "",
        limit,
      }),
  };
}
