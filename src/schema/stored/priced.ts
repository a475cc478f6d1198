import { z } from "zod";
import type { CartLine } from "../../domain/cart/cart.ts";
import { ERROR_CODES } from "../../domain/errors.ts";
import {
  type AppliedCoupon,
  type CoinUse,
  type GiftClaim,
  type PricedCart,
  type PricedLine,
  REQUIREMENTS,
  type RestingCoupon,
  type Totals,
  type UnverifiedCoupon,
} from "../../domain/pricing/model.ts";
import { textRecord } from "../api/fields.ts";
import type { Form } from "../form.ts";
import { couponRestSchema, couponSchema, encodeCouponRest, giftSchema } from "./coupon.ts";
import { coinProgramSchema } from "./merchant.ts";
import { count, couponId, integer, type Stored, storedInt64, unlessEmpty } from "./parse.ts";
import { productSchema } from "./product.ts";
import { shippingOf, shippingOfferSchema } from "./shipping.ts";

/** A line of the cart. */
export const lineSchema = z.object({
  productId: storedInt64,
  variantId: storedInt64,
  quantity: count,
  properties: textRecord,
  title: z.string(),
  handle: z.string(),
  variantTitle: z.string(),
  unitPrice: count,
  compareAtPrice: count.nullable(),
  grams: count,
  singleVariant: z.boolean(),
  taxable: z.boolean(),
  image: z.string(),
  source: z.enum(["MANUAL", "UPSELL", "ADD_ON"]),
  // Missing in documents of earlier versions, whose lines count as not listed.
  listed: z.boolean().default(false),
});

/**
 * The amounts of a line, and the line only if it differs from the cart's line at the same index:
 * otherwise most of a session would be stored twice.
 */
const pricedLineSchema = z.object({
  line: lineSchema.optional(),
  giftOf: couponId.nullable(),
  subTotal: count,
  discount: count,
  total: count,
  tax: count,
  outOfStock: z.boolean(),
});

/** A claimed gift. */
export const claimSchema: Stored<GiftClaim> = z.object({
  couponId,
  productId: storedInt64,
  variantId: storedInt64,
  quantity: count,
});

const appliedSchema: Stored<AppliedCoupon> = z.object({
  coupon: couponSchema,
  amount: count,
  cartAfter: count,
  previousCode: z.string().nullable(),
});

const restingSchema: Stored<RestingCoupon> = z.object({
  couponId,
  code: z.string(),
  reason: z.enum(ERROR_CODES),
  message: z.string(),
});

const unverifiedSchema: Stored<UnverifiedCoupon> = z.object({
  couponId,
  code: z.string(),
  saves: count.nullable(),
});

const offerSchema = z.object({
  couponId,
  gift: giftSchema,
  products: z.array(productSchema),
});

const totalsSchema: Stored<Totals> = z.object({
  subTotal: count,
  couponDiscount: count,
  paymentOfferDiscount: count,
  coinDiscount: count,
  discount: count,
  total: count,
  tax: count,
  taxesIncluded: z.boolean(),
  shipping: integer,
  codAvailable: z.boolean(),
  codOrder: z.boolean(),
  codPrice: count,
  partialCodPrice: count,
  isPartialCod: z.boolean(),
  totalPayable: count,
  amountPaid: count,
});

const coinsSchema: Stored<CoinUse> = z.object({
  available: count,
  redeemable: count,
  used: count,
  processing: count,
});

/** A cart with its price. */
export const pricedSchema = z.object({
  lines: z.array(pricedLineSchema),
  coupons: z.array(appliedSchema),
  // Missing in documents of earlier versions.
  resting: z.array(restingSchema).default([]),
  unverified: z.array(unverifiedSchema).default([]),
  offers: z.array(offerSchema),
  claims: z.array(claimSchema),
  totals: totalsSchema,
  coins: coinsSchema,
  coinProgram: coinProgramSchema.nullable(),
  // Missing in documents of earlier versions.
  shippingOptions: z.array(shippingOfferSchema).optional(),
  shippingOption: z.string().nullable().optional(),
  serviceable: z.boolean(),
  // Missing in documents of earlier versions.
  requires: z.array(z.enum(REQUIREMENTS)).default([]),
});

/** The price of a cart without the parts in its view; of the totals those that queries read. */
export const pricedRestSchema = z.object({
  // Whole in documents of schema version 10.
  coupons: z.array(z.union([appliedSchema, couponRestSchema])),
  resting: z.array(restingSchema).default([]),
  unverified: z.array(unverifiedSchema).default([]),
  offers: z.array(offerSchema).default([]),
  claims: z.array(claimSchema).default([]),
  totals: z.object({ couponDiscount: count, totalPayable: count }),
  coinProgram: coinProgramSchema.nullable().default(null),
  serviceable: z.boolean().default(true),
});

/** Encodes the price of a cart without the parts in its view. */
export function encodePricedRest(priced: PricedCart): Form<typeof pricedRestSchema> {
  const { couponDiscount, totalPayable } = priced.totals;
  return {
    coupons: priced.coupons.map(({ coupon }) => encodeCouponRest(coupon)),
    resting: unlessEmpty(priced.resting),
    unverified: unlessEmpty(priced.unverified),
    offers: unlessEmpty(priced.offers),
    claims: unlessEmpty(priced.claims),
    totals: { couponDiscount, totalPayable },
    coinProgram: priced.coinProgram ?? undefined,
    serviceable: priced.serviceable ? undefined : false,
  };
}

/**
 * Decodes the price of a cart.
 *
 * @param failure makes the error for a missing line
 */
export function decodePriced(
  stored: z.infer<typeof pricedSchema>,
  cartLines: readonly CartLine[],
  failure: (problem: string) => Error,
): PricedCart {
  const lines = stored.lines.map(({ line: own, ...amounts }, i): PricedLine => {
    const line = own ?? cartLines[i];
    if (line === undefined) throw failure(`doc.priced.lines.${i} has no line`);
    return { ...line, ...amounts };
  });
  return { ...stored, lines, ...shippingOf(stored, stored.totals) };
}

/** Encodes the price of a cart. */
export function encodePriced(
  priced: PricedCart,
  cartLines: readonly CartLine[],
): Form<typeof pricedSchema> {
  return {
    ...priced,
    lines: priced.lines.map((line, i) => encodePricedLine(line, cartLines[i])),
  };
}

function encodePricedLine(
  priced: PricedLine,
  cartLine: CartLine | undefined,
): Form<typeof pricedLineSchema> {
  const { giftOf, subTotal, discount, total, tax, outOfStock } = priced;
  const isCartLine = cartLine !== undefined && isSameLine(priced, cartLine);
  // Only the schema's fields are read back, so the line may contain the amounts too.
  return {
    line: isCartLine ? undefined : priced,
    giftOf,
    subTotal,
    discount,
    total,
    tax,
    outOfStock,
  };
}

/** All fields of a line; as a record, so that a missing one does not compile. */
const LINE_FIELDS: Readonly<Record<keyof CartLine, true>> = {
  productId: true,
  variantId: true,
  quantity: true,
  properties: true,
  title: true,
  handle: true,
  variantTitle: true,
  unitPrice: true,
  compareAtPrice: true,
  grams: true,
  singleVariant: true,
  taxable: true,
  image: true,
  source: true,
  listed: true,
};

/** Compares properties by identity, which is cheap; pricing keeps the object. */
export function isSameLine(a: CartLine, b: CartLine): boolean {
  let field: keyof CartLine;
  for (field in LINE_FIELDS) {
    if (a[field] !== b[field]) return false;
  }
  return true;
}
