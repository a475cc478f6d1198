import { deepEqual, equal } from "node:assert/strict";
import { price } from "../../../src/domain/pricing/price.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { anOrder, NOW, someRules } from "../../support/builders.ts";
import { entered, line, priced, taken } from "./cases.ts";
import { CODE, coupon, fixed, percent, scope, STACKS } from "../../support/shop.ts";

const CART = [line(1, 1_000)];

Deno.test("price() lets the best single automatic coupon win over less together", () => {
  const coupons = [
    coupon("A", percent(10), STACKS),
    coupon("B", percent(10), STACKS),
    coupon("X", percent(25)),
  ];
  // A and B: 100 + 900 x 10 % = 190. X: 250.
  deepEqual(taken(priced(CART, { coupons })), [["X", 250]]);
});

Deno.test("price() lets all combinable automatic coupons win over less alone", () => {
  const coupons = [
    coupon("A", percent(10), STACKS),
    coupon("B", percent(20), STACKS),
    coupon("X", percent(25)),
  ];
  // A and B: 100 + 900 x 20 % = 280. X: 250.
  deepEqual(taken(priced(CART, { coupons })), [["A", 100], ["B", 180]]);
});

Deno.test("price() never joins what cannot combine", () => {
  const coupons = [
    coupon("A", percent(10)),
    coupon("B", percent(10)),
    coupon("C", percent(5), STACKS),
  ];
  deepEqual(taken(priced(CART, { coupons })), [["A", 100]]);
});

Deno.test("price() settles a tie between automatic coupons by code", () => {
  const [a, b] = [coupon("A", percent(10)), coupon("B", fixed(100))];
  deepEqual(taken(priced(CART, { coupons: [b, a] })), [["A", 100]]);
  deepEqual(taken(priced(CART, { coupons: [a, b] })), [["A", 100]]);
});

Deno.test("price() settles a tie between one alone and several together by the number of uses", () => {
  const [b, c] = [coupon("B", percent(10), STACKS), coupon("C", percent(10), STACKS)];
  // Together 100 + 90 = 190.
  deepEqual(taken(priced(CART, { coupons: [b, c, coupon("A", fixed(190))] })), [["A", 190]]);
  deepEqual(taken(priced(CART, { coupons: [b, c, coupon("X", fixed(190))] })), [["X", 190]]);
});

Deno.test("price() does not count an automatic coupon that took nothing as in force", () => {
  const coupons = [
    coupon("A", fixed(600), STACKS),
    coupon("B", fixed(600), STACKS),
    coupon("C", percent(50), { ...STACKS, disableCod: true }),
  ];
  // 600, then the 400 that remain; C finds nothing.
  deepEqual(taken(priced(CART, { coupons })), [["A", 600], ["B", 400]]);
  deepEqual(taken(priced(CART, { coupons: [coupon("D", percent(0))] })), []);
});

Deno.test("price() passes over an automatic coupon that is not eligible", () => {
  const coupons = [
    coupon("A", percent(50), { minPurchase: 1_001 }),
    coupon("B", percent(40), { endsAt: NOW }),
    coupon("C", percent(30), { startsAt: NOW + 1 }),
    coupon("D", percent(20), { enabled: false }),
    coupon("E", percent(15), scope(2)),
    coupon("F", percent(10), { minQuantity: 2 }),
    coupon("G", percent(5)),
  ];
  deepEqual(taken(priced(CART, { coupons })), [["G", 50]]);
});

Deno.test("price() judges a coupon at the moment that it is handed", () => {
  const rules = someRules({ coupons: [coupon("A", percent(10), { endsAt: NOW })] });
  const order = anOrder({ lines: CART });
  equal(price(order, rules, NOW - 1).totals.couponDiscount, 100);
  equal(price(order, rules, NOW).totals.couponDiscount, 0);
});

Deno.test("price() judges the minimum purchase before any discount", () => {
  const coupons = [
    coupon("A", percent(50), STACKS),
    coupon("B", percent(10), { ...STACKS, minPurchase: 1_000 }),
  ];
  // 1000 - 500 = 500 remain, yet B's minimum of 1000 holds: 500 x 10 % = 50.
  deepEqual(taken(priced(CART, { coupons })), [["A", 500], ["B", 50]]);
});

Deno.test("price() judges minimum purchase and quantity on the coupon's own products", () => {
  const lines = [line(1, 400, { quantity: 2 }), line(2, 1_000)];
  const amount = (over: Parameters<typeof coupon>[2]) =>
    priced(lines, { coupons: [coupon("A", fixed(100), over)] }).totals.couponDiscount;
  equal(amount({ ...scope(1), minPurchase: 800 }), 100);
  equal(amount({ ...scope(1), minPurchase: 801 }), 0);
  equal(amount({ ...scope(1), minQuantity: 2 }), 100);
  equal(amount({ ...scope(1), minQuantity: 3 }), 0);
  equal(amount({ minQuantity: 3, minPurchase: 1_800 }), 100);
});

Deno.test("price() counts the uses that it is told of", () => {
  const a = coupon("A", percent(10), { usageLimit: 5 });
  const amount = (used: number) => {
    const usage = new Map([[a.id, { used, usedByCustomer: 0 }]]);
    return priced(CART, { coupons: [a], rules: { usage } }).totals.couponDiscount;
  };
  equal(amount(4), 100);
  equal(amount(5), 0);
});

Deno.test("price() counts uses by the customer once the phone is verified", () => {
  const a = coupon("A", percent(10), { usageLimitPerCustomer: 1 });
  const amount = (usedByCustomer: number, customerKnown: boolean) => {
    const usage = new Map([[a.id, { used: 1, usedByCustomer }]]);
    const example = { coupons: [a], order: { customerKnown }, rules: { usage } };
    return priced(CART, example).totals.couponDiscount;
  };
  equal(amount(0, true), 100);
  equal(amount(1, true), 0);
  equal(amount(0, false), 0);
});

const LINES = [line(1, 1), line(2, 1)];
const A = coupon("A", percent(100), { ...STACKS, ...scope(2) });
const B = coupon("B", percent(30), { ...STACKS, ...scope(1, 2) });
const D = coupon("D", percent(100), { ...STACKS, ...scope(2) });

Deno.test("price() leaves out a combinable coupon that by rounding would raise the total", () => {
  // B: 2 x 30 % = 0.6 -> 1, to the first line; D: the second. Nothing is left.
  deepEqual(taken(priced(LINES, { coupons: [B, D] })), [["B", 1], ["D", 1]]);
  // With A first, B would be 1 x 30 % = 0.3 -> 0 and D find nothing: 1 would be left.
  for (const coupons of [[A, B, D], [D, B, A]]) {
    const cart = priced(LINES, { coupons });
    deepEqual(taken(cart), [["B", 1], ["D", 1]]);
    equal(cart.totals.total, 0);
  }
});

Deno.test("price() leaves out an entered coupon that by rounding would raise the total", () => {
  const code = { ...A, ...CODE };
  const order = { codes: [entered(code, 0)] };
  equal(priced(LINES, { coupons: [code, B, D], order }).totals.total, 0);
});

Deno.test("price() keeps every coupon where none does harm, though they overlap", () => {
  const coupons = [
    coupon("A", fixed(10), { ...STACKS, ...scope(1, 2) }),
    coupon("B", percent(10), { ...STACKS, ...scope(2, 3) }),
    coupon("C", percent(50), { ...STACKS, ...scope(1, 3) }),
  ];
  const cart = priced([line(1, 100), line(2, 100), line(3, 100)], { coupons });
  // A: 10 as 5/5. B: (95 + 100) x 10 % = 19.5 -> 20, over 95/100 as 9.74/10.26 -> 10/10.
  // C: (95 + 90) x 50 % = 92.5 -> 93.
  deepEqual(taken(cart), [["A", 10], ["B", 20], ["C", 93]]);
});

Deno.test("price() leaves out a coupon without which the others take as much", () => {
  const coupons = [
    coupon("A", fixed(1), { ...STACKS, ...scope(1) }),
    coupon("B", percent(100), { ...STACKS, ...scope(1, 2) }),
    coupon("C", percent(100), { ...STACKS, ...scope(2, 3) }),
  ];
  const cart = priced([line(1, 5), line(2, 5), line(3, 5)], { coupons });
  deepEqual(taken(cart), [["B", 10], ["C", 5]]);
});

/** Overlapping coupons that take nothing, to make the choice wider. */
function padding(count: number): Coupon[] {
  return Array.from(
    { length: count },
    (_, i) => coupon(`C${i}`, fixed(0), { ...STACKS, ...scope(i % 2 === 0 ? 2 : 1) }),
  );
}

Deno.test("price() tries what to leave out of up to eight overlapping coupons", () => {
  equal(priced(LINES, { coupons: [A, B, ...padding(5), D] }).totals.total, 0);
});

Deno.test("price() applies more than eight overlapping coupons all together", () => {
  // The unit of rounding that remains is the price of an answer in bounded time.
  equal(priced(LINES, { coupons: [A, B, ...padding(6), D] }).totals.total, 1);
});

Deno.test("price() does not count coupons for other lines as overlapping", () => {
  const elsewhere = Array.from(
    { length: 9 },
    (_, i) => coupon(`E${i}`, percent(1), { ...STACKS, ...scope(9) }),
  );
  const cart = priced([...LINES, line(9, 1_000)], { coupons: [A, B, D, ...elsewhere] });
  deepEqual(taken(cart).slice(0, 2), [["B", 1], ["D", 1]]);
  equal(cart.coupons.length, 11);
});

Deno.test("price() comes to the same total wherever a tied line stands in the cart", () => {
  const total = (...products: number[]) =>
    priced(products.map((one) => line(one, 1)), { coupons: [B, D] }).totals.total;
  // The one unit of B falls on product 1 in either order, and D finds product 2.
  equal(total(1, 2), 0);
  equal(total(2, 1), 0);
});

Deno.test("price() comes to the same total wherever tied lines of one product stand", () => {
  const coupons = [
    coupon("A", fixed(4), { ...STACKS, ...scope(1) }),
    coupon("B", percent(40), { ...STACKS, ...scope(1, 2) }),
    coupon("D", percent(60), { ...STACKS, ...scope(1) }),
  ];
  const total = (first: number, second: number) =>
    priced([line(1, first), line(1, second), line(2, 2)], { coupons }).totals.total;
  // A: 4 over 3/5 is 1.5/2.5, the tie to the smaller amount in either order: 2/2.
  // B: (1 + 3 + 2) x 40 % = 2.4 -> 2, over 1/3/2 as 0/1/1. D: (1 + 2) x 60 % = 1.8 -> 2.
  equal(total(3, 5), 2);
  equal(total(5, 3), 2);
});
