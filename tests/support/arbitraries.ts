/** Generators for property tests: small carts and awkward coupons, where rounding shows. */
import fc from "fast-check";
import type { CartLine } from "../../src/domain/cart/cart.ts";
import type { CouponId, ProductId } from "../../src/domain/ids.ts";
import type {
  EnteredCode,
  GiftClaim,
  Order,
  PricingRules,
} from "../../src/domain/pricing/model.ts";
import type { Coupon, Gift } from "../../src/domain/shop/coupon.ts";
import {
  type CodRule,
  type CoinProgram,
  type Discount,
  type PaymentOffer,
  type ShippingRule,
  type TaxRule,
  VERIFY_PHONE,
} from "../../src/domain/shop/merchant.ts";
import { type Currency, currencyOf, PPM_ONE } from "../../src/domain/values/money.ts";
import { aCoupon, aLine, anOrder, aProduct, aVariant, int64, someRules, uuid } from "./builders.ts";
import { IS_FEW, IS_SUITE, IS_WHOLE } from "./few.ts";

/**
 * Parameters of a property. The suite has the same cases in every run, so that a failure is the
 * change's and not the day's: a quarter of them, or as many as it needs to reach what it must. A fresh
 * seed, as every night's, has all, `--few` a tenth. fast-check prints the seed and the path of a failure.
 */
export function runs(numRuns: number, inSuite = numRuns / 4): { numRuns: number } {
  if (IS_FEW) return { numRuns: Math.ceil(numRuns / 10) };
  return { numRuns: Math.ceil(IS_SUITE && !IS_WHOLE ? inSuite : numRuns) };
}

/** Products that generated lines, scopes and gifts are drawn from. */
const PRODUCT_NUMBERS = [1, 2, 3, 4] as const;
const GIFT_PRODUCT: ProductId = int64(9);

/** Currencies without, with two and with three decimals. */
export const currencies: fc.Arbitrary<Currency> = fc.constantFrom("JPY", "INR", "USD", "KWD")
  .map(currencyOf);

/** Minor units: mostly a few, where a unit of rounding is a large part, sometimes ordinary prices. */
const amounts = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 9 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 199 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 5_000_000 }) },
);

const rates = fc.oneof(
  fc.constantFrom(0, 100_000, 300_000, 333_333, 500_000, 999_999, PPM_ONE),
  fc.integer({ min: 0, max: PPM_ONE }),
);

export const discounts: fc.Arbitrary<Discount> = fc.oneof(
  fc.record({
    type: fc.constant("PERCENTAGE" as const),
    rate: rates,
    cap: fc.option(amounts, { freq: 2 }),
  }),
  fc.record({
    type: fc.constant("FIXED" as const),
    amount: amounts,
    cap: fc.option(amounts, { freq: 4 }),
  }),
);

const line: fc.Arbitrary<CartLine> = fc.record({
  product: fc.constantFrom(...PRODUCT_NUMBERS),
  form: fc.constantFrom(1, 2),
  quantity: fc.integer({ min: 1, max: 4 }),
  unitPrice: amounts,
  taxable: fc.boolean(),
}).map(({ product, form, ...rest }) =>
  aLine({ productId: int64(product), variantId: int64(product * 10 + form), ...rest })
);

export const lines: fc.Arbitrary<CartLine[]> = fc.array(line, { minLength: 1, maxLength: 12 });

const scopes: fc.Arbitrary<readonly ProductId[]> = fc.oneof(
  fc.constant([]),
  fc.subarray(PRODUCT_NUMBERS.map((n) => int64(n)), { minLength: 1, maxLength: 3 }),
);

/** A coupon that takes money off, without id and code: {@link numbered} gives it those. */
export const discountCoupon: fc.Arbitrary<Coupon> = fc.record({
  applicationType: fc.constantFrom("AUTOMATIC" as const, "CODE" as const),
  combine: fc.boolean(),
  discount: discounts,
  disableCod: fc.boolean(),
  productIds: scopes,
  minPurchase: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, amounts),
  minQuantity: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 9 })),
}).map((fields) => aCoupon(fields));

/** A few cheap lines of three products: every minor unit of rounding is a large part of them. */
export const tightLines: fc.Arbitrary<CartLine[]> = fc.array(
  fc.record({
    product: fc.constantFrom(1, 2, 3),
    unitPrice: fc.integer({ min: 0, max: 12 }),
  }).map(({ product, unitPrice }) =>
    aLine({ productId: int64(product), variantId: int64(product * 10), unitPrice })
  ),
  { minLength: 1, maxLength: 6 },
);

/** A combinable coupon for some of those products; several of them mostly overlap. */
export const overlappingCoupon: fc.Arbitrary<Coupon> = fc.record({
  applicationType: fc.constantFrom("AUTOMATIC" as const, "CODE" as const),
  discount: fc.oneof(
    fc.record({
      type: fc.constant("PERCENTAGE" as const),
      rate: fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths * 50_000),
      cap: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 3 }),
    }),
    fc.record({
      type: fc.constant("FIXED" as const),
      amount: fc.integer({ min: 0, max: 12 }),
      cap: fc.constant(null),
    }),
  ),
  productIds: fc.subarray([1, 2, 3].map((n) => int64(n)), { minLength: 1 }),
}).map((fields) => aCoupon({ ...fields, combine: true }));

const gifts: fc.Arbitrary<Gift> = fc.record({
  targetType: fc.constantFrom("PURCHASE_AMOUNT" as const, "QUANTITY" as const),
  target: fc.integer({ min: 0, max: 20 }),
  maxQuantity: fc.integer({ min: 1, max: 3 }),
  productIds: fc.constant([GIFT_PRODUCT]),
});

const giftCoupon: fc.Arbitrary<Coupon> = fc.record({
  applicationType: fc.constantFrom("AUTOMATIC" as const, "CODE" as const),
  discount: discounts,
  gift: gifts,
}).map((fields) => aCoupon(fields));

/** Coupons as a shop has them: each with its own id and code. */
export function numbered(coupons: readonly Coupon[], first = 100): Coupon[] {
  return coupons.map((coupon, i) => ({
    ...coupon,
    id: uuid<CouponId>(first + i),
    // Neither the order of creation nor its reverse, so that ties by code are seen.
    code: `C${(i * 7 + first) % 10}${i}`,
  }));
}

/** Enters every coupon that has a code, in the order given, a second apart. */
export function enter(coupons: readonly Coupon[]): EnteredCode[] {
  return coupons.filter((coupon) => coupon.applicationType === "CODE")
    .map(({ id }, i) => ({ couponId: id, enteredAt: 1_000 * (i + 1), previousCode: null }));
}

const taxes: fc.Arbitrary<TaxRule> = fc.record({ rate: rates, included: fc.boolean() });

const offers: fc.Arbitrary<PaymentOffer> = fc.record({
  method: fc.constantFrom("PREPAID" as const, "COD" as const),
  discount: discounts,
});

const coinPrograms: fc.Arbitrary<CoinProgram> = fc.record({
  provider: fc.constantFrom("CUSTOM" as const, "LOYALTY_PARTNER" as const, "NONE" as const),
  name: fc.constant("Coins"),
  logo: fc.constant(""),
  coinValue: fc.integer({ min: 1, max: 12 }),
  baseCurrencyValue: fc.integer({ min: 1, max: 120 }),
  earnRate: fc.constant(0),
});

const codRules: fc.Arbitrary<CodRule> = fc.record({
  fee: amounts,
  min: fc.integer({ min: 0, max: 20 }),
  max: fc.option(amounts),
  countries: fc.constantFrom([], ["IN"], ["AE"]),
  prepaid: fc.option(discounts),
});

const shippingRules: fc.Arbitrary<ShippingRule> = fc.record({
  countries: fc.constantFrom(["IN"], ["AE", "IN"], ["AE"]),
  postalPrefixes: fc.constantFrom([], ["56"], ["5", "5600"]),
  options: fc.array(fc.record({ price: amounts, freeAbove: fc.option(amounts) }), {
    minLength: 1,
    maxLength: 3,
  }).map((all) => all.map((one, i) => ({ id: `option-${i}`, name: `Option ${i}`, ...one }))),
});

/** An order with everything the shop decided about it. */
export interface PricingCase {
  readonly order: Order;
  readonly rules: PricingRules;
}

const shops = fc.record({
  tax: taxes,
  shipping: fc.array(shippingRules, { maxLength: 3 }),
  cod: fc.option(codRules),
  paymentOffers: fc.array(offers, { maxLength: 3 }),
  coin: fc.option(coinPrograms),
  verifyPhone: fc.constantFrom(...VERIFY_PHONE),
});

/** Whole cases: every rule of the shop and every decision of the customer at once. */
export const pricingCases: fc.Arbitrary<PricingCase> = fc.record({
  currency: currencies,
  lines,
  coupons: fc.array(discountCoupon, { maxLength: 6 }),
  gift: fc.option(giftCoupon),
  claimed: fc.integer({ min: 0, max: 4 }),
  shop: shops,
  destination: fc.option(fc.constant({ countryCode: "IN", postalCode: "560 001" })),
  shippingOption: fc.constantFrom(null, "option-0", "option-1", "option-2", "gone"),
  method: fc.constantFrom(null, "PREPAID" as const, "COD" as const),
  coins: fc.integer({ min: 0, max: 50 }),
  available: fc.integer({ min: 0, max: 50 }),
  customerKnown: fc.boolean(),
}).map(({ coupons, gift, claimed, shop, available, ...decided }) => {
  const all = numbered(gift === null ? coupons : [gift, ...coupons]);
  const claims: GiftClaim[] = all.flatMap(({ id, gift }) =>
    gift === null || claimed === 0 ? [] : [giftClaim(id, claimed)]
  );
  return {
    order: anOrder({ ...decided, claims, codes: enter(all) }),
    rules: someRules({
      shop,
      coupons: all,
      giftProducts: new Map([[GIFT_PRODUCT, giftProduct()]]),
      coinBalance: { available, debt: 0, processing: 0 },
    }),
  };
});

function giftClaim(couponId: CouponId, quantity: number): GiftClaim {
  return { couponId, productId: GIFT_PRODUCT, variantId: int64(91), quantity };
}

function giftProduct() {
  const variants = [aVariant({ productId: GIFT_PRODUCT, variantId: int64(91) })];
  return aProduct({ productId: GIFT_PRODUCT, variants });
}
