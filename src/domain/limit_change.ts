import type { MerchantId } from "./ids.ts";
import type { LimitRefusal } from "./shop/limits.ts";

/** What the limits of a shop refused. */
export type LimitChange =
  /** Adds to a shop's refusals of an hour. */
  | {
    readonly kind: "limit.refused";
    readonly merchantId: MerchantId;
    readonly refusal: LimitRefusal;
    /** Its start. */
    readonly hour: number;
    readonly count: number;
  }
  /** Deletes counts of hours before a time. */
  | { readonly kind: "limit.purge"; readonly before: number };
