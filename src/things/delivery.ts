import { EVENT_TYPES } from "../domain/events.ts";
import type { DeliveryFilter } from "../domain/filters.ts";
import { DELIVERY_STATES, type DeliveryState, type DueDelivery } from "../domain/shop/webhook.ts";
import type { FilterFields, List, ListFields, StateWord } from "./list.ts";

/** Words of a delivery's state. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryState, StateWord>> = {
  PENDING: ["Waiting", "warn"],
  DELIVERED: ["Delivered", "good"],
  FAILED: ["Failed", "bad"],
};

const FIELDS = {
  event_id: { kind: "word", of: ({ event }) => event.id },
  event_type: { kind: "word", of: ({ event }) => event.type },
  session_id: { kind: "word", of: ({ event }) => event.sessionId },
  endpoint_id: { kind: "word", of: ({ endpoint }) => endpoint.id },
  endpoint_kind: { kind: "word", of: ({ endpoint }) => endpoint.kind, only: "csv" },
  endpoint_url: { kind: "text", of: ({ endpoint }) => endpoint.url, only: "csv" },
  state: { kind: "word", of: ({ delivery }) => delivery.state },
  attempts: { kind: "count", of: ({ delivery }) => delivery.attempts },
  last_status: { kind: "count", of: ({ delivery }) => delivery.lastStatus },
  last_error: { kind: "text", of: ({ delivery }) => delivery.lastError },
  next_at: {
    kind: "moment",
    of: ({ delivery: { state, nextAt } }) => state === "PENDING" ? nextAt : null,
  },
  occurred_at: { kind: "moment", of: ({ event }) => event.at },
  updated_at: { kind: "moment", of: ({ delivery }) => delivery.updatedAt },
  batch_id: { kind: "word", of: ({ delivery }) => delivery.batchId },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<DueDelivery>;

/** The filter of deliveries. */
export const DELIVERY_FILTER = {
  state: {
    kind: "choice",
    label: "State",
    values: DELIVERY_STATES,
    choices: DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_WORDS[value][0] })),
    option: ["--state <state>", "only in this state"],
  },
  type: {
    kind: "choice",
    label: "Event",
    input: "event",
    values: EVENT_TYPES,
    choices: EVENT_TYPES.map((value) => ({ value, label: value })),
    option: ["--event <type>", "only events of this type"],
    namesValues: false,
  },
  since: { kind: "since", label: "From" },
} as const satisfies FilterFields<DeliveryFilter>;

/** The answer to the last attempt: an error, or a status. */
export function answerOf({ delivery: { lastStatus, lastError }, endpoint }: DueDelivery) {
  if (lastError !== "") return lastError;
  const protocol = endpoint.kind === "email" ? "SMTP" : "HTTP";
  return lastStatus === null ? null : `${protocol} ${lastStatus}`;
}

/** The list of deliveries, of one endpoint or of several. */
export function deliveryList(of: { readonly showsEndpoint: boolean }): List<DueDelivery> {
  const endpoint = { value: FIELDS.endpoint_url };
  return {
    fields: FIELDS,
    table: [
      { title: "EVENT ID", value: FIELDS.event_id, fit: { isId: true } },
      { title: "TYPE", value: FIELDS.event_type, fit: { canShrink: true, leastWidth: 18 } },
      { title: "STATE", value: FIELDS.state, fit: { canShrink: true, leastWidth: 9 } },
      {
        title: "ANSWER",
        value: { kind: "text", of: answerOf },
        fit: { canShrink: true, isOptional: true },
      },
      ...of.showsEndpoint
        ? [{
          ...endpoint,
          title: "ENDPOINT",
          fit: { canShrink: true, leastWidth: 16, isOptional: true },
        }]
        : [],
      { title: "TRIES", value: FIELDS.attempts, fit: { isOptional: true } },
      { title: "OCCURRED", value: FIELDS.occurred_at, fit: { isOptional: true } },
      { title: "NEXT TRY", value: FIELDS.next_at, fit: { isOptional: true } },
    ],
    page: [
      { title: "Event", value: FIELDS.event_type, isMain: true },
      {
        title: "State",
        value: { kind: "states", of: ({ delivery }) => [DELIVERY_WORDS[delivery.state]] },
      },
      { title: "Last answer", value: { kind: "text", of: answerOf } },
      ...of.showsEndpoint ? [{ ...endpoint, title: "Endpoint" }] : [],
      { title: "Attempts", value: FIELDS.attempts },
      { title: "Occurred", value: FIELDS.occurred_at },
    ],
  };
}
