import { AppError, type ErrorCode } from "../errors.ts";
import type { CouponId, MerchantId, ProductId } from "../ids.ts";
import { type Currency, formatMajor, type Minor } from "../values/money.ts";
import type { Discount } from "./merchant.ts";

/** Application of a coupon: by a code, or automatic (spec 2.5). */
export const APPLICATION_TYPES = ["CODE", "AUTOMATIC"] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];

/** Platform on which the coupon was created (spec 2.5). */
export const COUPON_PLATFORMS = ["STOREFRONT", "SERVICE"] as const;
export type CouponPlatform = (typeof COUPON_PLATFORMS)[number];

/** Form for comparing coupon codes: trimmed, upper case. */
export function couponKey(code: string): string {
  return code.trim().toUpperCase();
}

/** Scope of a coupon (spec 2.5 `coupon_type`). */
export type CouponType = "ORDER_AMOUNT" | "PRODUCT_AMOUNT" | "FREE_GIFT";

/** Target that unlocks a gift (spec 2.6). */
export const TARGET_TYPES = ["PURCHASE_AMOUNT", "QUANTITY"] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

/** A gift offer: from `target` on, up to `maxQuantity` units of these products. */
export interface Gift {
  readonly targetType: TargetType;
  /** Minor units for `PURCHASE_AMOUNT`, units of goods for `QUANTITY`. */
  readonly target: number;
  readonly maxQuantity: number;
  readonly productIds: readonly ProductId[];
}

/** A coupon as the merchant defined it. */
export interface Coupon {
  readonly id: CouponId;
  readonly merchantId: MerchantId;
  /** As entered by the merchant; compared by {@link couponKey}. */
  readonly code: string;
  readonly applicationType: ApplicationType;
  /** True if it combines with other coupons. */
  readonly combine: boolean;
  readonly discount: Discount;
  readonly disableCod: boolean;
  readonly platform: CouponPlatform;
  /** Milliseconds since the epoch, inclusive; null for always. */
  readonly startsAt: number | null;
  /** Milliseconds since the epoch, exclusive; null for never. */
  readonly endsAt: number | null;
  readonly minPurchase: Minor;
  readonly minQuantity: number;
  /** Null for no limit. */
  readonly usageLimit: number | null;
  /** Null for no limit. */
  readonly usageLimitPerCustomer: number | null;
  /** Products that the discount applies to; empty for the whole cart. */
  readonly productIds: readonly ProductId[];
  readonly gift: Gift | null;
  readonly enabled: boolean;
  readonly createdAt: number;
}

/** A coupon without its id. */
export type CouponDraft = Omit<Coupon, "id" | "merchantId" | "enabled" | "createdAt">;

/** Uses of a coupon: by all customers, and by the current one. */
export interface CouponUsage {
  readonly used: number;
  readonly usedByCustomer: number;
}

/** Usage of an unused coupon. */
export const UNUSED: CouponUsage = { used: 0, usedByCustomer: 0 };

/** Type of a coupon (spec 2.5). */
export function couponType(coupon: Coupon): CouponType {
  if (coupon.gift !== null) return "FREE_GIFT";
  return coupon.productIds.length > 0 ? "PRODUCT_AMOUNT" : "ORDER_AMOUNT";
}

/** True if the coupon applies to lines of this product. */
export function inScope(coupon: Coupon, productId: ProductId): boolean {
  return coupon.productIds.length === 0 || coupon.productIds.includes(productId);
}

/** True if the coupon can be used up. */
export function hasLimit({ usageLimit, usageLimitPerCustomer }: Coupon): boolean {
  return usageLimit !== null || usageLimitPerCustomer !== null;
}

/** Products that coupons give away, each once. */
export function giftIdsOf(coupons: readonly Coupon[]): ProductId[] {
  return [...new Set(coupons.flatMap(({ gift }) => gift?.productIds ?? []))];
}

/** Data for eligibility: the undiscounted paid lines in the coupon's scope. */
export interface ScopedCart {
  readonly amount: Minor;
  readonly quantity: number;
}

/** Context of an eligibility check. */
export interface EligibilityContext {
  readonly now: number;
  readonly usage: CouponUsage;
  /** True for a verified phone number, which limits per customer need. */
  readonly customerKnown: boolean;
  /** True right before payment, when every condition must hold. */
  readonly atPayment: boolean;
  readonly currency: Currency;
}

/** Reason why a coupon does not apply: an error code and a message for the customer. */
export interface CouponRefusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * Checks if a coupon can be used for a cart: enabled, validity, scope, minimum purchase and
 * quantity, limits.
 *
 * @returns the first reason against it; null for none
 */
export function refusal(
  coupon: Coupon,
  cart: ScopedCart,
  context: EligibilityContext,
): CouponRefusal | null {
  const { now, usage, currency } = context;
  const { code } = coupon;
  if (!coupon.enabled) return refuse("error.coupon-not-found", `Coupon ${code} does not exist`);
  if (coupon.startsAt !== null && now < coupon.startsAt) {
    return refuse("error.coupon-not-started", `Coupon ${code} is not valid yet`);
  }
  if (coupon.endsAt !== null && now >= coupon.endsAt) {
    return refuse("error.coupon-expired", `Coupon ${code} has expired`);
  }
  if (coupon.usageLimit !== null && usage.used >= coupon.usageLimit) {
    return refuse("error.coupon-limit-reached", `Coupon ${code} has been used up`);
  }
  if (coupon.usageLimitPerCustomer !== null) {
    // A customer may see the value of a code before verifying, but not pay with it.
    const mayWait = coupon.applicationType === "CODE" && !context.atPayment;
    if (!context.customerKnown && !mayWait) {
      return refuse("error.phone-required", `Verify your phone number to use ${code}`);
    }
    if (usage.usedByCustomer >= coupon.usageLimitPerCustomer) {
      return refuse("error.coupon-limit-reached", `You have already used ${code}`);
    }
  }
  if (cart.quantity === 0) {
    return refuse("error.coupon-not-eligible", `Nothing in the cart qualifies for ${code}`);
  }
  if (cart.amount < coupon.minPurchase) {
    const missing = formatMajor(coupon.minPurchase - cart.amount, currency);
    return refuse("error.coupon-minimum-not-met", `Add ${missing} more to use ${code}`);
  }
  if (cart.quantity < coupon.minQuantity) {
    const missing = coupon.minQuantity - cart.quantity;
    const items = missing === 1 ? "item" : "items";
    return refuse("error.coupon-minimum-not-met", `Add ${missing} more ${items} to use ${code}`);
  }
  return null;
}

/** Error of a coupon that cannot be used. */
export function refusalError({ code, message }: CouponRefusal): AppError {
  return new AppError(code, message);
}

function refuse(code: ErrorCode, message: string): CouponRefusal {
  return { code, message };
}
