import type { ProductDraft } from "./catalog.ts";
import type { CouponDraft } from "./coupon.ts";
import type { MerchantDraft } from "./merchant.ts";

/** A shop of a seed file. */
export interface SeedShop {
  readonly merchant: MerchantDraft;
  readonly products: readonly ProductDraft[];
  readonly coupons: readonly CouponDraft[];
  readonly customers: readonly SeedCustomer[];
}

/** A customer with opening coins. */
export interface SeedCustomer {
  /** E.164. */
  readonly phone: string;
  readonly coins: number;
}
