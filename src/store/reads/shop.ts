import type { CouponId, CustomerId, KeyId, MerchantId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ApiKey } from "../../domain/shop/api_key.ts";
import type { Coupon, CouponUsage } from "../../domain/shop/coupon.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";

/** Merchants. */
export interface MerchantReads {
  /** The merchant with this id; null when there is none. */
  find(id: MerchantId): MaybePromise<Merchant | null>;
  /** The merchant that has this domain, in the form of `parseDomain`. */
  byDomain(domain: string): MaybePromise<Merchant | null>;
  /** All merchants, by name. */
  all(): MaybePromise<Merchant[]>;
}

/** API keys. */
export interface KeyReads {
  /** The key whose secret has this SHA-256, revoked or not. */
  byHash(hash: string): MaybePromise<ApiKey | null>;
  /** The key with this id. */
  find(id: KeyId): MaybePromise<ApiKey | null>;
  /** A merchant's keys, oldest first. */
  of(merchantId: MerchantId): MaybePromise<ApiKey[]>;
}

/** Coupons that a customer has entered: by id, by code in the form of `couponKey`. */
export interface EnteredCoupons {
  readonly ids: readonly CouponId[];
  readonly code: string | null;
}

/** Coupons and their uses. */
export interface CouponReads {
  /** A merchant's coupons, by code, disabled ones too. */
  of(merchantId: MerchantId): MaybePromise<Coupon[]>;
  /** A merchant's enabled automatic coupons. They are few; there may be many codes. */
  automatic(merchantId: MerchantId): MaybePromise<Coupon[]>;
  /** A merchant's coupons with these ids or with this code. */
  entered(merchantId: MerchantId, entered: EnteredCoupons): MaybePromise<Coupon[]>;
  /**
   * Uses of each of these coupons, in all and by one customer; absent for a coupon never
   * used. A use that a payment holds counts.
   */
  usage(
    ids: readonly CouponId[],
    customerId: CustomerId | null,
  ): MaybePromise<Map<CouponId, CouponUsage>>;
}
