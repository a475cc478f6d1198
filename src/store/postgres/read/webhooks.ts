import { nothingLeft } from "../../../domain/filters.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { endpointFromRow } from "../../../schema/stored/endpoint.ts";
import { eventFromRow, eventNumber } from "../../../schema/stored/event.ts";
import { DUE_COLUMNS, dueFromRow } from "../../../schema/stored/webhook.ts";
import type { WebhookReads } from "../../reads/webhooks.ts";
import { ENDPOINT_LEASE } from "../../shared.ts";
import { PgQuery, type Reads } from "./query.ts";

const OF_EACH = `
  JOIN deliveries AS d ON d.endpoint_id = w.id AND d.event_seq = one.event_seq
  JOIN events AS e ON e.seq = d.event_seq`;

/**
 * Each subquery reads the partial index with the same condition in order and stops at the first due
 * delivery, so neither finished deliveries nor later attempts are walked. An event up to number $3
 * cannot become visible after a later one. Endpoints that others than $4 have leased are not read.
 */
const DUE = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w CROSS JOIN LATERAL (
    SELECT min(event_seq) AS event_seq FROM (
      (SELECT event_seq FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts = 0 AND next_at <= $1
          AND event_seq <= $3
        ORDER BY event_seq LIMIT 1)
      UNION ALL
      (SELECT event_seq FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts > 0 AND next_at <= $1
        ORDER BY next_at, event_seq LIMIT 1)
    ) AS first
  ) AS one ${OF_EACH}
  WHERE w.disabled_at IS NULL AND w.id <> ALL ($2::text[]) AND NOT EXISTS (
    SELECT 1 FROM leases
    WHERE name = '${ENDPOINT_LEASE}' || w.id AND holder <> $4 AND until > clock_timestamp()
  )
  ORDER BY e.seq, w.place`;

/**
 * The subquery reads a page of each endpoint by the primary key, so that a page costs the same
 * wherever it is. After event $2 of endpoint $3 come that event of endpoints with lower ids, then
 * earlier events.
 */
const LIST = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w CROSS JOIN LATERAL (
    SELECT o.event_seq FROM deliveries AS o JOIN events AS f ON f.seq = o.event_seq
    WHERE o.endpoint_id = w.id
      AND ($2::text IS NULL
        OR o.event_seq < (SELECT seq FROM events WHERE id = $2) + (w.id < $3)::integer)
      AND ($4::text IS NULL OR o.state = $4) AND ($5::text IS NULL OR f.type = $5) AND f.at >= $6
    ORDER BY o.event_seq DESC LIMIT $7
  ) AS one ${OF_EACH}
  WHERE w.id = ANY ($1::text[])
  ORDER BY d.event_seq DESC, d.endpoint_id DESC LIMIT $7`;

const DELIVERY = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w
  JOIN deliveries AS d ON d.endpoint_id = w.id
  JOIN events AS e ON e.seq = d.event_seq
  WHERE e.id = $1 AND w.id = $2`;

/** Reads webhook endpoints and the deliveries to them. */
export function postgresWebhooks(reads: Reads): WebhookReads {
  const endpoints = (rest: string) =>
    new PgQuery(reads, `SELECT * FROM webhook_endpoints WHERE ${rest}`, endpointFromRow);
  const ofMerchant = endpoints("merchant_id = $1 ORDER BY created_at, place");
  const byId = endpoints("id = $1");
  const list = new PgQuery(reads, LIST, dueFromRow);
  const delivery = new PgQuery(reads, DELIVERY, dueFromRow);
  const due = new PgQuery(reads, DUE, dueFromRow);
  // A query of its own: its events must be seen by the next one, which begins after it.
  const settled = new PgQuery(reads, "SELECT checkoutd_settled_event() AS seq", eventNumber);
  const last = new PgQuery(
    reads,
    "SELECT coalesce(max(seq), 0) AS seq FROM events WHERE seq <= $1",
    eventNumber,
  );
  const after = new PgQuery(
    reads,
    "SELECT * FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3",
    (row) => ({ number: eventNumber(row), event: eventFromRow(row) }),
  );
  return {
    of: (merchantId) => ofMerchant.all(merchantId),
    find: (id) => byId.one(id),
    deliveries: async (endpointIds, { state, type, since, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const key = [after?.eventId ?? null, after?.endpointId ?? null];
      return pageOf(
        await list.all(endpointIds, ...key, state, type, since ?? 0, limit + 1),
        limit,
        ({ delivery: { eventId, endpointId } }) => ({ eventId, endpointId }),
      );
    },
    delivery: (eventId, endpointId) => delivery.one(eventId, endpointId),
    due: async (now, busy, holder) => await due.all(now, busy, await settled.one(), holder),
    lastEvent: async () => await last.one(await settled.one()) ?? 0,
    eventsAfter: async (number, limit) => {
      const until = await settled.one() ?? 0;
      return until <= number ? [] : await after.all(number, until, limit);
    },
  };
}
