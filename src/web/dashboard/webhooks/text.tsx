import type { Delivery, Endpoint } from "../../../domain/shop/webhook.ts";
import { isLiveEndpoint } from "../../../domain/shop/webhook.ts";
import { Badge } from "../parts/panel.tsx";
import { DELIVERY_WORDS } from "../../../things/delivery.ts";
import { StateBadges } from "../parts/state.tsx";

const KINDS = {
  webhook: "Webhook",
  email: "E-mail channel",
  sms: "SMS channel",
} as const satisfies Record<Endpoint["kind"], string>;

/** Words of a receiver's kind. */
export function endpointKindText({ kind }: Pick<Endpoint, "kind">): string {
  return KINDS[kind];
}

/** The state of a delivery. */
export function DeliveryBadge({ state }: Pick<Delivery, "state">) {
  return <StateBadges states={[DELIVERY_WORDS[state]]} />;
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

/** Types of events that an endpoint receives. */
export function eventNames({ events }: Pick<Endpoint, "events">): string {
  return events.length === 0 ? "All" : events.join(", ");
}
