import { pageOf } from "../../../domain/values/page.ts";
import { endpointFromRow } from "../../../schema/stored/endpoint.ts";
import { DUE_COLUMNS, dueFromRow } from "../../../schema/stored/webhook.ts";
import type { WebhookReads } from "../../reads/webhooks.ts";
import { type Connection, Query } from "./query.ts";

const DELIVERIES = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w
  JOIN deliveries AS d ON d.endpoint_id = w.id
  JOIN events AS e ON e.seq = d.event_seq`;

/**
 * Each subquery reads the partial index with the same condition in order and stops at the first due
 * delivery, so neither finished deliveries nor later attempts are walked.
 */
const DUE = `
  ${DELIVERIES}
  WHERE w.disabled_at IS NULL AND w.id NOT IN (SELECT value FROM json_each(?2))
    AND d.event_seq = (
      SELECT min(event_seq) FROM (
        SELECT * FROM (SELECT event_seq FROM deliveries
          WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts = 0 AND next_at <= ?1
          ORDER BY event_seq LIMIT 1)
        UNION ALL
        SELECT * FROM (SELECT event_seq FROM deliveries
          WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts > 0 AND next_at <= ?1
          ORDER BY next_at, event_seq LIMIT 1)
      )
    )
  ORDER BY e.seq`;

/** Reads webhook endpoints and the deliveries to them. */
export function sqliteWebhooks(db: Connection): WebhookReads {
  const endpoints = (rest: string) =>
    new Query(db, `SELECT * FROM webhook_endpoints WHERE ${rest}`, endpointFromRow);
  const ofMerchant = endpoints("merchant_id = ? ORDER BY created_at, rowid");
  const byId = endpoints("id = ?");
  const ofEndpoint = new Query(
    db,
    `${DELIVERIES}
     WHERE w.id = ?1 AND d.event_seq < iif(?2 IS NULL, 1e19, (SELECT seq FROM events WHERE id = ?2))
     ORDER BY d.event_seq DESC LIMIT ?3`,
    dueFromRow,
  );
  const delivery = new Query(db, `${DELIVERIES} WHERE e.id = ? AND w.id = ?`, dueFromRow);
  const due = new Query(db, DUE, dueFromRow);
  return {
    of: (merchantId) => ofMerchant.all(merchantId),
    find: (id) => byId.one(id),
    deliveries: (endpointId, { limit, after }) =>
      pageOf(
        ofEndpoint.all(endpointId, after ?? null, limit + 1),
        limit,
        ({ event }) => event.id,
      ),
    delivery: (eventId, endpointId) => delivery.one(eventId, endpointId),
    due: (now, busy) => due.all(now, JSON.stringify(busy)),
  };
}
