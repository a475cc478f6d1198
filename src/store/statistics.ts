import type { MaybePromise } from "../domain/maybe_promise.ts";
import type { MerchantId } from "../domain/ids.ts";
import type { DayCount, OrderSum } from "../domain/stored.ts";

/** Days of one shop, or of all. */
export interface Period {
  readonly merchantId?: MerchantId;
  /** When each day begins and, last of all, when the last one ends; ascending. */
  readonly bounds: readonly number[];
}

/** Sums over many sessions, none of which is loaded. */
export interface Statistics {
  /** Sessions by merchant, by the day on which they were opened, and by their states now. */
  days(period: Period): MaybePromise<DayCount[]>;
  /** Orders by merchant and currency: sessions opened in a period that are completed now. */
  orders(period: Period): MaybePromise<OrderSum[]>;
}
