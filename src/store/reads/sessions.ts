import type { CheckoutEvent } from "../../domain/events.ts";
import type { OrderFilter, SessionFilter } from "../../domain/filters.ts";
import type { MerchantId, OrderNumber, SessionId } from "../../domain/ids.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";
import type {
  DayCount,
  DayMoney,
  DayRevenue,
  MaybePromise,
  OrderSum,
  RecoverySum,
  SessionCount,
  SessionHead,
  SessionHolds,
  SessionKey,
  ShownSession,
  StoredSession,
} from "../../domain/session/stored.ts";

/** A place in {@link SessionReads.awaitingIdle}: the last session that was read. */
export type IdlePlace = Pick<SessionHead, "id" | "lastActiveAt">;

/** Times of {@link SessionReads.idle}. */
export interface IdleUntil {
  /** Latest activity. */
  readonly lastActiveUntil: number;
  /** Latest due time of a manual payment that is awaited. */
  readonly dueUntil: number;
}

/** Times of {@link SessionReads.overdue}. */
export interface OverdueUntil {
  /** Latest start of a provider's payment. */
  readonly startedUntil: number;
  /** Latest due time of a manual payment. */
  readonly dueUntil: number;
}

/** Checkout sessions, their events and their holds. */
export interface SessionReads {
  /** The session with this id, in any state. */
  find(id: SessionId): MaybePromise<StoredSession | null>;
  /** Orders with this number: that of a shop, or those of up to two shops. */
  byOrderNumber(
    number: OrderNumber,
    merchantId: MerchantId | null,
  ): MaybePromise<StoredSession[]>;
  /** The session without its document: its shop, states and times. */
  head(id: SessionId): MaybePromise<SessionHead | null>;
  /** The session with its stored view. */
  shown(id: SessionId): MaybePromise<ShownSession | null>;
  /** Fields kept of the request that created a session (`keptExtra`), as JSON text. */
  extra(id: SessionId): MaybePromise<string | null>;
  /** Matching sessions, newest first, by id within a millisecond. */
  list(
    filter: SessionFilter,
    page: PageRequest<SessionKey>,
  ): MaybePromise<Page<StoredSession, SessionKey>>;
  /** Sessions with an order, last placed first, by id within a millisecond. */
  orders(
    filter: OrderFilter,
    page: PageRequest<SessionKey>,
  ): MaybePromise<Page<StoredSession, SessionKey>>;
  /** Number of sessions by merchant and state, without tests, of a merchant or of all. */
  counts(merchantId: MerchantId | null): MaybePromise<SessionCount[]>;
  /** Up to `limit` sessions that can expire, longest idle first. */
  idle(until: IdleUntil, limit: number): MaybePromise<StoredSession[]>;
  /** Shops with sessions in {@link awaitingIdle}. */
  shopsAwaitingIdle(): MaybePromise<MerchantId[]>;
  /**
   * Up to `limit` sessions of a shop whose inactivity is to be reported (`awaitsIdle`) and that were
   * last active at or before a time, longest idle first.
   *
   * @param after begins after this session; null for the first one
   */
  awaitingIdle(
    merchantId: MerchantId,
    lastActiveUntil: number,
    page: { readonly after: IdlePlace | null; readonly limit: number },
  ): MaybePromise<StoredSession[]>;
  /** Up to `limit` sessions with holds of an overdue payment. */
  overdue(until: OverdueUntil, limit: number): MaybePromise<StoredSession[]>;
  /**
   * Ids of up to `limit` sessions in any state, last active before a time. None awaits a manual
   * payment, and none is a live order.
   */
  old(lastActiveBefore: number, limit: number): MaybePromise<SessionId[]>;
  /**
   * Up to `limit` live orders whose person is not erased, placed before a time, longest ago first.
   * None has an open record of a payment without an order.
   *
   * @param after begins after this order; null for the first one
   */
  ordersToErase(
    placedBefore: number,
    page: { readonly after: SessionKey | null; readonly limit: number },
  ): MaybePromise<StoredSession[]>;
  /** Coupon uses and stock held for a session. */
  holds(id: SessionId): MaybePromise<SessionHolds>;
  /** A session's events, oldest first. */
  events(id: SessionId): MaybePromise<CheckoutEvent[]>;
}

/** Days of a shop. */
export interface Period {
  readonly merchantId: MerchantId;
  /** Start of each day and end of the last one, ascending. */
  readonly bounds: readonly number[];
}

/** Sessions with ids after one and up to the last. */
export interface SumSlice {
  readonly after: string;
  readonly last: string;
}

/** Sums over sessions, without loading them and without tests. */
export interface StatisticsReads {
  /**
   * The next sessions for `session.sum`, at most `limit` of those that are stored; null once all are
   * summed. Until then, and for bounds within a quarter of an hour, the others take longer the more
   * sessions there are.
   */
  unsummed(limit: number): MaybePromise<SumSlice | null>;
  /** Number of sessions by day of creation and current state. */
  days(period: Period): MaybePromise<DayCount[]>;
  /** Orders by currency: sessions created in a period, completed by now and not cancelled. */
  orders(period: Period): MaybePromise<OrderSum[]>;
  /** Orders by the day they were placed, and by currency, without cancelled ones. */
  revenue(period: Period): MaybePromise<DayRevenue[]>;
  /**
   * Refunds and lost disputes by the day they were made, and known fees by the day the order was
   * placed, by currency, without those of cancelled orders. A quarter of an hour counts for the day
   * in which it begins.
   */
  money(period: Period): MaybePromise<DayMoney[]>;
  /** Sessions created in a period that were reported as idle or came back, by currency. */
  recovery(period: Period): MaybePromise<RecoverySum[]>;
}
