import type { DueDelivery } from "../../domain/shop/webhook.ts";
import { localTime } from "../../domain/values/calendar.ts";
import { csvForm } from "./csv.ts";

/** A delivery with the time zone of the shop. */
export interface CsvDelivery extends DueDelivery {
  readonly timeZone: string;
}

/** Deliveries as CSV, without the data of events: times in the shop's time zone. */
export const DELIVERIES_CSV = csvForm<CsvDelivery>([
  ["event_id", ({ event }) => event.id],
  ["event_type", ({ event }) => event.type],
  ["session_id", ({ event }) => event.sessionId],
  ["endpoint_id", ({ endpoint }) => endpoint.id],
  ["endpoint_kind", ({ endpoint }) => endpoint.kind],
  ["endpoint_url", ({ endpoint }) => endpoint.url],
  ["state", ({ delivery }) => delivery.state],
  ["attempts", ({ delivery }) => delivery.attempts],
  ["last_status", ({ delivery }) => delivery.lastStatus],
  ["last_error", ({ delivery }) => delivery.lastError],
  [
    "next_at",
    ({ delivery, timeZone }) =>
      delivery.state === "PENDING" ? localTime(delivery.nextAt, timeZone) : null,
  ],
  ["occurred_at", ({ event, timeZone }) => localTime(event.at, timeZone)],
  ["updated_at", ({ delivery, timeZone }) => localTime(delivery.updatedAt, timeZone)],
  ["time_zone", ({ timeZone }) => timeZone],
]);
