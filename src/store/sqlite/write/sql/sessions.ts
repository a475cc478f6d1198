import { fromExcluded, insertInto } from "./insert.ts";

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

/** Checkout sessions, their links, and the recorded answers to their requests. */
export const SESSION_SQL = {
  "session.add": insertInto("sessions", SESSION),
  "session.put":
    `UPDATE sessions SET session_state = :session_state, payment_state = :payment_state,
         version = :version, updated_at = max(updated_at, :at),
         last_active_at = iif(:expired, last_active_at, max(last_active_at, :at)),
         expired = :expired,
         customer_phone = :customer_phone, held_since = :held_since, due_at = :due_at,
         placed_at = :placed_at, order_number = :order_number, awaits_idle = :awaits_idle,
         idle_at = :idle_at, returned = :returned, doc = :doc, packed = :packed,
         view = :view
       WHERE id = :id AND version = :expected_version`,
  "session.touch":
    "UPDATE sessions SET last_active_at = :at WHERE id = :id AND last_active_at < :at",
  // By quarters of an hour. Begun as statistics see it: with a step, besides that to abandon it.
  "session.countPurged":
    `INSERT INTO purged_sessions (merchant_id, opened_at, session_state, payment_state, currency_code,
         count, begun, idle, resumed, reopened)
       SELECT merchant_id, created_at - created_at % 900000, session_state, payment_state,
         ifnull(iif(json_valid(doc), doc ->> '$.currencyCode', NULL), ''), 1,
         version > CASE session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END, idle_at IS NOT NULL, returned IS 'RESUMED', returned IS 'REOPENED'
       FROM sessions WHERE id = :id AND livemode = 1
       ON CONFLICT DO UPDATE SET count = purged_sessions.count + 1, begun = purged_sessions.begun + excluded.begun,
         idle = purged_sessions.idle + excluded.idle,
         resumed = purged_sessions.resumed + excluded.resumed,
         reopened = purged_sessions.reopened + excluded.reopened`,
  "session.delete": `DELETE FROM sessions WHERE id = :id AND last_active_at < :before
         AND (:with_shop OR (held_since IS NULL AND due_at IS NULL
           AND NOT (session_state = 'COMPLETED' AND livemode = 1)))`,
  "session.eraseExtra": `UPDATE sessions SET extra = '{}',
         erased_at = iif(session_state = 'COMPLETED' AND livemode = 1,
           coalesce(:erased_at, erased_at), NULL)
       WHERE id = :id`,
  "session.retain": "UPDATE sessions SET erased_at = NULL WHERE id = :id AND erased_at IS NOT NULL",
  "link.put": `${insertInto("checkout_links", ["session_id", ...LINK_DATA])}
       ON CONFLICT (session_id) DO UPDATE SET ${fromExcluded(LINK_DATA)}`,
  "link.update": `UPDATE checkout_links SET created_at = :created_at, hides = :hides
       WHERE session_id = :session_id AND token_hash = :token_hash`,
  "link.delete": "DELETE FROM checkout_links WHERE session_id = :id",
  "return.add": `${insertInto("payment_returns", RETURN)} ON CONFLICT (code_hash) DO NOTHING`,
  "return.purge": "DELETE FROM payment_returns WHERE created_at < :before",
  "return.delete": "DELETE FROM payment_returns WHERE session_id = :id",
  "idempotency.add": insertInto("idempotency_records", RECORD),
  "idempotency.purge": "DELETE FROM idempotency_records WHERE at < :before",
  "idempotency.deleteOfSession":
    // Answers to steps contain the session; the one to its creation only its id.
    `DELETE FROM idempotency_records WHERE merchant_id = :merchant_id AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || :path_id || '/' AND path < '/session/' || :path_id || '0'`,
} as const;
