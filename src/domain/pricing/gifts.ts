import { type CartLine, unitsByVariant } from "../cart/cart.ts";
import type { CouponId } from "../ids.ts";
import {
  isOnOffer,
  isSingleVariant,
  type Product,
  sellable,
  type Variant,
  variantImage,
} from "../shop/catalog.ts";
import type { Coupon } from "../shop/coupon.ts";
import type { Minor } from "../values/money.ts";
import type { GiftClaim, GiftOffer, PricedCart, PricingRules } from "./model.ts";

/** Progress towards gift targets, and the claims. */
export interface GiftProgress {
  /** The cart after coupons. */
  readonly purchaseAmount: Minor;
  /** Paid units. */
  readonly quantity: number;
  readonly claims: readonly GiftClaim[];
}

/** A line of the cart that is a gift. */
export interface GiftLine extends CartLine {
  readonly giftOf: CouponId;
}

/**
 * Gift offers whose target is reached (spec 2.6: `>=`), with the products that have an available
 * variant.
 *
 * @param coupons eligible gift coupons, automatic or with an entered code
 */
export function unlockedOffers(
  coupons: readonly Coupon[],
  products: PricingRules["giftProducts"],
  progress: GiftProgress,
): GiftOffer[] {
  return coupons.flatMap(({ id, gift }) => {
    if (gift === null) return [];
    const reached = gift.targetType === "QUANTITY" ? progress.quantity : progress.purchaseAmount;
    if (reached < gift.target) return [];
    const eligible = gift.productIds.map((productId) => products.get(productId))
      .filter((product): product is Product =>
        product !== undefined && isOnOffer(product) &&
        offeredVariants(product, id, progress.claims).length > 0
      );
    return eligible.length === 0 ? [] : [{ couponId: id, gift, products: eligible }];
  });
}

/** Variants that an offer can give: in stock, or already claimed. */
export function offeredVariants(
  product: Product,
  offerId: CouponId,
  claims: readonly GiftClaim[],
): Variant[] {
  return product.variants.filter((variant) =>
    sellable(variant) > 0 ||
    claims.some(({ couponId, variantId }) =>
      couponId === offerId && variantId === variant.variantId
    )
  );
}

/**
 * Claims that the unlocked offers still cover: at most `maxQuantity` units per offer and one claim
 * per variant, so that repeating a claim adds nothing.
 */
export function keptClaims(
  claims: readonly GiftClaim[],
  offers: readonly GiftOffer[],
): GiftClaim[] {
  return offers.flatMap((offer) => {
    let left = offer.gift.maxQuantity;
    const own = claims.filter(({ couponId }) => couponId === offer.couponId);
    return [...unitsByVariant(own)].flatMap(([variantId, wanted]) => {
      const quantity = Math.min(wanted, left);
      const product = offer.products.find((one) => hasVariant(one, variantId));
      if (product === undefined || quantity === 0) return [];
      left -= quantity;
      return [{ couponId: offer.couponId, productId: product.productId, variantId, quantity }];
    });
  });
}

/**
 * True if a gift of this coupon was claimed; otherwise the coupon has no effect and needs no use.
 */
export function isGiven({ id }: Coupon, claims: readonly GiftClaim[]): boolean {
  return claims.some(({ couponId }) => couponId === id);
}

/** Coupons of which an order takes a use: those with an effect. */
export function couponsToUse({ coupons, claims }: PricedCart): Coupon[] {
  return coupons.map(({ coupon }) => coupon)
    .filter((coupon) => coupon.gift === null || isGiven(coupon, claims));
}

/** Claimed gifts as lines: price 0, with the catalogue price as strike-through price. */
export function giftLines(claims: readonly GiftClaim[], offers: readonly GiftOffer[]): GiftLine[] {
  return claims.flatMap((claim) => {
    const offer = offers.find(({ couponId }) => couponId === claim.couponId);
    const product = offer?.products.find(({ productId }) => productId === claim.productId);
    const variant = product?.variants.find(({ variantId }) => variantId === claim.variantId);
    if (product === undefined || variant === undefined) return [];
    return [{
      productId: claim.productId,
      variantId: claim.variantId,
      quantity: claim.quantity,
      properties: {},
      title: product.title,
      handle: product.handle,
      variantTitle: variant.title,
      unitPrice: 0,
      compareAtPrice: variant.price,
      grams: variant.grams,
      singleVariant: isSingleVariant(product),
      taxable: variant.taxable,
      image: variantImage(product, variant),
      source: "ADD_ON",
      listed: true,
      giftOf: claim.couponId,
    }];
  });
}

function hasVariant(product: Product, variantId: string): boolean {
  return product.variants.some((variant) => variant.variantId === variantId);
}
