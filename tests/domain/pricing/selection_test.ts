import { deepEqual, equal } from "node:assert/strict";
import { price } from "../../../src/domain/pricing/price.ts";
import { anOrder, NOW, someRules } from "../../support/builders.ts";
import { coupon, fixed, line, percent, priced, scope, STACKS, taken } from "./cases.ts";

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

Deno.test("price() settles a tie between one alone and several together by code", () => {
  const [b, c] = [coupon("B", percent(10), STACKS), coupon("C", percent(10), STACKS)];
  // Together 100 + 90 = 190.
  deepEqual(taken(priced(CART, { coupons: [b, c, coupon("A", fixed(190))] })), [["A", 190]]);
  deepEqual(taken(priced(CART, { coupons: [b, c, coupon("X", fixed(190))] })), [
    ["B", 100],
    ["C", 90],
  ]);
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
