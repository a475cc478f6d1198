import { insertRow } from "./insert.ts";

const EVENT = ["id", "merchant_id", "session_id", "type", "at", "data"] as const;

/** Exactly the condition of the partial index, which is used only then. */
const WITH_CODE = "type = 'otp.requested' AND (data::json ->> 'otp') IS NOT NULL";
/** The field stays, so that events keep their fields. */
const REDACT = `UPDATE events SET data = ${withMember("data", ["otp"], "null")}`;

const CODES = "session_id = :id AND type = 'otp.requested'";

/** Events and their deliveries. */
export const EVENT_WRITES = {
  "event.add": `${insertRow("events", EVENT)} RETURNING seq INTO event_number`,
  "event.addDeliveries": `INSERT INTO deliveries
         (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
       SELECT w.id, event_number, 'PENDING', 0, :at::bigint, NULL, '', :at::bigint
       FROM webhook_endpoints AS w
       WHERE w.merchant_id = :merchant_id AND w.livemode = :livemode::smallint
         AND w.disabled_at IS NULL
         AND (w.events = '[]' OR w.events::jsonb ? :type)
         AND (w.kind = 'webhook' OR :reaches::jsonb ? w.kind)
       FOR KEY SHARE OF w`,
  "delivery.put": `UPDATE deliveries SET state = :state, attempts = :attempts::bigint,
         next_at = :next_at::bigint, last_status = :last_status::bigint,
         last_error = :last_error, updated_at = :updated_at::bigint
       WHERE endpoint_id = :endpoint_id
         AND event_seq = (SELECT seq FROM events WHERE id = :event_id)
         AND (:was_attempts IS NULL OR attempts = :was_attempts::bigint
           AND updated_at = :was_updated_at::bigint)`,
  "event.purgeDeliveries": `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id IS NULL AND e.at < :before::bigint)`,
  "event.purge": "DELETE FROM events WHERE session_id IS NULL AND at < :before::bigint",
  "event.redactBefore": `${REDACT} WHERE seq IN (
         SELECT seq FROM events WHERE ${WITH_CODE} AND at < :before::bigint
         FOR NO KEY UPDATE SKIP LOCKED)`,
  "event.redact": `${REDACT} WHERE ${WITH_CODE} AND id = :id`,
  "event.erasePhones": `UPDATE events
       SET data = ${withMember(withMember("data", ["phone"], '""'), ["otp"], "null")}
       WHERE ${CODES} AND (:phone IS NULL OR data::json ->> 'phone' = :phone)`,
  "event.eraseReferences": `UPDATE events SET data = ${withMember("data", ["reference"], "null")}
       WHERE session_id = :id AND (data::json ->> 'reference') IS NOT NULL`,
  "event.eraseReasons": `UPDATE events
       SET data = ${withMember("data", ["order", "cancel_reason"], "null")}
       WHERE session_id = :id AND (data::json #>> '{order,cancel_reason}') IS NOT NULL`,
  // A code without a phone number cannot be sent.
  "event.deleteErased":
    `DELETE FROM deliveries WHERE state = 'PENDING' AND (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE ${CODES} AND e.data::json ->> 'phone' = '')`,
  "event.deleteDeliveries": `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id = :id)`,
  "event.deleteOfSession": "DELETE FROM events WHERE session_id = :id",
} as const;

/**
 * Makes SQL for a JSON text with another value of one of its members. All others keep their place
 * and their bytes, which `jsonb_set` would not.
 */
function withMember(json: string, [name, ...rest]: readonly string[], value: string): string {
  const row = `m${rest.length}`;
  const changed = rest.length === 0 ? `'${value}'` : withMember(`${row}.value`, rest, value);
  return `(SELECT '{' || string_agg(to_json(${row}.key)::text || ':' || CASE
           WHEN ${row}.key = '${name}' THEN ${changed} ELSE ${row}.value::text END, ','
           ORDER BY ${row}.place) || '}'
         FROM json_each((${json})::json) WITH ORDINALITY AS ${row} (key, value, place))`;
}
