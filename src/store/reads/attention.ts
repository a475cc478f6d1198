import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { HourlyNumbers } from "../../domain/shop/hourly.ts";
import type { RefusedCount } from "../../domain/shop/limits.ts";
import type {
  AwaitedPayments,
  EndpointTrouble,
  LowStocks,
  UnpaidHold,
} from "../../domain/shop/attention.ts";

/** Problems of a shop, without test data. */
export interface AttentionReads {
  /** Number of unresolved payment results without an order. */
  unexpectedPayments(merchantId: MerchantId): MaybePromise<number>;
  /** Manual payments that hold stock, coupons or coins. */
  awaitedPayments(merchantId: MerchantId): MaybePromise<AwaitedPayments>;
  /**
   * Up to `limit` unpaid payments that hold stock, coupons or coins, the longest held first; of manual
   * ones those that are due first.
   */
  unpaidHolds(merchantId: MerchantId, limit: number): MaybePromise<UnpaidHold[]>;
  /**
   * Endpoints with deliveries that wait or were given up, oldest first.
   *
   * @param failedSince counts deliveries given up at or after this time
   */
  endpoints(merchantId: MerchantId, failedSince: number): MaybePromise<EndpointTrouble[]>;
  /**
   * Variants on sale that stop selling at 0, with at most so many units, the lowest first.
   *
   * @param limit longest list
   */
  lowStock(
    merchantId: MerchantId,
    { units, limit }: { readonly units: number; readonly limit: number },
  ): MaybePromise<LowStocks>;
  /** Numbers of an hour: live orders, sign-ins of its people, messages to customers. */
  hourly(merchantId: MerchantId, hour: number): MaybePromise<HourlyNumbers>;
  /** What the limits refused in the hours from a time on, most frequent first. */
  refused(merchantId: MerchantId, since: number): MaybePromise<RefusedCount[]>;
}
