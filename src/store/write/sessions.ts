import { HOLDS_NOTHING } from "../sql/holds_nothing.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { SHARES, SUM_COLUMNS, SUM_KEY, SUMMED, SUMS_LOCK } from "../sql/session_sums.ts";
import { key, rows, session, sessionById } from "./locks.ts";
import { fromExcluded, GREATEST, insertInto, purge, write } from "./write.ts";

const SESSION = [
  "id",
  "merchant_id",
  "livemode",
  "session_state",
  "payment_state",
  "version",
  "created_at",
  "updated_at",
  "last_active_at",
  "expired",
  "customer_phone",
  "held_since",
  "due_at",
  "placed_at",
  "order_number",
  "payment_fee",
  "awaits_idle",
  "idle_at",
  "returned",
  "doc",
  "extra",
  "view",
  "packed",
] as const;

const RECORD = [
  "merchant_id",
  "livemode",
  "method",
  "path",
  "key",
  "fingerprint",
  "at",
  "status",
  "location",
  "session_id",
  "begun_id",
  "body",
] as const;

const LINK_DATA = ["token_hash", "created_at", "hides"] as const;

const RETURN = ["code_hash", "session_id", "payment_id", "created_at"] as const;

/**
 * Notes the last use of a session. In PostgreSQL those of several at once; the locks have added their
 * rows, except for a session of the same batch.
 */
const TOUCH: Sql = {
  sqlite: "UPDATE sessions SET last_active_at = :at WHERE id = :id AND last_active_at < :at",
  postgres: `INSERT INTO session_activity AS a (session_id, last_active_at)
       SELECT id, max(t.at) FROM jsonb_to_recordset(:touched::jsonb) AS t (id text, at bigint)
         JOIN sessions USING (id) GROUP BY id
       ON CONFLICT (session_id) DO UPDATE SET last_active_at = excluded.last_active_at
       WHERE a.last_active_at < excluded.last_active_at`,
};
/** In PostgreSQL uses that are no changes are noted apart. */
const NOT_ACTIVE: Sql = {
  sqlite: "",
  postgres: `AND NOT EXISTS (SELECT 1 FROM session_activity AS a
           WHERE a.session_id = :id AND a.last_active_at >= :before)`,
};
const CURRENCY: Sql = {
  sqlite: "iif(json_valid(doc), doc ->> '$.currencyCode', NULL)",
  postgres: "doc::json ->> 'currencyCode'",
};

/**
 * In PostgreSQL changes of sessions wait here until the commit ends, and it for theirs: they have
 * their other locks by then.
 */
const SUM_TO: Sql = {
  sqlite: "UPDATE session_sums_progress SET summed_to = :last WHERE summed_to = :after",
  postgres: `PERFORM pg_advisory_xact_lock(${SUMS_LOCK});
       UPDATE session_sums_progress SET summed_to = :last WHERE summed_to = :after`,
};

/** Checkout sessions, their links, and the recorded answers to their requests. */
export const SESSION_WRITES = {
  "session.add": write(
    insertInto("sessions", SESSION),
  ),
  "session.put": write(
    sql`UPDATE sessions SET session_state = :session_state, payment_state = :payment_state,
         version = :version, updated_at = ${GREATEST}(updated_at, :at),
         last_active_at = CASE WHEN :expired = 1 THEN last_active_at
           ELSE ${GREATEST}(last_active_at, :at) END,
         expired = :expired,
         customer_phone = :customer_phone, held_since = :held_since, due_at = :due_at,
         placed_at = :placed_at, order_number = :order_number, awaits_idle = :awaits_idle,
         payment_fee = :payment_fee, idle_at = :idle_at, returned = :returned, doc = :doc, packed = :packed,
         view = :view
       WHERE id = :id AND version = :expected_version`,
    sessionById,
  ),
  // No column of an index but the version: most steps change nothing that a session is found by.
  "session.putDoc": write(
    sql`UPDATE sessions SET version = :version, updated_at = ${GREATEST}(updated_at, :at),
         doc = :doc, packed = :packed, view = :view, payment_fee = :payment_fee
       WHERE id = :id AND version = :expected_version`,
    sessionById,
  ),
  "session.touch": write(
    TOUCH,
    rows("activity", "id"),
  ),
  // By quarters of an hour. Begun as statistics see it: with a step, besides that to abandon it.
  "session.countPurged": write(
    sql`INSERT INTO purged_sessions (merchant_id, opened_at, session_state, payment_state, currency_code,
         count, begun, idle, resumed, reopened)
       SELECT merchant_id, created_at - created_at % 900000, session_state, payment_state,
         coalesce(${CURRENCY}, ''), 1,
         CAST(version > CASE session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END AS INTEGER),
         CAST(idle_at IS NOT NULL AS INTEGER),
         CAST(returned IS NOT DISTINCT FROM 'RESUMED' AS INTEGER),
         CAST(returned IS NOT DISTINCT FROM 'REOPENED' AS INTEGER)
       FROM sessions WHERE id = :id AND livemode = 1
       ON CONFLICT (merchant_id, opened_at, session_state, payment_state, currency_code)
       DO UPDATE SET count = purged_sessions.count + 1,
         begun = purged_sessions.begun + excluded.begun,
         idle = purged_sessions.idle + excluded.idle,
         resumed = purged_sessions.resumed + excluded.resumed,
         reopened = purged_sessions.reopened + excluded.reopened`,
    sessionById,
    key("purged"),
  ),
  "session.delete": write(
    sql`DELETE FROM sessions WHERE id = :id AND last_active_at < :before ${NOT_ACTIVE}
         AND (:with_shop = 1 OR (${HOLDS_NOTHING}
           AND NOT (session_state = 'COMPLETED' AND livemode = 1)))`,
    sessionById,
    rows("activity", "id"),
  ),
  "session.sumTo": write(SUM_TO),
  "session.sum": write(
    sql`INSERT INTO session_sum_deltas (${SUM_COLUMNS})
       SELECT ${SUM_KEY}, ${SUMMED} FROM (${SHARES}) AS shares
       WHERE id > :after AND id <= :last GROUP BY ${SUM_KEY}`,
  ),
  "session.eraseExtra": write(
    `UPDATE sessions SET extra = '{}',
         erased_at = CASE WHEN session_state = 'COMPLETED' AND livemode = 1
           THEN coalesce(:erased_at, erased_at) END
       WHERE id = :id`,
    sessionById,
  ),
  "session.retain": write(
    "UPDATE sessions SET erased_at = NULL WHERE id = :id AND erased_at IS NOT NULL",
    sessionById,
  ),
  "link.put": write(
    sql`${insertInto("checkout_links", ["session_id", ...LINK_DATA])}
       ON CONFLICT (session_id) DO UPDATE SET ${fromExcluded(LINK_DATA)}`,
    session,
  ),
  "link.update": write(
    `UPDATE checkout_links SET created_at = :created_at, hides = :hides
       WHERE session_id = :session_id AND token_hash = :token_hash`,
    session,
  ),
  "link.delete": write(
    "DELETE FROM checkout_links WHERE session_id = :id",
    sessionById,
  ),
  "return.add": write(
    sql`${insertInto("payment_returns", RETURN)} ON CONFLICT (code_hash) DO NOTHING`,
    session,
  ),
  "return.purge": write(
    purge("payment_returns", "created_at < :before", "code_hash"),
  ),
  "return.delete": write(
    "DELETE FROM payment_returns WHERE session_id = :id",
    sessionById,
  ),
  "idempotency.add": write(
    insertInto("idempotency_records", RECORD),
    key("idempotency", "merchant_id", "livemode", "method", "path", "key"),
  ),
  "idempotency.purge": write(
    purge("idempotency_records", "at < :before"),
  ),
  "idempotency.deleteOfSession": write(
    // Answers to steps contain the session; the one to its creation only its id.
    `DELETE FROM idempotency_records WHERE merchant_id = :merchant_id AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || :path_id || '/' AND path < '/session/' || :path_id || '0'`,
  ),
} as const;
