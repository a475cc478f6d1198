import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { DueDelivery, WebhookEndpoint } from "../../domain/shop/webhook.ts";

/** Webhook endpoints and the deliveries to them. */
export interface WebhookReads {
  /** A merchant's webhook endpoints, oldest first, disabled ones too. */
  of(merchantId: MerchantId): MaybePromise<WebhookEndpoint[]>;
  /** The webhook endpoint with this id. */
  find(id: string): MaybePromise<WebhookEndpoint | null>;
  /** An endpoint's deliveries, latest event first, with their events. */
  deliveries(endpointId: string, limit: number): MaybePromise<DueDelivery[]>;
  /** One delivery with its event and endpoint. */
  delivery(eventId: string, endpointId: string): MaybePromise<DueDelivery | null>;
  /**
   * Deliveries that are due at a moment, in the order of their events: one of each enabled
   * endpoint that is not among `busy`. It is that of the earlier event among the first that
   * was never tried and, of those tried before, the one that has been due for longest.
   */
  due(now: number, busy: readonly string[]): MaybePromise<DueDelivery[]>;
}
