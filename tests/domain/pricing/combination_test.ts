import { deepEqual, equal } from "node:assert/strict";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import {
  CODE,
  coupon,
  entered,
  fixed,
  line,
  percent,
  priced,
  scope,
  STACKS,
  taken,
} from "./cases.ts";

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

Deno.test("price() keeps a coupon without which the others would take as much", () => {
  const coupons = [
    coupon("A", fixed(1), { ...STACKS, ...scope(1) }),
    coupon("B", percent(100), { ...STACKS, ...scope(1, 2) }),
    coupon("C", percent(100), { ...STACKS, ...scope(2, 3) }),
  ];
  const cart = priced([line(1, 5), line(2, 5), line(3, 5)], { coupons });
  deepEqual(taken(cart), [["A", 1], ["B", 9], ["C", 5]]);
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
