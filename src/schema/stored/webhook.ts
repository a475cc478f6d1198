import { z } from "zod";
import {
  type Delivery,
  DELIVERY_STATES,
  type DueDelivery,
  type LaneDelivery,
} from "../../domain/shop/webhook.ts";
import type { Form } from "../form.ts";
import { endpointFromRow } from "./endpoint.ts";
import { eventFromRow } from "./event.ts";
import { count, parseRow, storedUuid } from "./parse.ts";

const deliverySchema = z.object({
  event_id: storedUuid,
  endpoint_id: storedUuid,
  state: z.enum(DELIVERY_STATES),
  attempts: count,
  next_at: count,
  last_status: count.nullable(),
  last_error: z.string(),
  updated_at: count,
  batch_id: storedUuid.nullable(),
});

/** Loose, because event and endpoint are in the same row. */
const dueSchema = z.looseObject(deliverySchema.shape);

/**
 * Columns for {@link dueFromRow}, of deliveries `d`, events `e` and endpoints `w`; both
 * belong to the same shop, so one column names it.
 */
export const DUE_COLUMNS = `d.state, d.attempts, d.next_at, d.last_status, d.last_error,
  d.updated_at, d.batch_id, e.id AS event_id, e.merchant_id, e.session_id, e.type, e.at, e.data,
  w.id AS endpoint_id, w.kind, w.url, w.secret, w.templates, w.events, w.include,
  w.allow_insecure, w.disabled_at, w.created_at, w.livemode, w.lanes, w.batch,
  w.previous_secret, w.previous_ends_at`;

/** Deliveries of an endpoint that are searched for the next one of each lane. */
export const LANE_WINDOW = 64;

/**
 * SQL for a number of an id, 0 to 255: its last two digits, which are random.
 *
 * @param position the function of the engine that finds a text in another one
 */
export function laneNumber(id: string, position: "instr" | "strpos"): string {
  const digit = (place: number) =>
    `(${position}('0123456789abcdef', substr(${id}, ${place}, 1)) - 1)`;
  return `(${digit(35)} * 16 + ${digit(36)})`;
}

/**
 * Reads a delivery with its event and endpoint from a row of {@link DUE_COLUMNS}.
 *
 * @throws {RowError} when the row does not parse
 */
export function dueFromRow(row: unknown): DueDelivery {
  const place = { table: "deliveries", keyColumns: ["event_id", "endpoint_id"] };
  const read = parseRow(dueSchema, row, place);
  return {
    delivery: {
      eventId: read.event_id,
      endpointId: read.endpoint_id,
      state: read.state,
      attempts: read.attempts,
      nextAt: read.next_at,
      lastStatus: read.last_status,
      lastError: read.last_error,
      updatedAt: read.updated_at,
      batchId: read.batch_id,
    },
    event: eventFromRow({ ...read, id: read.event_id }),
    endpoint: endpointFromRow({ ...read, id: read.endpoint_id }),
  };
}

/** Reads a delivery with its lane from a row of {@link DUE_COLUMNS} and `lane`. */
export function laneFromRow(row: unknown): LaneDelivery {
  const place = { table: "deliveries", keyColumns: ["event_id", "endpoint_id"] };
  return { ...dueFromRow(row), lane: parseRow(z.looseObject({ lane: count }), row, place).lane };
}

const searchEndSchema = z.object({ event_id: storedUuid, endpoint_id: storedUuid, seq: count });

/**
 * Reads the delivery at which a search ends, and the number of its event.
 *
 * @throws {RowError} when the row does not parse
 */
export function searchEndFromRow(row: unknown): {
  readonly key: Pick<Delivery, "eventId" | "endpointId">;
  readonly seq: number;
} {
  const place = { table: "deliveries", keyColumns: ["event_id", "endpoint_id"] };
  const { event_id, endpoint_id, seq } = parseRow(searchEndSchema, row, place);
  return { key: { eventId: event_id, endpointId: endpoint_id }, seq };
}

/** The columns of `deliveries`, with the event's id. */
export function deliveryToRow(delivery: Delivery): Form<typeof deliverySchema> {
  return {
    event_id: delivery.eventId,
    endpoint_id: delivery.endpointId,
    state: delivery.state,
    attempts: delivery.attempts,
    next_at: delivery.nextAt,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    updated_at: delivery.updatedAt,
    batch_id: delivery.batchId,
  };
}
