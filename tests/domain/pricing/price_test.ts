import { deepEqual, equal, throws } from "node:assert/strict";
import type { Order } from "../../../src/domain/pricing/model.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import { exactProduct, exactSum } from "../../../src/domain/pricing/sums.ts";
import { MAX_MINOR } from "../../../src/domain/values/money.ts";
import { lineTax } from "../../../src/domain/pricing/tax.ts";
import { int64 } from "../../support/builders.ts";
import { entered, line, priced } from "./cases.ts";
import {
  CODE,
  COINS,
  coupon,
  fixed,
  percent,
  scope,
  shippingAt,
  STACKS,
} from "../../support/shop.ts";

const SHOP: ShopRules = {
  tax: { rate: 180_000, included: false },
  shipping: [shippingAt(6_000, { postalPrefixes: ["56"], freeAbove: 99_900 })],
  cod: { fee: 4_000, min: 20_000, max: 1_000_000, countries: ["IN"], prepaid: percent(10) },
  paymentOffers: [{ method: "COD", discount: fixed(1_000) }],
  coin: COINS,
  verifyPhone: "never",
};

const DECIDED: Partial<Order> = {
  destination: { countryCode: "IN", postalCode: "560001" },
  method: "COD",
  coins: 100,
};

Deno.test("price() multiplies the unit price and sums the lines", () => {
  const { lines, totals } = priced([line(1, 34_900, { quantity: 3 }), line(2, 1_050)]);
  deepEqual(lines.map(({ subTotal }) => subTotal), [104_700, 1_050]); // 3 x 349.00, 1 x 10.50
  deepEqual([totals.subTotal, totals.total, totals.totalPayable], [105_750, 105_750, 105_750]);
});

Deno.test("price() does not drift with the quantity", () => {
  // 0.1 + 0.2 and 1.15 x 100000 are where doubles of the major unit go wrong.
  equal(priced([line(1, 10), line(2, 20)]).totals.subTotal, 30);
  equal(priced([line(1, 115, { quantity: 100_000 })]).totals.subTotal, 11_500_000);
});

Deno.test("price() adds everything up in its order", () => {
  const item = coupon("ITEM", percent(10), { ...STACKS, ...scope(1) });
  const cart = coupon("CART", fixed(5_000), { ...STACKS, ...CODE });
  const lines = [line(1, 30_000, { quantity: 2 }), line(2, 20_000, { taxable: false })];
  const { totals, coins, serviceable } = priced(lines, {
    coupons: [cart, item],
    shop: SHOP,
    order: { ...DECIDED, codes: [entered(cart, 1)] },
    rules: { coinBalance: { available: 500, debt: 0, processing: 3 } },
  });
  // ITEM: 600.00 x 10 % = 60.00. CART: 50.00 over 540.00/200.00 = 36.486.../13.513... .
  // Lines: 600.00 - 60.00 - 36.49 = 503.51 and 200.00 - 13.51 = 186.49, together 690.00.
  // Tax on the first line: 503.51 x 18 % = 90.6318. Offer 10.00, 100 coins 10.00.
  const expected = {
    subTotal: 80_000,
    couponDiscount: 11_000,
    paymentOfferDiscount: 1_000,
    coinDiscount: 1_000,
    discount: 13_000,
    total: 67_000,
    tax: 9_063,
    taxesIncluded: false,
    shipping: 6_000,
    codAvailable: true,
    codOrder: true,
    codPrice: 4_000,
    totalPayable: 67_000 + 9_063 + 6_000 + 4_000,
    partialCodPrice: 8_606, // 860.63 x 10 % = 86.063
    isPartialCod: true,
    amountPaid: 0,
  };
  deepEqual(totals, expected);
  deepEqual(coins, { available: 500, redeemable: 500, used: 100, processing: 3 });
  equal(serviceable, true);
});

Deno.test("price() reports what was paid and does not take it off what is payable", () => {
  const before = priced([line(1, 34_900)], { shop: SHOP, order: DECIDED }).totals;
  const after = priced([line(1, 34_900)], {
    shop: SHOP,
    order: { ...DECIDED, amountPaid: before.partialCodPrice },
  }).totals;
  equal(after.amountPaid, before.partialCodPrice);
  equal(after.totalPayable, before.totalPayable);
  equal(after.partialCodPrice, before.partialCodPrice);
});

Deno.test("price() makes 100 % off exactly 0", () => {
  const lines = [line(1, 3_333, { quantity: 3 }), line(2, 1), line(3, 67)];
  const { totals, lines: free } = priced(lines, { coupons: [coupon("A", percent(100))] });
  deepEqual(free.map(({ total, tax }) => [total, tax]), [[0, 0], [0, 0], [0, 0]]);
  deepEqual([totals.total, totals.tax, totals.totalPayable], [0, 0, 0]);
  equal(totals.couponDiscount, 3 * 3_333 + 1 + 67);
});

Deno.test("price() is 0 for a cart of free things", () => {
  const { totals } = priced([line(1, 0)], { coupons: [coupon("A", fixed(100))] });
  deepEqual([totals.subTotal, totals.discount, totals.totalPayable], [0, 0, 0]);
});

Deno.test("price() lets an eligible small amount take the line to 0, never below", () => {
  const coupons = [coupon("A", fixed(70), STACKS), coupon("B", fixed(70), STACKS)];
  const { totals, lines } = priced([line(1, 100)], { coupons });
  deepEqual([totals.couponDiscount, lines[0]?.total], [100, 0]);
});

Deno.test("price() tells which tracked variants are out of stock", () => {
  const lines = [line(1, 100, { quantity: 3 }), line(2, 100), line(3, 100)];
  const stock = new Map([[int64(11), 2], [int64(21), 0]]);
  const out = priced(lines, { rules: { stock } }).lines.map(({ outOfStock }) => outOfStock);
  deepEqual(out, [true, true, false]); // 3 > 2, 1 > 0, not tracked
});

Deno.test("price() keeps what a line is besides its price", () => {
  const properties = { Engraving: "For Asha" };
  const [first] = priced([line(1, 100, { properties, source: "UPSELL" })]).lines;
  deepEqual([first?.properties, first?.source, first?.giftOf], [properties, "UPSELL", null]);
});

const TOO_MUCH = {
  name: "AppError",
  code: "error.invalid-request",
  message: "data.items, with tax, shipping and the fee of cash on delivery, must total at most " +
    "9007199254740991 minor units",
};

Deno.test("exactSum() adds up to 2^53 - 1 and refuses one more", () => {
  equal(exactSum([]), 0);
  equal(exactSum([MAX_MINOR - 1, 1]), MAX_MINOR);
  throws(() => exactSum([MAX_MINOR, 1]), TOO_MUCH);
  throws(() => exactSum([MAX_MINOR, 1, 1]), TOO_MUCH);
});

Deno.test("exactProduct() multiplies up to 2^53 - 1 and refuses more", () => {
  equal(exactProduct(90_071_992_547, 100_000), 9_007_199_254_700_000);
  throws(() => exactProduct(90_071_992_548, 100_000), TOO_MUCH);
});

Deno.test("price() refuses a line or a cart beyond 2^53 minor units", () => {
  throws(() => priced([line(1, 2 ** 52, { quantity: 2 })]), TOO_MUCH);
  throws(() => priced([line(1, MAX_MINOR), line(2, 1)]), TOO_MUCH);
  equal(priced([line(1, MAX_MINOR - 1), line(2, 1)]).totals.total, MAX_MINOR);
});

Deno.test("price() refuses a payable amount beyond 2^53 minor units", () => {
  const destination = { countryCode: "IN", postalCode: "1" };
  const shipping = [shippingAt(1)];
  const dearest = [line(1, MAX_MINOR)];
  throws(() => priced(dearest, { shop: { shipping }, order: { destination } }), TOO_MUCH);
  throws(() => priced(dearest, { shop: { tax: { rate: 1, included: false } } }), TOO_MUCH);
  const cod = { fee: 1, min: 0, max: null, countries: [], prepaid: null };
  throws(() => priced(dearest, { shop: { cod }, order: { method: "COD" } }), TOO_MUCH);
});

Deno.test("price() stays exact up to the last minor unit of the range", () => {
  const half = (MAX_MINOR - 1) / 2; // 4503599627370495
  const cart = priced([line(1, half), line(2, half + 1)], { coupons: [coupon("A", percent(50))] });
  // 9007199254740991 x 50 % = 4503599627370495.5, rounded up.
  equal(cart.totals.couponDiscount, half + 1);
  equal(cart.totals.total, half);
  equal(cart.lines.reduce((sum, { discount }) => sum + discount, 0), half + 1);
});

Deno.test("price() judges a minimum purchase at the end of the range", () => {
  const code = coupon("A", percent(100), { ...CODE, minPurchase: MAX_MINOR });
  const order = { codes: [{ couponId: code.id, enteredAt: 1, previousCode: null }] };
  const total = (unitPrice: number) =>
    priced([line(1, unitPrice)], { coupons: [code], order }).totals.total;
  equal(total(MAX_MINOR), 0);
  equal(total(MAX_MINOR - 1), MAX_MINOR - 1);
});

const INCLUDED = { rate: 180_000, included: true };
const EXCLUDED = { rate: 180_000, included: false };

Deno.test("lineTax() is the part of a gross amount that is tax", () => {
  equal(lineTax(11_800, true, INCLUDED), 1_800); // 118.00 x 18/118
  equal(lineTax(34_900, true, INCLUDED), 5_324); // 53.237
});

Deno.test("lineTax() comes on top of a net amount", () => {
  equal(lineTax(10_000, true, EXCLUDED), 1_800); // 100.00 x 18/100
  equal(lineTax(34_900, true, EXCLUDED), 6_282); // 62.82
});

Deno.test("lineTax() rounds exact halves up", () => {
  equal(lineTax(25, true, { rate: 100_000, included: false }), 3); // 2.5
  equal(lineTax(5, true, { rate: 1_000_000, included: true }), 3); // 2.5
  equal(lineTax(24, true, { rate: 100_000, included: false }), 2); // 2.4
});

Deno.test("lineTax() is nothing for an untaxed line, an untaxed shop or no amount", () => {
  equal(lineTax(10_000, false, EXCLUDED), 0);
  equal(lineTax(10_000, true, { rate: 0, included: false }), 0);
  equal(lineTax(0, true, INCLUDED), 0);
});

Deno.test("price() rounds tax per line and adds taxable lines only", () => {
  const tax = { rate: 100_000, included: false };
  const lines = [line(1, 25), line(2, 25), line(3, 1_000, { taxable: false })];
  const cart = priced(lines, { shop: { tax } });
  deepEqual(cart.lines.map((one) => one.tax), [3, 3, 0]); // 2.5 and 2.5, not 5.0 together
  equal(cart.totals.tax, 6);
});

Deno.test("price() taxes what a line costs after its coupons", () => {
  const { lines, totals } = priced([line(1, 10_000, { quantity: 2 })], {
    coupons: [coupon("A", percent(25))],
    shop: { tax: EXCLUDED },
  });
  equal(lines[0]?.total, 15_000); // 2 x 100.00 - 25 %
  equal(totals.tax, 2_700); // 150.00 x 18 %
});

Deno.test("price() adds tax to what is payable only when prices do not hold it", () => {
  const included = priced([line(1, 11_800)], { shop: { tax: INCLUDED } }).totals;
  const { tax, total, totalPayable } = included;
  deepEqual([tax, total, totalPayable, included.taxesIncluded], [1_800, 11_800, 11_800, true]);
  const excluded = priced([line(1, 10_000)], { shop: { tax: EXCLUDED } }).totals;
  deepEqual([excluded.tax, excluded.total, excluded.totalPayable], [1_800, 10_000, 11_800]);
  equal(excluded.taxesIncluded, false);
});
