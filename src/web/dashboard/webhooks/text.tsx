import type { Delivery, Endpoint } from "../../../domain/shop/webhook.ts";
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
