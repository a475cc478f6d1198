import type { CheckoutEvent } from "../../domain/events.ts";
import type { MerchantId, SessionId } from "../../domain/ids.ts";
import type { PaymentState, SessionState } from "../../domain/session/lifecycle.ts";
import type {
  DayCount,
  MaybePromise,
  OrderSum,
  SessionCount,
  SessionHolds,
  ShownSession,
  StoredSession,
} from "../../domain/session/stored.ts";

/** Filter of {@link SessionReads.list}. */
export interface SessionFilter {
  readonly merchantId?: MerchantId;
  readonly state?: SessionState;
  readonly payment?: PaymentState;
  /** Verified phone, E.164. */
  readonly phone?: string;
  readonly limit: number;
}

/** Checkout sessions, their events and their holds. */
export interface SessionReads {
  /** The session with this id, in any state. */
  find(id: SessionId): MaybePromise<StoredSession | null>;
  /** The same as the API shows it. */
  shown(id: SessionId): MaybePromise<ShownSession | null>;
  /** Fields kept of the request that created a session (`keptExtra`), as JSON text. */
  extra(id: SessionId): MaybePromise<string | null>;
  /** Sessions that match, newest first. */
  list(filter: SessionFilter): MaybePromise<StoredSession[]>;
  /** Sessions by merchant and states; of one merchant where it is given. */
  counts(merchantId?: MerchantId): MaybePromise<SessionCount[]>;
  /** Up to `limit` sessions that can still expire and were last active at or before a moment, longest idle first. */
  idle(lastActiveUntil: number, limit: number): MaybePromise<StoredSession[]>;
  /** Up to `limit` sessions whose payment holds something and was started at or before a moment, longest held first. */
  overdue(startedUntil: number, limit: number): MaybePromise<StoredSession[]>;
  /** Ids of up to `limit` sessions in any state that were last active before a moment. */
  old(lastActiveBefore: number, limit: number): MaybePromise<SessionId[]>;
  /** Coupon uses and stock held for a session. */
  holds(id: SessionId): MaybePromise<SessionHolds>;
  /** A session's events, oldest first. */
  events(id: SessionId): MaybePromise<CheckoutEvent[]>;
}

/** Days of one shop, or of all. */
export interface Period {
  readonly merchantId?: MerchantId;
  /** The beginning of each day and the end of the last; ascending. */
  readonly bounds: readonly number[];
}

/** Sums over many sessions, none of which is loaded. */
export interface StatisticsReads {
  /** Sessions by merchant, by the day on which they were opened, and by their states now. */
  days(period: Period): MaybePromise<DayCount[]>;
  /** Orders by merchant and currency: sessions opened in a period that are completed now. */
  orders(period: Period): MaybePromise<OrderSum[]>;
}
