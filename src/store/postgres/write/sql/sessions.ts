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
  "session.delete": `DELETE FROM sessions WHERE id = :id AND last_active_at < :before::bigint
         AND NOT EXISTS (SELECT 1 FROM session_activity AS a
           WHERE a.session_id = :id AND a.last_active_at >= :before::bigint)
         AND (due_at IS NULL OR :even_awaited::boolean)`,
  "session.eraseExtra": "UPDATE sessions SET extra = '{}' WHERE id = :id",
  "link.put": `${insertRow("checkout_links", ["session_id", ...LINK_DATA])}
       ON CONFLICT (session_id) DO UPDATE SET ${takeExcluded(LINK_DATA)}`,
  "link.update": `UPDATE checkout_links SET created_at = :created_at::bigint, hides = :hides
       WHERE session_id = :session_id AND token_hash = :token_hash`,
  "link.delete": "DELETE FROM checkout_links WHERE session_id = :id",
  "idempotency.add": insertRow("idempotency_records", RECORD),
  "idempotency.purge": purge("idempotency_records", "at < :before::bigint"),
  "idempotency.deleteOfSession":
    // Answers to steps contain the session; the one to its creation only its id.
    `DELETE FROM idempotency_records WHERE merchant_id = :merchant_id AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || :path_id || '/' AND path < '/session/' || :path_id || '0'`,
} as const;
