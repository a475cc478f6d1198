import { DAILY_SUMS } from "../sql/daily_sums.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { key } from "./locks.ts";
import { insertInto, purge, write } from "./write.ts";

/** Writes one row, as it is, within the limit of a day. In PostgreSQL it counts as one. */
const within = (what: keyof typeof DAILY_SUMS) => {
  const one: Sql = { sqlite: "UPDATE epoch SET value = value", postgres: "PERFORM 1" };
  return write(
    sql`${one} WHERE (${DAILY_SUMS[what]}) <= :most`,
    key(`daily-${what}`, "merchant_id"),
  );
};

/** Refusals by the limits of shops, limits that a commit keeps, and the messages that they count. */
export const LIMIT_WRITES = {
  "limit.refused": write(
    sql`${insertInto("limit_refusals", ["merchant_id", "hour", "refusal", "count"])}
       ON CONFLICT (merchant_id, hour, refusal)
       DO UPDATE SET count = limit_refusals.count + excluded.count`,
    key("refusals", "merchant_id"),
  ),
  "daily.refunds": within("refunds"),
  "daily.coins": within("coins"),
  "limit.purge": write(
    purge("limit_refusals", "hour < :before", "(merchant_id, hour, refusal)"),
  ),
  "message.sent": write(
    `INSERT INTO message_sends
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
    key("messages", "merchant_id"),
  ),
  "message.purge": write(
    purge("message_sends", "sent_at < :before", "(event_id, kind)"),
  ),
} as const;
