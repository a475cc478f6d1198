import type { CheckoutEvent } from "../../domain/events.ts";
import type { DeliveryFilter } from "../../domain/filters.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { DueDelivery, Endpoint, LaneDelivery } from "../../domain/shop/webhook.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Key of a delivery in lists. */
export interface DeliveryKey {
  readonly eventId: string;
  readonly endpointId: string;
}

/** An event with its number, which grows in the order in which events were written. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: CheckoutEvent;
}

/** Endpoints, which are webhooks and channels, and the deliveries to them. */
export interface WebhookReads {
  /** A merchant's endpoints, oldest first, including disabled ones. */
  of(merchantId: MerchantId): MaybePromise<Endpoint[]>;
  /** The endpoint with this id. */
  find(id: string): MaybePromise<Endpoint | null>;
  /**
   * Deliveries to some endpoints, latest event first, with their events; no rows follow an event
   * that is gone. A search by type or time ends after a number of deliveries: the page may have fewer
   * rows then, or none, and the next one goes on.
   */
  deliveries(
    endpointIds: readonly string[],
    filter: DeliveryFilter,
    page: PageRequest<DeliveryKey>,
  ): MaybePromise<Page<DueDelivery, DeliveryKey>>;
  /** One delivery with its event and endpoint. */
  delivery(eventId: string, endpointId: string): MaybePromise<DueDelivery | null>;
  /**
   * Deliveries due at a time, in order of their events: one for each lane of an enabled endpoint
   * that is not in `busy`. Of the first untried delivery of the lane and the retried one that has
   * been due for longest, it is that of the earlier event. Events after one that may still be
   * written are not due. Of an endpoint with several lanes a limited number of deliveries is
   * searched; the first of all is always among them.
   *
   * @param busy lanes with a running delivery, `ENDPOINT:LANE`
   * @param holder leaves out endpoints that are leased to others; null for none
   */
  due(now: number, busy: readonly string[], holder: string | null): MaybePromise<LaneDelivery[]>;
  /**
   * Up to `limit` due deliveries of a lane that were never tried and are in no message, in the order
   * of their events. A limited number of the endpoint's is searched.
   */
  untried(
    lane: { readonly endpointId: string; readonly lane: number },
    now: number,
    limit: number,
  ): MaybePromise<DueDelivery[]>;
  /** The pending deliveries of a message with several events, in the order of these. */
  batch(endpointId: string, batchId: string): MaybePromise<DueDelivery[]>;
  /** Number of the last event; 0 before the first. */
  lastEvent(): MaybePromise<number>;
  /** Events of all shops with higher numbers, in order. */
  eventsAfter(number: number, limit: number): MaybePromise<NumberedEvent[]>;
}
