import type { CheckoutEvent } from "../../../domain/events.ts";

/** The columns of `events`, but its place in the order, which the database gives. */
export function eventToRow(event: CheckoutEvent) {
  return {
    id: event.id,
    merchant_id: event.merchantId,
    session_id: event.sessionId,
    type: event.type,
    at: event.at,
    data: JSON.stringify(event.data),
  };
}
