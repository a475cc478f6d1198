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
  "session.delete": `DELETE FROM sessions WHERE id = :id AND last_active_at < :before
         AND (due_at IS NULL OR :even_awaited)`,
  "session.eraseExtra": "UPDATE sessions SET extra = '{}' WHERE id = :id",
  "link.put": `${insertInto("checkout_links", ["session_id", ...LINK_DATA])}
       ON CONFLICT (session_id) DO UPDATE SET ${fromExcluded(LINK_DATA)}`,
  "link.update": `UPDATE checkout_links SET created_at = :created_at, hides = :hides
       WHERE session_id = :session_id AND token_hash = :token_hash`,
  "link.delete": "DELETE FROM checkout_links WHERE session_id = :id",
  "idempotency.add": insertInto("idempotency_records", RECORD),
  "idempotency.purge": "DELETE FROM idempotency_records WHERE at < :before",
  "idempotency.deleteOfSession":
    // Answers to steps contain the session; the one to its creation only its id.
    `DELETE FROM idempotency_records WHERE merchant_id = :merchant_id AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || :path_id || '/' AND path < '/session/' || :path_id || '0'`,
} as const;
