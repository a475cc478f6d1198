import { insertInto } from "./insert.ts";

const EVENT = ["id", "merchant_id", "session_id", "type", "at", "data"] as const;

/** Exactly the condition of the partial index, which is used only then. */
const WITH_CODE = "type = 'otp.requested' AND data ->> '$.otp' IS NOT NULL";
/** The field stays, so that events keep their fields. */
const REDACT = `UPDATE events SET data = json_set(data, '$.otp', NULL) WHERE ${WITH_CODE}`;

const CODES = "session_id = :id AND type = 'otp.requested'";

/** Events and their deliveries. */
export const EVENT_SQL = {
  "event.add": insertInto("events", EVENT),
  "event.addDeliveries":
    // The event's row is the last one with a number: deliveries have none.
    `INSERT INTO deliveries
         (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
       SELECT id, last_insert_rowid(), 'PENDING', 0, :at, NULL, '', :at FROM webhook_endpoints
       WHERE merchant_id = :merchant_id AND livemode = :livemode AND disabled_at IS NULL
         AND (events = '[]' OR :type IN (SELECT value FROM json_each(events)))
         AND (kind = 'webhook' OR kind IN (SELECT value FROM json_each(:reaches)))`,
  "delivery.put": `UPDATE deliveries SET state = :state, attempts = :attempts, next_at = :next_at,
         last_status = :last_status, last_error = :last_error, updated_at = :updated_at
       WHERE endpoint_id = :endpoint_id
         AND event_seq = (SELECT seq FROM events WHERE id = :event_id)
         AND (:was_attempts IS NULL
           OR attempts = :was_attempts AND updated_at = :was_updated_at)`,
  "event.purgeDeliveries": `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id IS NULL AND e.at < :before)`,
  "event.purge": "DELETE FROM events WHERE session_id IS NULL AND at < :before",
  "event.redactBefore": `${REDACT} AND at < :before`,
  "event.redact": `${REDACT} AND id = :id`,
  "event.erasePhones": `UPDATE events SET data = json_set(data, '$.phone', '', '$.otp', NULL)
       WHERE ${CODES} AND (:phone IS NULL OR data ->> '$.phone' = :phone)`,
  "event.eraseReferences": `UPDATE events SET data = json_set(data, '$.reference', NULL)
       WHERE session_id = :id AND data ->> '$.reference' IS NOT NULL`,
  "event.eraseReasons": `UPDATE events SET data = json_set(data, '$.order.cancel_reason', NULL)
       WHERE session_id = :id AND data ->> '$.order.cancel_reason' IS NOT NULL`,
  // A code without a phone number cannot be sent.
  "event.deleteErased":
    `DELETE FROM deliveries WHERE state = 'PENDING' AND (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE ${CODES} AND e.data ->> '$.phone' = '')`,
  "event.deleteDeliveries": `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id = :id)`,
  "event.deleteOfSession": "DELETE FROM events WHERE session_id = :id",
} as const;
