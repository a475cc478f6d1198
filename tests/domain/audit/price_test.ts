import assert from "node:assert/strict";
import fc from "fast-check";
import { auditPrice } from "../../../src/domain/audit/price.ts";
import type { PricedCart, PricedLine, Totals } from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { pricingCases, runs } from "../../support/arbitraries.ts";
import { aLine, NOW } from "../../support/builders.ts";
import { priced } from "../pricing/cases.ts";
import { coupon, EXPRESS, percent, shippingAt, STACKS } from "../../support/shop.ts";
import { aPricedGift } from "./cases.ts";

const INR = currencyOf("INR");
const SOUND = priced([aLine({ unitPrice: 10_000, quantity: 3 })], {
  coupons: [coupon("A", percent(10), STACKS), coupon("B", percent(5), STACKS)],
});

Deno.test("auditPrice() finds nothing in whatever price() makes", () => {
  fc.assert(
    fc.property(pricingCases, ({ order, rules }) => {
      assert.deepEqual(auditPrice(price(order, rules, NOW), order.currency), []);
    }),
    runs(1_500),
  );
});

const TOTALS: readonly (keyof Totals)[] = [
  "subTotal",
  "couponDiscount",
  "paymentOfferDiscount",
  "coinDiscount",
  "discount",
  "total",
  "tax",
  "codPrice",
  "partialCodPrice",
  "totalPayable",
];

for (const name of TOTALS) {
  Deno.test(`auditPrice() finds a ${name} that is one unit off`, () => {
    const totals = { ...SOUND.totals, [name]: Number(SOUND.totals[name]) + 1 };
    assert.notDeepEqual(auditPrice({ ...SOUND, totals }, INR), []);
  });
}

const AMOUNTS: readonly (keyof PricedLine)[] = [
  "subTotal",
  "discount",
  "total",
  "tax",
  "unitPrice",
];

for (const name of AMOUNTS) {
  Deno.test(`auditPrice() finds a line's ${name} that is one unit off`, () => {
    const [line] = SOUND.lines;
    assert.ok(line);
    const lines = [{ ...line, [name]: Number(line[name]) + 1 }];
    assert.notDeepEqual(auditPrice({ ...SOUND, lines }, INR), []);
  });
}

Deno.test("auditPrice() finds a coupon that left another amount than it says", () => {
  const [first, second] = SOUND.coupons;
  assert.ok(first && second);
  const coupons = [{ ...first, cartAfter: first.cartAfter + 1 }, second];
  assert.deepEqual(auditPrice({ ...SOUND, coupons }, INR), [
    "cartAfter of coupon A must be 270.00: 270.01",
  ]);
});

Deno.test("auditPrice() finds a shipping that is neither a price nor unknown", () => {
  const totals = { ...SOUND.totals, shipping: -2 };
  assert.deepEqual(auditPrice({ ...SOUND, totals }, INR), ["shipping must be -0.01: -0.02"]);
});

Deno.test("auditPrice() finds a shipping of another price than its option", () => {
  const destination = { countryCode: "IN", postalCode: "560001" };
  const shipped = priced([aLine({ unitPrice: 10_000 })], {
    shop: { shipping: [shippingAt(6_000, { more: [EXPRESS] })] },
    order: { destination, shippingOption: "express" },
  });
  assert.deepEqual(auditPrice(shipped, INR), []);
  assert.deepEqual(auditPrice({ ...shipped, shippingOption: "standard" }, INR), [
    "shipping must be 60.00: 150.00",
  ]);
  assert.deepEqual(auditPrice({ ...shipped, shippingOption: "gone" }, INR), [
    "shipping must be -0.01: 150.00",
  ]);
});

Deno.test("auditPrice() finds tax on what is not taxable, and anything on a gift", () => {
  const [line] = SOUND.lines;
  assert.ok(line);
  const taxed: PricedCart = {
    ...SOUND,
    lines: [{ ...line, taxable: false, tax: 5 }],
    totals: { ...SOUND.totals, tax: 5 },
  };
  assert.deepEqual(auditPrice(taxed, INR), ["lines[0].tax, not taxable must be 0.00: 0.05"]);
  const gift: PricedCart = {
    ...SOUND,
    lines: [line, aPricedGift({ tax: 5 })],
    totals: { ...SOUND.totals, tax: 5 },
  };
  assert.deepEqual(auditPrice(gift, INR), ["lines[1].tax of a gift must be 0.00: 0.05"]);
});
