import type { PrefixFilter } from "../../domain/filters.ts";
import type { CouponId, CustomerId, KeyId, MerchantId, ProductId } from "../../domain/ids.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";
import type { ApiKey } from "../../domain/shop/api_key.ts";
import type { Product } from "../../domain/shop/catalog.ts";
import type { Coupon, CouponUsage } from "../../domain/shop/coupon.ts";
import type { Merchant, MerchantHead } from "../../domain/shop/merchant.ts";
import type { ShopData } from "../../domain/shop/shop_data.ts";
import type { Page, PageRequest } from "../../domain/values/page.ts";

/** Merchants. */
export interface MerchantReads {
  /** The merchant with this id; null for none. */
  find(id: MerchantId): MaybePromise<Merchant | null>;
  /** The merchant with this domain (as `parseDomain` writes it). */
  byDomain(domain: string): MaybePromise<Merchant | null>;
  /** All merchants, by name. */
  all(): MaybePromise<Merchant[]>;
  /** Those with a limit of an hour, by name. */
  withHourlyLimits(): MaybePromise<Merchant[]>;
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

/** A shop's enabled automatic coupons by code: few, unlike codes. */
export interface AutomaticCoupons {
  readonly coupons: readonly Coupon[];
  /** Products that they give away. */
  readonly gifts: ReadonlyMap<ProductId, Product>;
}

/** A customer, by phone (E.164) if the id is not known. */
export type CustomerRef = { readonly id: CustomerId } | { readonly phone: string };

/** Coupons to price a cart with. */
export interface PricingSearch extends EnteredCoupons {
  /** Automatic coupons that have a limit. */
  readonly limited: readonly CouponId[];
  /** The customer whose uses count; null for none. */
  readonly customer: CustomerRef | null;
}

/** Coupons of codes, and what pricing needs of them. */
export interface PricingCoupons {
  readonly entered: readonly Coupon[];
  /** Products that they give away. */
  readonly gifts: ReadonlyMap<ProductId, Product>;
  /** Uses of all coupons that have a limit, as {@link CouponReads.usage} has them. */
  readonly usage: ReadonlyMap<CouponId, CouponUsage>;
}

/** Coupons and their uses. */
export interface CouponReads {
  /** A merchant's coupons, by code (as `couponKey` writes it), including disabled ones. */
  of(
    merchantId: MerchantId,
    filter: PrefixFilter,
    page: PageRequest<string>,
  ): MaybePromise<Page<Coupon, string>>;
  automatic(merchantId: MerchantId): MaybePromise<AutomaticCoupons>;
  /** A merchant's coupons with these ids or with this code. */
  entered(merchantId: MerchantId, entered: EnteredCoupons): MaybePromise<Coupon[]>;
  /**
   * Uses of these coupons, in total and by one customer, including held uses; absent for an unused
   * coupon.
   */
  usage(
    ids: readonly CouponId[],
    customerId: CustomerId | null,
  ): MaybePromise<Map<CouponId, CouponUsage>>;
  /** {@link entered} with what pricing needs of them, in one round trip. */
  forPricing(merchantId: MerchantId, search: PricingSearch): MaybePromise<PricingCoupons>;
}
