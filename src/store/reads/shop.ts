import type { CouponId, CustomerId, KeyId, MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ApiKey } from "../../domain/shop/api_key.ts";
import type { Coupon, CouponUsage } from "../../domain/shop/coupon.ts";
import type { Merchant, MerchantHead } from "../../domain/shop/merchant.ts";
import type { ShopData } from "../../domain/shop/shop_data.ts";
import type { Page, PrefixPage } from "../../domain/values/page.ts";

/** Merchants. */
export interface MerchantReads {
  /** The merchant with this id; null for none. */
  find(id: MerchantId): MaybePromise<Merchant | null>;
  /** The merchant with this domain (as `parseDomain` writes it). */
  byDomain(domain: string): MaybePromise<Merchant | null>;
  /** All merchants, by name. */
  all(): MaybePromise<Merchant[]>;
  /** {@link all} without their rules, which take the longest to read. */
  heads(): MaybePromise<MerchantHead[]>;
  /** Number of things that a merchant has; zeros for an unknown one. */
  data(id: MerchantId): MaybePromise<ShopData>;
}

/** API keys. */
export interface KeyReads {
  /** The key whose secret has this SHA-256, also if revoked. */
  byHash(hash: string): MaybePromise<ApiKey | null>;
  /** The key with this id. */
  find(id: KeyId): MaybePromise<ApiKey | null>;
  /** A merchant's keys, oldest first. */
  of(merchantId: MerchantId): MaybePromise<ApiKey[]>;
}

/** Coupons by id or code, the code as `couponKey` writes it. */
export interface EnteredCoupons {
  readonly ids: readonly CouponId[];
  readonly code: string | null;
}

/** Coupons and their uses. */
export interface CouponReads {
  /** A merchant's coupons, by code (as `couponKey` writes it), including disabled ones. */
  of(merchantId: MerchantId, page: PrefixPage): MaybePromise<Page<Coupon, string>>;
  /** A merchant's enabled automatic coupons: few, unlike codes. */
  automatic(merchantId: MerchantId): MaybePromise<Coupon[]>;
  /** A merchant's coupons with these ids or with this code. */
  entered(merchantId: MerchantId, entered: EnteredCoupons): MaybePromise<Coupon[]>;
  /**
   * Uses of these coupons, in total and by one customer, including held uses; absent for an unused
   * coupon.
   *
   * @param entered also the coupon of a code
   */
  usage(
    ids: readonly CouponId[],
    customerId: CustomerId | null,
    entered?: { readonly merchantId: MerchantId; readonly code: string | null },
  ): MaybePromise<Map<CouponId, CouponUsage>>;
}
