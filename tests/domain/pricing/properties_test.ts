import { deepEqual, equal, ok } from "node:assert/strict";
import { requireReached } from "../../support/few.ts";
import fc from "fast-check";
import { prepaidPart } from "../../../src/domain/pricing/cod.ts";
import type { PricedCart } from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import { quoteShipping } from "../../../src/domain/pricing/shipping.ts";
import type { Minor } from "../../../src/domain/values/money.ts";
import { numbered, type PricingCase, pricingCases, runs } from "../../support/arbitraries.ts";
import { aCoupon, NOW } from "../../support/builders.ts";
import { percent } from "../../support/shop.ts";

const RUNS = runs(1_500);

function always(name: string, law: (cart: PricedCart, pricingCase: PricingCase) => void) {
  Deno.test(`price() ${name}`, () => {
    fc.assert(
      fc.property(pricingCases, (pricingCase) => {
        law(price(pricingCase.order, pricingCase.rules, NOW), pricingCase);
      }),
      RUNS,
    );
  });
}

function sum(amounts: readonly Minor[]): Minor {
  return amounts.reduce((total, amount) => total + amount, 0);
}

always("spreads exactly coupon_discount over the lines", ({ lines, totals }) => {
  equal(sum(lines.map(({ discount }) => discount)), totals.couponDiscount);
});

always("leaves lines that add up to sub_total - coupon_discount", ({ lines, totals }) => {
  equal(sum(lines.map(({ subTotal }) => subTotal)), totals.subTotal);
  equal(sum(lines.map(({ total }) => total)), totals.subTotal - totals.couponDiscount);
  for (const { subTotal, discount, total } of lines) equal(total, subTotal - discount);
});

always(
  "requires a phone by rule and for limits per customer, an address to ship",
  (cart, given) => {
    const { order: { customerKnown, destination, method }, rules: { shop } } = given;
    const isLimited = cart.coupons.some(({ coupon }) => coupon.usageLimitPerCustomer !== null);
    const isRule = { never: false, cod: method === "COD", always: true }[shop.verifyPhone];
    deepEqual(cart.requires, [
      ...((isLimited || isRule) && !customerKnown ? ["phone"] : []),
      ...(shop.shipping.length > 0 && destination === null ? ["address"] : []),
    ]);
  },
);

always("makes nothing negative but shipping = -1", ({ lines, coupons, totals, coins }) => {
  const { shipping, ...rest } = totals;
  ok(shipping >= -1);
  const { available, redeemable, used, processing } = coins;
  const amounts = [
    ...Object.values(rest).filter((value) => typeof value === "number"),
    ...lines.flatMap(({ subTotal, discount, total, tax }) => [subTotal, discount, total, tax]),
    ...coupons.flatMap(({ amount, cartAfter }) => [amount, cartAfter]),
    ...[available, redeemable, used, processing],
  ];
  for (const amount of amounts) ok(Number.isSafeInteger(amount) && amount >= 0, `${amount}`);
});

always("has shipping = -1 exactly when there is no quote", ({ totals, serviceable }, { order }) => {
  equal(totals.shipping === -1, order.destination === null || !serviceable);
});

always("ships by the chosen option, or by the first one", (cart, { order, rules: { shop } }) => {
  const { destination, shippingOption: chosen } = order;
  const { subTotal, couponDiscount, shipping } = cart.totals;
  const quote = destination === null
    ? null
    : quoteShipping(shop.shipping, destination, subTotal - couponDiscount);
  const options = quote ?? [];
  const option = options.find(({ id }) => id === chosen) ?? options[0];
  deepEqual(cart.shippingOptions, options);
  deepEqual([cart.shippingOption, shipping], [option?.id ?? null, option?.price ?? -1]);
});

Deno.test("price() adds a shipping option's price to what is paid, and takes its part ahead", () => {
  let seen = 0;
  fc.assert(
    fc.property(pricingCases, ({ order, rules }) => {
      // Which coupons are the best depends on the price of shipping.
      const plain = { ...rules, coupons: [] };
      const by = (shippingOption: string | null, method = order.method) =>
        price({ ...order, shippingOption, method }, plain, NOW);
      const { shippingOptions, totals: first } = by(null);
      for (const { id, price: own } of shippingOptions) {
        const { totalPayable, partialCodPrice, codAvailable } = by(id).totals;
        equal(totalPayable - first.totalPayable, own - first.shipping);
        if (!codAvailable || rules.shop.cod === null) continue;
        equal(partialCodPrice, prepaidPart(rules.shop.cod, by(id, "COD").totals.totalPayable));
        seen += own === first.shipping ? 0 : 1;
      }
    }),
    RUNS,
  );
  requireReached(seen > 0, "an option with a price of its own");
});

always("takes off what it says it takes off", ({ totals }) => {
  const { couponDiscount, paymentOfferDiscount, coinDiscount, discount } = totals;
  equal(discount, couponDiscount + paymentOfferDiscount + coinDiscount);
  equal(totals.total, totals.subTotal - discount);
});

always("makes total_payable of its named parts", ({ lines, totals }) => {
  const { total, tax, taxesIncluded, shipping, codOrder, codPrice } = totals;
  equal(tax, sum(lines.map((line) => line.tax)));
  equal(
    totals.totalPayable,
    total + (taxesIncluded ? 0 : tax) + Math.max(shipping, 0) + (codOrder ? codPrice : 0),
  );
});

always("names each coupon's amount and what the cart is after it", ({ coupons, totals }) => {
  let after = totals.subTotal;
  for (const { coupon, amount, cartAfter } of coupons) {
    after -= amount;
    equal(cartAfter, after);
    ok(amount <= (coupon.discount.cap ?? Infinity));
  }
  equal(after, totals.subTotal - totals.couponDiscount);
});

always("takes no coupon's discount off a line outside its scope", ({ lines, coupons }) => {
  const untouched = lines.filter(({ productId }) =>
    coupons.every(({ coupon: { productIds, gift } }) =>
      gift !== null || (productIds.length > 0 && !productIds.includes(productId))
    )
  );
  for (const { discount } of untouched) equal(discount, 0);
});

always("shows each entered code once, in force or resting", ({ coupons, resting }, { order }) => {
  const shown = [
    ...coupons.filter(({ coupon }) => coupon.applicationType === "CODE").map(({ coupon }) =>
      coupon.id
    ),
    ...resting.map(({ couponId }) => couponId),
  ];
  deepEqual(shown.toSorted(), order.codes.map(({ couponId }) => couponId).toSorted());
  for (const { coupon, amount } of coupons) ok(coupon.gift !== null || amount > 0);
});

always("joins several discounts only if all of them combine", ({ coupons }) => {
  const discounts = coupons.filter(({ coupon }) => coupon.gift === null);
  ok(discounts.length < 2 || discounts.every(({ coupon }) => coupon.combine));
});

always("gives gifts for nothing and within their limit", ({ lines, claims, offers }) => {
  for (const { couponId, gift } of offers) {
    const units = sum(
      claims.filter((claim) => claim.couponId === couponId).map(({ quantity }) => quantity),
    );
    ok(units <= gift.maxQuantity);
  }
  const given = lines.filter(({ source }) => source === "ADD_ON");
  equal(given.length, claims.length);
  for (const { giftOf, total } of given) ok(giftOf !== null && total === 0);
});

always("uses no more coins than are held, wanted and fit", ({ coins }, { order, rules }) => {
  ok(coins.used <= coins.redeemable && coins.redeemable <= coins.available);
  ok(coins.used <= order.coins && coins.available <= rules.coinBalance.available);
});

always(
  "tells what cash on delivery would cost if it were chosen",
  ({ totals }, { order, rules }) => {
    const chosen = price({ ...order, method: "COD" }, rules, NOW).totals;
    const { codAvailable, codPrice, partialCodPrice } = totals;
    deepEqual(
      [codAvailable, codPrice, partialCodPrice],
      [chosen.codAvailable, chosen.codPrice, chosen.partialCodPrice],
    );
    ok(partialCodPrice <= chosen.totalPayable);
    ok(codAvailable || (partialCodPrice === 0 && codPrice === 0 && !totals.codOrder));
  },
);

Deno.test("price() is exactly 0 with 100 % off, whatever else applies", () => {
  const all = aCoupon({ discount: percent(100), applicationType: "AUTOMATIC" });
  fc.assert(
    fc.property(pricingCases, fc.boolean(), ({ order, rules }, combine) => {
      const [free] = numbered([{ ...all, combine }], 500);
      // An offer may take as much, and shipping may then cost more than all of it.
      const shop = { ...rules.shop, paymentOffers: [], shipping: [] };
      const coupons = [...rules.coupons, free!];
      const { lines, totals } = price(order, { ...rules, coupons, shop }, NOW);
      for (const line of lines) deepEqual([line.total, line.tax], [0, 0]);
      deepEqual([totals.total, totals.tax, totals.discount], [0, 0, totals.subTotal]);
      const { codOrder, codPrice } = totals;
      equal(totals.totalPayable, codOrder ? codPrice : 0);
    }),
    RUNS,
  );
});

Deno.test("price() is the same for the same input and leaves the input alone", () => {
  fc.assert(
    fc.property(pricingCases, ({ order, rules }) => {
      const before = structuredClone({ order, rules });
      const first = price(order, rules, NOW);
      deepEqual(price(order, rules, NOW), first);
      deepEqual({ order, rules }, before);
    }),
    runs(300),
  );
});
