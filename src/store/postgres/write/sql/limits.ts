import { insertRow, purge } from "./insert.ts";

/** What the limits of shops refused, and the messages that they count. */
export const LIMIT_WRITES = {
  "limit.refused": `${insertRow("limit_refusals", ["merchant_id", "hour", "refusal", "count"])}
       ON CONFLICT (merchant_id, hour, refusal)
       DO UPDATE SET count = limit_refusals.count + excluded.count`,
  "limit.purge": purge("limit_refusals", "hour < :before::bigint"),
  "message.sent": `INSERT INTO message_sends
       (event_id, kind, merchant_id, session_id, recipient, unverified, sent_at, client)
       SELECT :event_id, :kind, :merchant_id, :session_id, :recipient, :unverified::bigint,
         :at::bigint, :client
       WHERE (SELECT count(*) FROM message_sends WHERE merchant_id = :merchant_id
           AND recipient = :recipient AND sent_at > :hour_since::bigint) < :recipient_limit::bigint
         AND (:unverified::bigint = 0 OR (SELECT count(*) FROM message_sends
             WHERE merchant_id = :merchant_id AND recipient = :recipient
               AND sent_at > :day_since::bigint AND unverified = 1) < :unverified_limit::bigint
           AND NOT EXISTS (SELECT 1 FROM message_sends WHERE merchant_id = :merchant_id
             AND recipient = :recipient AND session_id = :session_id AND unverified = 1))
         AND (:client IS NULL OR (SELECT count(*) FROM message_sends
             WHERE merchant_id = :merchant_id AND client = :client
               AND sent_at > :hour_since::bigint) < :client_limit::bigint)
         AND (SELECT count(*) FROM message_sends
           WHERE merchant_id = :merchant_id AND sent_at >= :shop_since::bigint) < :shop_limit::bigint`,
  "message.purge": purge("message_sends", "sent_at < :before::bigint"),
} as const;
