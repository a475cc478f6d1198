import { equal, throws } from "node:assert/strict";
import { exactProduct, exactSum } from "../../../src/domain/pricing/sums.ts";
import { MAX_MINOR } from "../../../src/domain/values/money.ts";
import { CODE, coupon, line, percent, priced } from "./cases.ts";

const TOO_MUCH = {
  name: "AppError",
  code: "error.invalid-request",
  message: "data.items must total at most 9007199254740991 minor units",
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
  const shipping = [{ countries: ["IN"], postalPrefixes: [], price: 1, freeAbove: null }];
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
