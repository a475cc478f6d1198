import type {
  Delivery,
  DeliveryState,
  DueDelivery,
  Endpoint,
} from "../../../domain/shop/webhook.ts";
import { isLiveEndpoint } from "../../../domain/shop/webhook.ts";
import { Badge } from "../parts/panel.tsx";
import type { Tone } from "../../../things/list.ts";

const DELIVERY = {
  PENDING: ["Waiting", "warn"],
  DELIVERED: ["Delivered", "good"],
  FAILED: ["Failed", "bad"],
} as const satisfies Record<DeliveryState, readonly [string, Tone]>;

const KINDS = {
  webhook: "Webhook",
  email: "E-mail channel",
  sms: "SMS channel",
} as const satisfies Record<Endpoint["kind"], string>;

/** Words of a delivery's state, for badges and filters. */
export function deliveryStateText(state: DeliveryState): string {
  return DELIVERY[state][0];
}

/** Words of a receiver's kind. */
export function endpointKindText({ kind }: Pick<Endpoint, "kind">): string {
  return KINDS[kind];
}

/** The state of a delivery. */
export function DeliveryBadge({ state }: Pick<Delivery, "state">) {
  const [text, tone] = DELIVERY[state];
  return <Badge tone={tone}>{text}</Badge>;
}

/** The state of an endpoint, and its mode if it is for tests. */
export function EndpointBadges({ endpoint }: { readonly endpoint: Endpoint }) {
  const isOn = endpoint.disabledAt === null;
  return (
    <span>
      <Badge tone={isOn ? "good" : "warn"}>{isOn ? "Enabled" : "Disabled"}</Badge>{" "}
      {isLiveEndpoint(endpoint) ? "" : <Badge>Test</Badge>}
    </span>
  );
}

/** The answer to the last attempt: an error, or a status. */
export function answerOf({ delivery: { lastStatus, lastError }, endpoint }: DueDelivery): string {
  if (lastError !== "") return lastError;
  if (lastStatus === null) return "";
  return `${endpoint.kind === "email" ? "SMTP" : "HTTP"} ${lastStatus}`;
}

/** Types of events that an endpoint receives. */
export function eventNames({ events }: Pick<Endpoint, "events">): string {
  return events.length === 0 ? "All" : events.join(", ");
}
