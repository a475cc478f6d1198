import type { DueDelivery, WebhookEndpoint } from "../../domain/shop/webhook.ts";
import { momentText } from "../../schema/seed/fields.ts";

/** An endpoint for programs, without its secret. */
export function endpointJson(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    merchant_id: endpoint.merchantId,
    url: endpoint.url,
    events: endpoint.events,
    insecure: endpoint.allowInsecure,
    disabled_at: momentText(endpoint.disabledAt),
    created_at: momentText(endpoint.createdAt),
  };
}

/** A delivery for programs, without what the event says: that may be a one-time code. */
export function deliveryJson({ delivery, event }: DueDelivery) {
  return {
    event_id: event.id,
    event_type: event.type,
    session_id: event.sessionId,
    endpoint_id: delivery.endpointId,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    next_at: delivery.state === "PENDING" ? momentText(delivery.nextAt) : null,
    occurred_at: momentText(event.at),
    updated_at: momentText(delivery.updatedAt),
  };
}
