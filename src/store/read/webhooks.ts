import { nothingLeft } from "../../domain/filters.ts";
import { pageOf } from "../../domain/values/page.ts";
import { endpointFromRow } from "../../schema/stored/endpoint.ts";
import { eventFromRow, eventNumber } from "../../schema/stored/event.ts";
import {
  DUE_COLUMNS,
  dueFromRow,
  laneFromRow,
  searchEndFromRow,
} from "../../schema/stored/webhook.ts";
import type { WebhookReads } from "../reads/webhooks.ts";
import { DUE, IN_MESSAGE, LIST, SEARCH_END, UNTRIED } from "./deliveries.ts";
import { ADDED } from "../sql/dialect.ts";
import { mapped, type Reader } from "./query.ts";
import { sql } from "../sql/sql.ts";

/** Deliveries that a page searches, of all its endpoints: each is compared with its event. */
const SEARCHED = 40_000;

const DELIVERY = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w
  JOIN deliveries AS d ON d.endpoint_id = w.id
  JOIN events AS e ON e.seq = d.event_seq
  WHERE e.id = :event_id AND w.id = :endpoint_id`;

/**
 * Reads webhook endpoints and the deliveries to them.
 *
 * @param searched deliveries that a page searches in SQLite
 */
export function webhookReads(db: Reader, searched = SEARCHED): WebhookReads {
  const ofMerchant = db.query(
    ["merchant_id"],
    sql`SELECT * FROM webhook_endpoints
      WHERE merchant_id = :merchant_id ORDER BY created_at, ${ADDED}`,
    endpointFromRow,
  );
  const byId = db.query(["id"], "SELECT * FROM webhook_endpoints WHERE id = :id", endpointFromRow);
  const delivery = db.query(["event_id", "endpoint_id"], DELIVERY, dueFromRow);
  return {
    of: (merchantId) => ofMerchant.all({ merchant_id: merchantId }),
    find: (id) => byId.one({ id }),
    delivery: (eventId, endpointId) => delivery.one({ event_id: eventId, endpoint_id: endpointId }),
    ...deliveryList(db, searched),
    ...eventReads(db),
  };
}

/** Reads lists of deliveries. */
function deliveryList(db: Reader, searched: number): Pick<WebhookReads, "deliveries"> {
  const list = db.query(
    ["ids", "event_id?", "endpoint_id?", "state?", "type?", "since", "first_seq", "limit"],
    LIST,
    dueFromRow,
  );
  const searchEnd = db.engine === "postgres"
    ? null
    : db.query(["ids", "event_id?", "endpoint_id?", "each"], SEARCH_END, searchEndFromRow);
  return {
    deliveries: (endpointIds, { state, type, since, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const key = {
        ids: endpointIds,
        event_id: after?.eventId ?? null,
        endpoint_id: after?.endpointId ?? null,
      };
      const isSearch = type !== null || since !== null;
      const each = Math.ceil(searched / Math.max(1, endpointIds.length));
      return mapped(
        isSearch && searchEnd !== null ? searchEnd.one({ ...key, each }) : null,
        (end) => {
          const filter = { state, type, since: since ?? 0, first_seq: end?.seq ?? 0 };
          return mapped(list.all({ ...key, ...filter, limit: limit + 1 }), (found) => {
            const page = pageOf(
              found,
              limit,
              ({ delivery: { eventId, endpointId } }) => ({ eventId, endpointId }),
            );
            return { ...page, next: page.next ?? end?.key ?? null };
          });
        },
      );
    },
  };
}

/** Reads events, and deliveries that are due. */
function eventReads(
  db: Reader,
): Pick<WebhookReads, "due" | "untried" | "batch" | "lastEvent" | "eventsAfter"> {
  const due = db.query(["at", "busy", "settled", "holder?"], DUE, laneFromRow);
  const untried = db.query(["endpoint_id", "lane", "at", "settled", "limit"], UNTRIED, dueFromRow);
  const batch = db.query(["endpoint_id", "batch_id"], IN_MESSAGE, dueFromRow);
  // A query of its own: its events must be seen by the next one, which begins after it.
  const settledEvent = db.engine === "sqlite"
    ? null
    : db.query([], "SELECT checkoutd_settled_event() AS seq", eventNumber);
  /** Number of an event after which others may still be written. */
  const settled = () =>
    settledEvent === null
      ? Number.MAX_SAFE_INTEGER
      : mapped(settledEvent.one({}), (number) => number ?? 0);
  const last = db.query(
    ["settled"],
    "SELECT coalesce(max(seq), 0) AS seq FROM events WHERE seq <= :settled",
    eventNumber,
  );
  const after = db.query(
    ["after_seq", "settled", "limit"],
    "SELECT * FROM events WHERE seq > :after_seq AND seq <= :settled ORDER BY seq LIMIT :limit",
    (row) => ({ number: eventNumber(row), event: eventFromRow(row) }),
  );
  return {
    due: (now, busy, holder) =>
      mapped(settled(), (until) => due.all({ at: now, busy, settled: until, holder })),
    untried: ({ endpointId, lane }, now, limit) =>
      mapped(
        settled(),
        (until) => untried.all({ endpoint_id: endpointId, lane, at: now, settled: until, limit }),
      ),
    batch: (endpointId, batchId) => batch.all({ endpoint_id: endpointId, batch_id: batchId }),
    lastEvent: () =>
      mapped(settled(), (until) => mapped(last.one({ settled: until }), (seq) => seq ?? 0)),
    eventsAfter: (number, limit) =>
      mapped(
        settled(),
        (until) => until <= number ? [] : after.all({ after_seq: number, settled: until, limit }),
      ),
  };
}
