import { insertRow, purge, takeExcluded } from "./insert.ts";

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
export const SESSION_WRITES = {
  "session.add": insertRow("sessions", SESSION),
  "session.put":
    `UPDATE sessions SET session_state = :session_state, payment_state = :payment_state,
         version = :version::bigint, updated_at = greatest(updated_at, :at::bigint),
         last_active_at = CASE WHEN :expired::boolean THEN last_active_at
           ELSE greatest(last_active_at, :at::bigint) END,
         expired = :expired::smallint,
         customer_phone = :customer_phone, held_since = :held_since::bigint,
         due_at = :due_at::bigint,
         placed_at = :placed_at::bigint, order_number = :order_number,
         awaits_idle = :awaits_idle::smallint,
         idle_at = :idle_at::bigint, returned = :returned, doc = :doc, packed = :packed::bytea,
         view = :view
       WHERE id = :id AND version = :expected_version::bigint`,
  // Of several sessions. The locks have added their rows, except for a session of the same batch.
  "session.touch": `INSERT INTO session_activity AS a (session_id, last_active_at)
       SELECT id, max(t.at) FROM jsonb_to_recordset(:touched::jsonb) AS t (id text, at bigint)
         JOIN sessions USING (id) GROUP BY id
       ON CONFLICT (session_id) DO UPDATE SET last_active_at = excluded.last_active_at
       WHERE a.last_active_at < excluded.last_active_at`,
  // By quarters of an hour. Begun as statistics see it: with a step, besides that to abandon it.
  "session.countPurged":
    `INSERT INTO purged_sessions (merchant_id, opened_at, session_state, payment_state, currency_code,
         count, begun, idle, resumed, reopened)
       SELECT merchant_id, created_at - created_at % 900000, session_state, payment_state,
         coalesce(doc::json ->> 'currencyCode', ''), 1, (version > CASE session_state WHEN 'ABANDONED' THEN 2 ELSE 1 END)::integer,
         (idle_at IS NOT NULL)::integer, (returned IS NOT DISTINCT FROM 'RESUMED')::integer,
         (returned IS NOT DISTINCT FROM 'REOPENED')::integer
       FROM sessions WHERE id = :id AND livemode = 1
       ON CONFLICT (merchant_id, opened_at, session_state, payment_state, currency_code)
       DO UPDATE SET count = purged_sessions.count + 1, begun = purged_sessions.begun + excluded.begun,
         idle = purged_sessions.idle + excluded.idle,
         resumed = purged_sessions.resumed + excluded.resumed,
         reopened = purged_sessions.reopened + excluded.reopened`,
  "session.delete": `DELETE FROM sessions WHERE id = :id AND last_active_at < :before::bigint
         AND NOT EXISTS (SELECT 1 FROM session_activity AS a
           WHERE a.session_id = :id AND a.last_active_at >= :before::bigint)
         AND (:with_shop::boolean
           OR (held_since IS NULL AND due_at IS NULL
           AND NOT (session_state = 'COMPLETED' AND livemode = 1)))`,
  "session.eraseExtra": `UPDATE sessions SET extra = '{}',
         erased_at = CASE WHEN session_state = 'COMPLETED' AND livemode = 1
           THEN coalesce(:erased_at::bigint, erased_at) END
       WHERE id = :id`,
  "session.retain": "UPDATE sessions SET erased_at = NULL WHERE id = :id AND erased_at IS NOT NULL",
  "link.put": `${insertRow("checkout_links", ["session_id", ...LINK_DATA])}
       ON CONFLICT (session_id) DO UPDATE SET ${takeExcluded(LINK_DATA)}`,
  "link.update": `UPDATE checkout_links SET created_at = :created_at::bigint, hides = :hides
       WHERE session_id = :session_id AND token_hash = :token_hash`,
  "link.delete": "DELETE FROM checkout_links WHERE session_id = :id",
  "return.add": `${insertRow("payment_returns", RETURN)} ON CONFLICT (code_hash) DO NOTHING`,
  "return.purge": purge("payment_returns", "created_at < :before::bigint"),
  "return.delete": "DELETE FROM payment_returns WHERE session_id = :id",
  "idempotency.add": insertRow("idempotency_records", RECORD),
  "idempotency.purge": purge("idempotency_records", "at < :before::bigint"),
  "idempotency.deleteOfSession":
    // Answers to steps contain the session; the one to its creation only its id.
    `DELETE FROM idempotency_records WHERE merchant_id = :merchant_id AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || :path_id || '/' AND path < '/session/' || :path_id || '0'`,
} as const;
