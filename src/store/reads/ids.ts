import type { MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/** Things with an id, and orders and coupons by their number and code. */
export const ID_KINDS = [
  "merchant",
  "session",
  "order",
  "key",
  "coupon",
  "code",
  "customer",
  "webhook",
  "payment",
  "event",
] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** A beginning or an end of an id, as ids are stored. */
export interface IdPart {
  readonly begin: string;
  readonly end: string;
}

/** A thing whose id, number or code was found. */
export interface FoundId {
  /** Of an order that of its session. */
  readonly id: string;
  /** Number of an order, code of a coupon, phone of a customer; else the id. */
  readonly name: string;
}

/** Ids by their parts. */
export interface IdReads {
  /**
   * Up to `limit` things that begin with a part, and as many that end with it. Ends are searched
   * through all things of the kind.
   *
   * @param merchantId limits sessions and orders to a shop, as it does coupons, codes and customers,
   *   which need it
   */
  matching(
    kind: IdKind,
    part: IdPart,
    options: { readonly merchantId: MerchantId | null; readonly limit: number },
  ): MaybePromise<FoundId[]>;
}
