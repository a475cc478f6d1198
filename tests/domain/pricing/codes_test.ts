import { deepEqual, equal } from "node:assert/strict";
import type { Coupon } from "../../../src/domain/coupon.ts";
import type { EnteredCode, PricingRules } from "../../../src/domain/pricing/model.ts";
import { selectCoupons } from "../../../src/domain/pricing/selection.ts";
import { anOrder, NOW, someRules } from "../../support/builders.ts";
import { CODE, coupon, entered, fixed, line, percent, priced, STACKS, taken } from "./cases.ts";

const CART = [line(1, 1_000)];
const AUTO = coupon("AUTO", percent(20));
const AUTO_STACKS = coupon("STACK", percent(10), STACKS);

function withCodes(coupons: readonly Coupon[], codes: readonly EnteredCode[]) {
  return priced(CART, { coupons, order: { codes } });
}

function select(
  coupons: readonly Coupon[],
  codes: readonly EnteredCode[],
  rules: Partial<PricingRules> = {},
) {
  const lines = CART.map((one) => ({ ...one, subTotal: one.unitPrice }));
  const order = anOrder({ lines, codes });
  return selectCoupons(order, someRules({ coupons, ...rules }), { lines, now: NOW });
}

Deno.test("price() applies no code that was not entered", () => {
  const code = coupon("CODE", percent(50), CODE);
  deepEqual(taken(withCodes([code], [])), []);
  deepEqual(taken(withCodes([code], [entered(code, 1)])), [["CODE", 500]]);
});

Deno.test("price() joins a combinable code with combinable coupons", () => {
  const code = coupon("CODE", percent(50), { ...CODE, ...STACKS });
  // 1000 x 10 % = 100, then 900 x 50 % = 450; AUTO alone would be 200.
  deepEqual(taken(withCodes([AUTO, AUTO_STACKS, code], [entered(code, 1)])), [
    ["STACK", 100],
    ["CODE", 450],
  ]);
});

Deno.test("price() lets a code that cannot combine replace what applies automatically", () => {
  const code = coupon("CODE", percent(25), CODE);
  deepEqual(taken(withCodes([AUTO, AUTO_STACKS, code], [entered(code, 1)])), [["CODE", 250]]);
});

Deno.test("price() lets a combinable code that joins none replace what applies automatically", () => {
  const code = coupon("CODE", percent(25), { ...CODE, ...STACKS });
  deepEqual(taken(withCodes([AUTO, code], [entered(code, 1)])), [["CODE", 250]]);
});

Deno.test("price() names the coupon that a code replaced", () => {
  const code = coupon("CODE", percent(25), CODE);
  const { coupons } = withCodes([AUTO, code], [entered(code, 1, "AUTO")]);
  deepEqual(coupons.map(({ previousCode }) => previousCode), ["AUTO"]);
  deepEqual(withCodes([AUTO], []).coupons.map(({ previousCode }) => previousCode), [null]);
});

Deno.test("price() lets a code stand that is worth as much as the automatic choice", () => {
  const code = coupon("ZZZ", fixed(200), CODE);
  deepEqual(taken(withCodes([AUTO, code], [entered(code, 1)])), [["ZZZ", 200]]);
});

Deno.test("price() lets a code rest that is worth less than the automatic choice", () => {
  const code = coupon("CODE", fixed(150), CODE);
  const codes = [entered(code, 1)];
  deepEqual(taken(withCodes([AUTO, code], codes)), [["AUTO", 200]]);
  // It is the better deal again on a cart of 700: 150 against 700 x 20 % = 140.
  const smaller = priced([line(1, 700)], { coupons: [AUTO, code], order: { codes } });
  deepEqual(taken(smaller), [["CODE", 150]]);
});

Deno.test("selectCoupons() names both amounts when a code is worth less", () => {
  const code = coupon("CODE", fixed(150), CODE);
  const { codesAmount, automaticAmount } = select([AUTO, code], [entered(code, 1)]);
  deepEqual([codesAmount, automaticAmount], [150, 200]);
  const without = select([AUTO, code], []);
  deepEqual([without.codesAmount, without.automaticAmount], [0, 200]);
});

Deno.test("price() keeps an entered code in force that has nothing left to take", () => {
  const code = coupon("CODE", percent(50), { ...CODE, ...STACKS });
  const free = coupon("FREE", percent(100), STACKS);
  deepEqual(taken(withCodes([free, code], [entered(code, 1)])), [["FREE", 1_000], ["CODE", 0]]);
});

Deno.test("price() lets the later of two codes win, though it is worth less", () => {
  const first = coupon("FIRST", percent(50), CODE);
  const second = coupon("SECOND", percent(10), CODE);
  const both = [first, second];
  deepEqual(taken(withCodes(both, [entered(first, 1), entered(second, 2)])), [["SECOND", 100]]);
  deepEqual(taken(withCodes(both, [entered(first, 2), entered(second, 1)])), [["FIRST", 500]]);
  // At the same moment the list tells which came later.
  deepEqual(taken(withCodes(both, [entered(first, 1), entered(second, 1)])), [["SECOND", 100]]);
});

Deno.test("price() joins all combinable codes when the last of them combines", () => {
  const alone = coupon("ALONE", percent(50), CODE);
  const [a, b] = ["A", "B"].map((code) => coupon(code, percent(10), { ...CODE, ...STACKS }));
  const codes = [entered(a!, 1), entered(alone, 2), entered(b!, 3)];
  deepEqual(taken(withCodes([alone, a!, b!], codes)), [["A", 100], ["B", 90]]);
  // Were ALONE the last, it would stand alone.
  const last = [entered(a!, 1), entered(alone, 4), entered(b!, 3)];
  deepEqual(taken(withCodes([alone, a!, b!], last)), [["ALONE", 500]]);
});

Deno.test("selectCoupons() says why an entered code does not apply now", () => {
  const code = coupon("CODE", percent(50), { ...CODE, minPurchase: 2_000 });
  const { chosen, refused } = select([AUTO, code], [entered(code, 1)]);
  deepEqual(refused.get(code.id), {
    code: "error.coupon-minimum-not-met",
    message: "Add 10.00 more to use CODE",
  });
  deepEqual(chosen.applied.map(({ candidate }) => candidate.coupon.code), ["AUTO"]);
});

Deno.test("selectCoupons() lets an earlier code stand while the later one is refused", () => {
  const first = coupon("FIRST", percent(30), CODE);
  const second = coupon("SECOND", percent(50), { ...CODE, endsAt: NOW });
  const { chosen, refused } = select([first, second], [entered(first, 1), entered(second, 2)]);
  equal(chosen.amount, 300);
  deepEqual([...refused.keys()], [second.id]);
});

Deno.test("selectCoupons() passes over a code whose coupon is gone", () => {
  const gone = coupon("GONE", percent(50), CODE);
  const { chosen, refused } = select([AUTO], [entered(gone, 1)]);
  equal(chosen.amount, 200);
  equal(refused.size, 0);
});

Deno.test("selectCoupons() holds a code limited per customer against payment until verified", () => {
  const code = coupon("CODE", percent(50), { ...CODE, usageLimitPerCustomer: 1 });
  equal(select([code], [entered(code, 1)]).chosen.amount, 500);
  const { chosen, refused } = select([code], [entered(code, 1)], { atPayment: true });
  equal(chosen.amount, 0);
  equal(refused.get(code.id)?.code, "error.coupon-not-eligible");
});
