import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { allocate, discountOn } from "../../../src/domain/pricing/discounts.ts";
import { MAX_MINOR } from "../../../src/domain/values/money.ts";
import { runs } from "../../support/arbitraries.ts";
import { entered, line, priced, taken } from "./cases.ts";
import { CODE, coupon, fixed, percent, scope, STACKS } from "../../support/shop.ts";

Deno.test("discountOn() rounds a percentage half up, once", () => {
  equal(discountOn(5, percent(10)), 1); // 0.5
  equal(discountOn(4, percent(10)), 0); // 0.4
  equal(discountOn(15, percent(10)), 2); // 1.5
  equal(discountOn(999, percent(33.3333)), 333); // 332.999...
});

Deno.test("discountOn() caps a percentage after rounding it", () => {
  equal(discountOn(34_900, percent(10, 3_000)), 3_000); // 3490 > 3000
  equal(discountOn(34_900, percent(10, 3_490)), 3_490);
  equal(discountOn(34_900, percent(10, 0)), 0);
});

Deno.test("discountOn() takes a fixed amount of at most the base, then of at most the cap", () => {
  equal(discountOn(500, fixed(100)), 100);
  equal(discountOn(50, fixed(100)), 50);
  equal(discountOn(500, fixed(100, 80)), 80);
  equal(discountOn(50, fixed(100, 80)), 50);
});

Deno.test("discountOn() makes 100 % the whole base, however large", () => {
  equal(discountOn(MAX_MINOR, percent(100)), MAX_MINOR);
  equal(discountOn(0, percent(100)), 0);
});

Deno.test("allocate() spreads 299 over 43/14/23 by largest remainder", () => {
  // 299 x 43/80 = 160.7125, 299 x 14/80 = 52.325, 299 x 23/80 = 85.9625:
  // 160 + 52 + 85 = 297, and the two that are left go to .9625 and .7125.
  deepEqual(allocate(299, [43, 14, 23], [0, 1, 2]), [161, 52, 86]);
});

Deno.test("price() spreads 299 over 43/14/23 by largest remainder", () => {
  // The same proportions with room for it: lines of 430, 140 and 230.
  const lines = [line(1, 430), line(2, 140), line(3, 230)];
  const cart = priced(lines, { coupons: [coupon("A", fixed(299))] });
  deepEqual(cart.lines.map(({ discount }) => discount), [161, 52, 86]);
  deepEqual(cart.lines.map(({ total }) => total), [269, 88, 144]);
});

Deno.test("allocate() gives a tied unit to the smaller rank", () => {
  deepEqual(allocate(1, [5, 5], [0, 1]), [1, 0]);
  deepEqual(allocate(1, [5, 5], [1, 0]), [0, 1]);
  deepEqual(allocate(2, [1, 1, 1], [1, 2, 0]), [1, 0, 1]);
  deepEqual(allocate(2, [1, 3], [0, 1]), [1, 1]); // 0.5 and 1.5
  // Not before the remainders: 0.25 and 0.75.
  deepEqual(allocate(1, [1, 3], [0, 1]), [0, 1]);
});

Deno.test("allocate() gives a tied unit of equal goods to the larger weight, wherever it stands", () => {
  // 3 of 2, 4 and 6 is 0.5, 1 and 1.5.
  deepEqual(allocate(3, [2, 4, 6], [0, 1, 0]), [0, 1, 2]);
  deepEqual(allocate(3, [6, 4, 2], [0, 1, 0]), [2, 1, 0]);
});

Deno.test("allocate() gives nothing to a weight of 0 and of an amount of 0", () => {
  deepEqual(allocate(3, [0, 3, 0], [0, 1, 2]), [0, 3, 0]);
  deepEqual(allocate(0, [1, 2], [0, 1]), [0, 0]);
  deepEqual(allocate(0, [0, 0], [0, 1]), [0, 0]);
  deepEqual(allocate(5, [0, 0], [0, 1]), [0, 0]);
  deepEqual(allocate(0, [], []), []);
});

Deno.test("allocate() loses no discount of which every share rounds to 0", () => {
  // 1 over ten lines of 1: a tenth each.
  const ranks = [1, 2, 3, 4, 0, 5, 6, 7, 8, 9];
  deepEqual(allocate(1, Array<number>(10).fill(1), ranks), [0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
});

Deno.test("allocate() sums exactly and never exceeds a weight or a whole unit of its quota", () => {
  const weights = fc.array(fc.oneof(fc.nat(20), fc.nat(2 ** 48)), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(weights, fc.nat(1_000_000), (weights, ppm) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      const amount = Number(BigInt(whole) * BigInt(ppm) / 1_000_000n);
      const parts = allocate(amount, weights, weights.map((_, i) => i));
      equal(parts.reduce((sum, part) => sum + part, 0), amount);
      parts.forEach((part, i) => {
        ok(part >= 0 && part <= weights[i]!);
        const off = BigInt(part) * BigInt(whole) - BigInt(amount) * BigInt(weights[i]!);
        ok(whole === 0 || (off < 0n ? -off : off) < BigInt(whole));
      });
    }),
    runs(1_000),
  );
});

Deno.test("price() applies product-scoped coupons before cart-wide ones", () => {
  const coupons = [
    coupon("A-CART", percent(10), STACKS),
    coupon("B-ITEM", percent(50), { ...STACKS, ...scope(2) }),
  ];
  const cart = priced([line(1, 1_000), line(2, 501)], { coupons });
  // 501 x 50 % = 250.5 -> 251; (1501 - 251) x 10 % = 125, spread over 1000/250 as 100/25.
  deepEqual(taken(cart), [["B-ITEM", 251], ["A-CART", 125]]);
  deepEqual(cart.coupons.map(({ cartAfter }) => cartAfter), [1_250, 1_125]);
  deepEqual(cart.lines.map(({ discount }) => discount), [100, 276]);
});

Deno.test("price() applies codes in the order they were entered, before their codes' order", () => {
  const a = coupon("A", fixed(100), { ...STACKS, ...CODE });
  const b = coupon("B", percent(10), { ...STACKS, ...CODE });
  const of = (atA: number, atB: number) => {
    const codes = [entered(a, atA), entered(b, atB)];
    return taken(priced([line(1, 1_000)], { coupons: [a, b], order: { codes } }));
  };
  deepEqual(of(1, 2), [["A", 100], ["B", 90]]); // (1000 - 100) x 10 %
  deepEqual(of(2, 1), [["B", 100], ["A", 100]]); // 1000 x 10 %
  deepEqual(of(1, 1), [["A", 100], ["B", 90]]); // at once: by code
});

Deno.test("price() applies automatic coupons before entered ones and by code", () => {
  const c = coupon("A-CODE", percent(50), { ...STACKS, ...CODE });
  const coupons = [c, coupon("Z", fixed(100), STACKS), coupon("B", percent(10), STACKS)];
  const cart = priced([line(1, 1_000)], { coupons, order: { codes: [entered(c, 1)] } });
  // 1000 x 10 % = 100, then 100, then (1000 - 200) x 50 % = 400.
  deepEqual(taken(cart), [["B", 100], ["Z", 100], ["A-CODE", 400]]);
});

Deno.test("price() takes a percentage of what earlier coupons left, never to free goods", () => {
  const coupons = [coupon("A", percent(50), STACKS), coupon("B", percent(50), STACKS)];
  const { totals } = priced([line(1, 1_000)], { coupons });
  equal(totals.couponDiscount, 750); // 500 + 500 x 50 %
  equal(totals.total, 250);
});

Deno.test("price() discounts only the lines in a coupon's scope", () => {
  const lines = [line(1, 1_000), line(2, 1_000), line(1, 333)];
  const cart = priced(lines, { coupons: [coupon("A", fixed(5_000), scope(1))] });
  // At most what the two lines in scope come to: 1000 + 333.
  deepEqual(cart.lines.map(({ discount }) => discount), [1_000, 0, 333]);
  deepEqual(taken(cart), [["A", 1_333]]);
});

Deno.test("price() spreads by what remains of each line, not by what it was", () => {
  const coupons = [
    coupon("A", fixed(900), { ...STACKS, ...scope(1) }),
    coupon("B", fixed(110), STACKS),
  ];
  const cart = priced([line(1, 1_000), line(2, 1_000)], { coupons });
  // After A: 100 and 1000. 110 over 100/1000 is 10/100.
  deepEqual(cart.lines.map(({ discount }) => discount), [910, 100]);
});

Deno.test("price() rounds in yen and in thousandths of a dinar alike", () => {
  const coupons = [coupon("A", percent(15))];
  equal(priced([line(1, 1_990)], { coupons }).totals.couponDiscount, 299); // 298.5
  equal(priced([line(1, 1_989)], { coupons }).totals.couponDiscount, 298); // 298.35
});
