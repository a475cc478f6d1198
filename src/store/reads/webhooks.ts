import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { DueDelivery, WebhookEndpoint } from "../../domain/shop/webhook.ts";

/** Webhook endpoints and the deliveries to them. */
export interface WebhookReads {
  /** A merchant's webhook endpoints, oldest first, including disabled ones. */
  of(merchantId: MerchantId): MaybePromise<WebhookEndpoint[]>;
  /** The webhook endpoint with this id. */
  find(id: string): MaybePromise<WebhookEndpoint | null>;
  /** An endpoint's deliveries, latest event first, with their events. */
  deliveries(endpointId: string, limit: number): MaybePromise<DueDelivery[]>;
  /** One delivery with its event and endpoint. */
  delivery(eventId: string, endpointId: string): MaybePromise<DueDelivery | null>;
  /**
   * Deliveries due at a time, in order of their events: one for each enabled endpoint that is not
   * in `busy`. Of the first untried delivery and the retried one that has been due for longest, it
   * is that of the earlier event.
   */
  due(now: number, busy: readonly string[]): MaybePromise<DueDelivery[]>;
}
