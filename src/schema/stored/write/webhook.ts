import type { Delivery, WebhookEndpoint } from "../../../domain/webhook.ts";

/** The columns of `webhook_endpoints`. */
export function endpointToRow(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    merchant_id: endpoint.merchantId,
    url: endpoint.url,
    secret: endpoint.secret,
    events: JSON.stringify(endpoint.events),
    allow_insecure: Number(endpoint.allowInsecure),
    disabled_at: endpoint.disabledAt,
    created_at: endpoint.createdAt,
  };
}

/** The columns of `deliveries`, with the event by its id. */
export function deliveryToRow(delivery: Delivery) {
  return {
    event_id: delivery.eventId,
    endpoint_id: delivery.endpointId,
    state: delivery.state,
    attempts: delivery.attempts,
    next_at: delivery.nextAt,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    updated_at: delivery.updatedAt,
  };
}
