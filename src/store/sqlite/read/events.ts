import type { DatabaseSync } from "node:sqlite";
import type { CheckoutEvent } from "../../../domain/events.ts";
import type { MerchantId, SessionId } from "../../../domain/ids.ts";
import type { DueDelivery, WebhookEndpoint } from "../../../domain/webhook.ts";
import { eventFromRow } from "../../../schema/stored/read/event.ts";
import { DUE_COLUMNS, dueFromRow, endpointFromRow } from "../../../schema/stored/read/webhook.ts";
import { Query } from "./query.ts";

const DELIVERIES = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w
  JOIN deliveries AS d ON d.endpoint_id = w.id
  JOIN events AS e ON e.seq = d.event_seq`;

/**
 * Each subquery reads its partial index, whose condition it repeats word for word, in order
 * and stops at the first that is due: neither what an endpoint has behind it nor what waits
 * for a later attempt is walked.
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

/** Reads events, endpoints and the deliveries between them; each method as the port describes it. */
export class EventReads {
  readonly #sessionEvents: Query<CheckoutEvent>;
  readonly #webhooks: Query<WebhookEndpoint>;
  readonly #webhook: Query<WebhookEndpoint>;
  readonly #deliveries: Query<DueDelivery>;
  readonly #delivery: Query<DueDelivery>;
  readonly #due: Query<DueDelivery>;

  constructor(db: DatabaseSync) {
    this.#sessionEvents = new Query(
      db,
      "SELECT * FROM events WHERE session_id = ? ORDER BY seq",
      eventFromRow,
    );
    this.#webhooks = new Query(
      db,
      "SELECT * FROM webhook_endpoints WHERE merchant_id = ? ORDER BY created_at, rowid",
      endpointFromRow,
    );
    this.#webhook = new Query(db, "SELECT * FROM webhook_endpoints WHERE id = ?", endpointFromRow);
    this.#deliveries = new Query(
      db,
      `${DELIVERIES} WHERE w.id = ? ORDER BY d.event_seq DESC LIMIT ?`,
      dueFromRow,
    );
    this.#delivery = new Query(db, `${DELIVERIES} WHERE e.id = ? AND w.id = ?`, dueFromRow);
    this.#due = new Query(db, DUE, dueFromRow);
  }

  sessionEvents(id: SessionId): CheckoutEvent[] {
    return this.#sessionEvents.all(id);
  }

  webhooks(merchantId: MerchantId): WebhookEndpoint[] {
    return this.#webhooks.all(merchantId);
  }

  webhook(id: string): WebhookEndpoint | null {
    return this.#webhook.one(id);
  }

  deliveries(endpointId: string, limit: number): DueDelivery[] {
    return this.#deliveries.all(endpointId, limit);
  }

  delivery(eventId: string, endpointId: string): DueDelivery | null {
    return this.#delivery.one(eventId, endpointId);
  }

  dueDeliveries(now: number, busy: readonly string[]): DueDelivery[] {
    return this.#due.all(now, JSON.stringify(busy));
  }
}
