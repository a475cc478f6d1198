import { type Endpoint, isBatched, isLiveEndpoint, lanesOf } from "../domain/shop/webhook.ts";
import type { List, ListFields, StateWord } from "./list.ts";

/** The fields of an endpoint, without its secret. No events are all events. */
export const ENDPOINT_FIELDS = {
  id: { kind: "word", of: ({ id }) => id },
  merchant_id: { kind: "word", of: ({ merchantId }) => merchantId, only: "json" },
  url: { kind: "text", of: ({ url }) => url },
  livemode: { kind: "flag", of: isLiveEndpoint },
  events: { kind: "words", of: ({ events }) => events },
  include: { kind: "words", of: includedIn },
  lanes: { kind: "count", of: lanesOf },
  batch: { kind: "flag", of: isBatched },
  insecure: { kind: "flag", of: ({ allowInsecure }) => allowInsecure },
  previous_secret_ends_at: { kind: "moment", of: previousEndsAt },
  created_at: { kind: "moment", of: ({ createdAt }) => createdAt },
  disabled_at: { kind: "moment", of: ({ disabledAt }) => disabledAt },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<Endpoint>;

/** Personal data that an endpoint asks for; a channel has its own. */
function includedIn(endpoint: Endpoint): readonly string[] {
  return endpoint.kind === "webhook" ? endpoint.include : [];
}

/** End of the secret before the current one; null without one. The list shows a past one too. */
function previousEndsAt(endpoint: Endpoint): number | null {
  return endpoint.kind === "webhook" ? endpoint.previous?.endsAt ?? null : null;
}

/** Types of events that an endpoint receives. */
export function eventNames({ events }: Pick<Endpoint, "events">): string {
  return events.length === 0 ? "All" : events.join(", ");
}

/** The events of an endpoint, and what it is sent with them. */
export function eventsText(endpoint: Endpoint): string {
  const include = includedIn(endpoint);
  return [
    endpoint.events.join(", ") || "all",
    ...(isLiveEndpoint(endpoint) ? [] : ["of tests"]),
    ...(include.length === 0 ? [] : [`with ${include.join(", ")}`]),
  ].join(", ");
}

/** The state of an endpoint, and its mode if it is for tests. */
export function endpointStates(endpoint: Endpoint): StateWord[] {
  return [
    endpoint.disabledAt === null ? ["Enabled", "good"] : ["Disabled", "warn"],
    ...isLiveEndpoint(endpoint) ? [] : [["Test", "plain"] as const],
  ];
}

/** The state of an endpoint in the table, which says whether its address is secure. */
export function endpointState({ disabledAt, allowInsecure }: Endpoint): string {
  if (disabledAt !== null) return "disabled";
  return allowInsecure ? "insecure" : "active";
}

/** The list of a shop's webhook endpoints. */
export const ENDPOINT_LIST: List<Endpoint> = {
  fields: ENDPOINT_FIELDS,
  table: [
    { title: "ID", value: ENDPOINT_FIELDS.id, fit: { isId: true } },
    { title: "URL", value: ENDPOINT_FIELDS.url, fit: { canShrink: true, leastWidth: 20 } },
    { title: "STATE", value: { kind: "word", of: endpointState } },
    { title: "EVENTS", value: { kind: "text", of: eventsText }, fit: { canShrink: true } },
    { title: "CREATED", value: ENDPOINT_FIELDS.created_at, fit: { isOptional: true } },
    {
      title: "OLD SECRET UNTIL",
      value: ENDPOINT_FIELDS.previous_secret_ends_at,
      fit: { isOptional: true },
    },
  ],
  page: [
    { title: "URL", value: ENDPOINT_FIELDS.url, isMain: true },
    { title: "State", value: { kind: "states", of: endpointStates } },
    { title: "Events", value: { kind: "words", of: (endpoint) => [eventNames(endpoint)] } },
    { title: "Added", value: ENDPOINT_FIELDS.created_at },
  ],
};
