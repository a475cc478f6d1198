import { type Endpoint, isLiveEndpoint, lanesOf } from "../../domain/shop/webhook.ts";
import { momentText } from "../../schema/seed/fields.ts";

/** The events of an endpoint, and what it is sent with them. */
export function eventsText(endpoint: Endpoint): string {
  const types = endpoint.events.length === 0 ? "all" : endpoint.events.join(", ");
  const include = includedIn(endpoint);
  return [
    types,
    ...(isLiveEndpoint(endpoint) ? [] : ["of tests"]),
    ...(include.length === 0 ? [] : [`with ${include.join(", ")}`]),
  ].join(", ");
}

/** Personal data that an endpoint asks for; a channel has its own. */
function includedIn(endpoint: Endpoint) {
  return endpoint.kind === "webhook" ? endpoint.include : [];
}

/** State of an endpoint, for tables. */
export function stateText(endpoint: Endpoint): string {
  if (endpoint.disabledAt !== null) return "disabled";
  return endpoint.allowInsecure ? "insecure" : "active";
}

/** An endpoint as JSON; a new one is shown with its secret. */
export function endpointJson(endpoint: Endpoint, shown: { readonly secret?: string } = {}) {
  return {
    id: endpoint.id,
    ...shown,
    merchant_id: endpoint.merchantId,
    url: endpoint.url,
    events: endpoint.events,
    include: includedIn(endpoint),
    lanes: lanesOf(endpoint),
    insecure: endpoint.allowInsecure,
    livemode: isLiveEndpoint(endpoint),
    disabled_at: momentText(endpoint.disabledAt),
    created_at: momentText(endpoint.createdAt),
  };
}
