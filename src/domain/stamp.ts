import type { CouponId, MerchantId, ProductId, VariantId } from "./ids.ts";

/** A thing of a shop that several people can change at once. */
export type StampedThing =
  | { readonly kind: "merchant"; readonly merchantId: MerchantId }
  | { readonly kind: "coupon"; readonly merchantId: MerchantId; readonly couponId: CouponId }
  /** A product with its variants as imported, without their stock. */
  | { readonly kind: "product"; readonly merchantId: MerchantId; readonly productId: ProductId }
  /** The stock of a variant, with the units that payments hold. */
  | { readonly kind: "stock"; readonly merchantId: MerchantId; readonly variantId: VariantId };

/** Stored form of a thing, to be compared only; null if it is not stored. */
export type Stamp = string | null;

/** The precondition of a change: refused if a thing is no longer stored as when it was read. */
export interface ExpectChange {
  readonly kind: "expect";
  readonly thing: StampedThing;
  /** Read before the thing itself. */
  readonly stamp: Stamp;
}

/** Id of a thing within its shop. */
export function stampedId(thing: StampedThing): string {
  switch (thing.kind) {
    case "merchant":
      return thing.merchantId;
    case "coupon":
      return thing.couponId;
    case "product":
      return thing.productId;
    case "stock":
      return thing.variantId;
  }
}
