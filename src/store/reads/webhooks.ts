import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { DueDelivery, Endpoint } from "../../domain/shop/webhook.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Endpoints, which are webhooks and channels, and the deliveries to them. */
export interface WebhookReads {
  /** A merchant's endpoints, oldest first, including disabled ones. */
  of(merchantId: MerchantId): MaybePromise<Endpoint[]>;
  /** The endpoint with this id. */
  find(id: string): MaybePromise<Endpoint | null>;
  /**
   * An endpoint's deliveries, latest event first, with their events; the key is the event's id, and
   * no rows follow an event that is gone.
   */
  deliveries(
    endpointId: string,
    page: PageRequest<string>,
  ): MaybePromise<Page<DueDelivery, string>>;
  /** One delivery with its event and endpoint. */
  delivery(eventId: string, endpointId: string): MaybePromise<DueDelivery | null>;
  /**
   * Deliveries due at a time, in order of their events: one for each enabled endpoint that is not
   * in `busy`. Of the first untried delivery and the retried one that has been due for longest, it
   * is that of the earlier event.
   */
  due(now: number, busy: readonly string[]): MaybePromise<DueDelivery[]>;
}
