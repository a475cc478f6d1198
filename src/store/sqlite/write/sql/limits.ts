import { insertInto } from "./insert.ts";

/** What the limits of shops refused, and the messages that they count. */
export const LIMIT_SQL = {
  "limit.refused": `${insertInto("limit_refusals", ["merchant_id", "hour", "refusal", "count"])}
       ON CONFLICT (merchant_id, hour, refusal)
       DO UPDATE SET count = count + excluded.count`,
  "limit.purge": "DELETE FROM limit_refusals WHERE hour < :before",
  "message.sent": `INSERT INTO message_sends
       (event_id, kind, merchant_id, session_id, recipient, unverified, sent_at, client)
       SELECT :event_id, :kind, :merchant_id, :session_id, :recipient, :unverified, :at, :client
       WHERE (SELECT count(*) FROM message_sends WHERE merchant_id = :merchant_id
           AND recipient = :recipient AND sent_at > :hour_since) < :recipient_limit
         AND (:unverified = 0 OR (SELECT count(*) FROM message_sends
             WHERE merchant_id = :merchant_id AND recipient = :recipient
               AND sent_at > :day_since AND unverified = 1) < :unverified_limit
           AND NOT EXISTS (SELECT 1 FROM message_sends WHERE merchant_id = :merchant_id
             AND recipient = :recipient AND session_id = :session_id AND unverified = 1))
         AND (:client IS NULL OR (SELECT count(*) FROM message_sends WHERE merchant_id = :merchant_id
           AND client = :client AND sent_at > :hour_since) < :client_limit)
         AND (SELECT count(*) FROM message_sends
           WHERE merchant_id = :merchant_id AND sent_at >= :shop_since) < :shop_limit`,
  "message.purge": "DELETE FROM message_sends WHERE sent_at < :before",
} as const;
