import type { Awaitable } from "../domain/awaitable.ts";
import type { MerchantId } from "../domain/ids.ts";
import type { PaymentState, SessionState } from "../domain/lifecycle.ts";

/** Days of one shop, or of all. */
export interface Period {
  readonly merchantId?: MerchantId;
  /** When each day begins and, last of all, when the last one ends; ascending. */
  readonly bounds: readonly number[];
}

/** How many of the sessions that a shop's customers began on a day are in a pair of states. */
export interface DayCount extends SessionCount {
  /** Index of the day in the period. */
  readonly day: number;
  /** Those among them that a step was taken in, before they ended. */
  readonly begun: number;
}

/** What the completed sessions of a period come to, in one currency. */
export interface OrderSum {
  readonly merchantId: MerchantId;
  readonly currencyCode: string;
  readonly orders: number;
  /** Minor units; a sum may be beyond what a number holds exactly. */
  readonly payable: bigint;
  readonly withCoupon: number;
  readonly couponDiscount: bigint;
}

/** Sums over many sessions, none of which is loaded. */
export interface Statistics {
  /** Sessions by merchant, by the day on which they were opened, and by their states now. */
  days(period: Period): Awaitable<DayCount[]>;
  /** Orders by merchant and currency: sessions opened in a period that are completed now. */
  orders(period: Period): Awaitable<OrderSum[]>;
}

/** How many sessions a merchant has in a pair of states. */
export interface SessionCount {
  readonly merchantId: MerchantId;
  readonly session: SessionState;
  readonly payment: PaymentState;
  readonly count: number;
}
