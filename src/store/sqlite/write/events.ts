import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import type { SessionId } from "../../../domain/ids.ts";
import { deliveryToRow } from "../../../schema/stored/write/webhook.ts";
import { insertInto, VIOLATED, writeOne } from "./statements.ts";
import type { EventAddWrite } from "./write.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const EVENT = ["id", "merchant_id", "session_id", "type", "at", "data"] as const;

/** Word for word the condition of the partial index: only then is it used. */
const WITH_CODE = "type = 'otp.requested' AND data ->> '$.otp' IS NOT NULL";
/** The field stays, so that what is sent keeps its shape. */
const REDACT = `UPDATE events SET data = json_set(data, '$.otp', NULL) WHERE ${WITH_CODE}`;

/** Writes events and how far their deliveries are. */
export class EventWrites {
  readonly #add: StatementSync;
  readonly #addDeliveries: StatementSync;
  readonly #putDelivery: StatementSync;
  readonly #redactBefore: StatementSync;
  readonly #redactOne: StatementSync;
  readonly #deleteDeliveries: StatementSync;
  readonly #deleteEvents: StatementSync;

  constructor(db: DatabaseSync) {
    this.#add = db.prepare(insertInto("events", EVENT));
    // The event's row was the last to get a number: deliveries have none.
    this.#addDeliveries = db.prepare(
      `INSERT INTO deliveries
         (endpoint_id, event_seq, state, attempts, next_at, last_status, last_error, updated_at)
       SELECT id, last_insert_rowid(), 'PENDING', 0, :at, NULL, '', :at FROM webhook_endpoints
       WHERE merchant_id = :merchant_id AND disabled_at IS NULL
         AND (events = '[]' OR :type IN (SELECT value FROM json_each(events)))`,
    );
    this.#putDelivery = db.prepare(
      `UPDATE deliveries SET state = :state, attempts = :attempts, next_at = :next_at,
         last_status = :last_status, last_error = :last_error, updated_at = :updated_at
       WHERE endpoint_id = :endpoint_id
         AND event_seq = (SELECT seq FROM events WHERE id = :event_id)`,
    );
    this.#redactBefore = db.prepare(`${REDACT} AND at < :before`);
    this.#redactOne = db.prepare(`${REDACT} AND id = :id`);
    this.#deleteDeliveries = db.prepare(
      `DELETE FROM deliveries WHERE (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE e.session_id = :id)`,
    );
    this.#deleteEvents = db.prepare("DELETE FROM events WHERE session_id = :id");
  }

  add(change: EventAddWrite): void {
    const { row } = change;
    const { id, merchant_id, type, at } = row;
    writeOne(change, {
      statement: this.#add,
      row,
      refusals: {
        [VIOLATED.unique]: `Event id is taken: ${id}`,
        [VIOLATED.foreignKey]: `Merchant of the event is not known: ${merchant_id}`,
      },
    });
    // As many as there are endpoints that want it.
    this.#addDeliveries.run({ merchant_id, type, at });
  }

  putDelivery(change: Of<"delivery.put">): void {
    const { delivery } = change;
    const { eventId, endpointId } = delivery;
    writeOne(change, {
      statement: this.#putDelivery,
      row: deliveryToRow(delivery),
      refusals: { 0: `Delivery of event ${eventId} is not known to endpoint: ${endpointId}` },
    });
  }

  redactCodes({ before }: Of<"otp.redact">): void {
    this.#redactBefore.run({ before });
  }

  /** No code is right as well: it was blotted out before, or there was none. */
  redact({ eventId }: Of<"event.redact">): void {
    this.#redactOne.run({ id: eventId });
  }

  /** Deletes a session's events with their deliveries. */
  deleteOf(sessionId: SessionId): void {
    this.#deleteDeliveries.run({ id: sessionId });
    this.#deleteEvents.run({ id: sessionId });
  }
}
