import { nothingLeft } from "../../../domain/filters.ts";
import { pageOf } from "../../../domain/values/page.ts";
import { endpointFromRow } from "../../../schema/stored/endpoint.ts";
import { eventFromRow, eventNumber } from "../../../schema/stored/event.ts";
import { DUE_COLUMNS, dueFromRow, searchEndFromRow } from "../../../schema/stored/webhook.ts";
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

/** Deliveries that a page searches, of all its endpoints: each is compared with its event. */
const SEARCHED = 40_000;

/** After event `?2` of endpoint `?3` come that event of endpoints with lower ids, then earlier events. */
const BEFORE = "iif(?2 IS NULL, 1e18, (SELECT seq FROM events WHERE id = ?2) + (w.id < ?3))";

/**
 * The earliest event that a page searches: that of the `?4`th delivery of an endpoint, the latest one
 * where several endpoints have so many. No row if all deliveries are searched.
 */
const SEARCH_END = `
  SELECT e.id AS event_id, min(d.endpoint_id) AS endpoint_id, d.event_seq AS seq
  FROM deliveries AS d JOIN events AS e ON e.seq = d.event_seq
  WHERE d.endpoint_id IN (SELECT value FROM json_each(?1)) AND d.event_seq = (
    SELECT max((
      SELECT iif(count(*) = ?4, min(event_seq), NULL) FROM (
        SELECT event_seq FROM deliveries WHERE endpoint_id = w.id AND event_seq < ${BEFORE}
        ORDER BY event_seq DESC LIMIT ?4)
    )) FROM webhook_endpoints AS w WHERE w.id IN (SELECT value FROM json_each(?1))
  )
  GROUP BY d.event_seq`;

/**
 * The subquery reads a page of each endpoint by the primary key, so that a page costs the same
 * wherever it is.
 */
const LIST = `
  ${DELIVERIES}
  WHERE w.id IN (SELECT value FROM json_each(?1)) AND d.event_seq IN (
    SELECT o.event_seq FROM deliveries AS o JOIN events AS f ON f.seq = o.event_seq
    WHERE o.endpoint_id = w.id
      AND o.event_seq < ${BEFORE} AND o.event_seq >= ?8
      AND (?4 IS NULL OR o.state = ?4) AND (?5 IS NULL OR f.type = ?5) AND f.at >= ?6
    ORDER BY o.event_seq DESC LIMIT ?7)
  ORDER BY d.event_seq DESC, d.endpoint_id DESC LIMIT ?7`;

/**
 * Reads webhook endpoints and the deliveries to them.
 *
 * @param searched deliveries that a page searches
 */
export function sqliteWebhooks(db: Connection, searched = SEARCHED): WebhookReads {
  const endpoints = (rest: string) =>
    new Query(db, `SELECT * FROM webhook_endpoints WHERE ${rest}`, endpointFromRow);
  const ofMerchant = endpoints("merchant_id = ? ORDER BY created_at, rowid");
  const byId = endpoints("id = ?");
  const list = new Query(db, LIST, dueFromRow);
  const searchEnd = new Query(db, SEARCH_END, searchEndFromRow);
  const delivery = new Query(db, `${DELIVERIES} WHERE e.id = ? AND w.id = ?`, dueFromRow);
  const due = new Query(db, DUE, dueFromRow);
  const last = new Query(db, "SELECT coalesce(max(seq), 0) AS seq FROM events", eventNumber);
  const after = new Query(
    db,
    "SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?",
    (row) => ({ number: eventNumber(row), event: eventFromRow(row) }),
  );
  return {
    of: (merchantId) => ofMerchant.all(merchantId),
    find: (id) => byId.one(id),
    deliveries: (endpointIds, { state, type, since, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const ids = JSON.stringify(endpointIds);
      const key = [after?.eventId ?? null, after?.endpointId ?? null];
      const isSearch = type !== null || since !== null;
      const each = Math.ceil(searched / Math.max(1, endpointIds.length));
      const end = isSearch ? searchEnd.one(ids, ...key, each) : null;
      const filter = [state, type, since ?? 0];
      const found = list.all(ids, ...key, ...filter, limit + 1, end?.seq ?? 0);
      const page = pageOf(
        found,
        limit,
        ({ delivery: { eventId, endpointId } }) => ({ eventId, endpointId }),
      );
      return { ...page, next: page.next ?? end?.key ?? null };
    },
    delivery: (eventId, endpointId) => delivery.one(eventId, endpointId),
    due: (now, busy) => due.all(now, JSON.stringify(busy)),
    lastEvent: () => last.one() ?? 0,
    eventsAfter: (number, limit) => after.all(number, limit),
  };
}
