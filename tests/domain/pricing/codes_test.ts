import { deepEqual, equal } from "node:assert/strict";
import type { EnteredCode, PricingRules } from "../../../src/domain/pricing/model.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { NOW } from "../../support/builders.ts";
import { entered, line, priced, taken } from "./cases.ts";
import { CODE, coupon, fixed, percent, STACKS } from "../../support/shop.ts";

const CART = [line(1, 1_000)];
const AUTO = coupon("AUTO", percent(20));
const AUTO_STACKS = coupon("STACK", percent(10), STACKS);

function withCodes(coupons: readonly Coupon[], codes: readonly EnteredCode[]) {
  return priced(CART, { coupons, order: { codes } });
}

function resting(
  coupons: readonly Coupon[],
  codes: readonly EnteredCode[],
  rules: Partial<PricingRules> = {},
) {
  const cart = priced(CART, { coupons, order: { codes }, rules });
  return cart.resting.map(({ code, reason, message }) => [code, reason, message]);
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

Deno.test("price() names both savings when a code is worth less", () => {
  const code = coupon("CODE", fixed(150), CODE);
  deepEqual(resting([AUTO, code], [entered(code, 1)]), [[
    "CODE",
    "error.coupon-not-better",
    "CODE would save you 1.50, less than the 2.00 you already save",
  ]]);
  deepEqual(resting([AUTO, code], []), []);
});

Deno.test("price() lets an entered code rest that has nothing left to take", () => {
  const code = coupon("CODE", percent(50), { ...CODE, ...STACKS, disableCod: true });
  const free = coupon("FREE", percent(100), STACKS);
  const cod = { fee: 0, min: 0, max: null, countries: [], prepaid: null };
  const cart = priced(CART, {
    coupons: [free, code],
    order: { codes: [entered(code, 1)] },
    shop: { cod },
  });
  deepEqual(taken(cart), [["FREE", 1_000]]);
  equal(cart.totals.codAvailable, true);
  deepEqual(resting([free, code], [entered(code, 1)]), [[
    "CODE",
    "error.coupon-not-better",
    "CODE would take nothing off this cart",
  ]]);
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

Deno.test("price() lets a code rest that cannot stand with a later one", () => {
  const alone = coupon("ALONE", percent(50), CODE);
  const joins = coupon("JOINS", percent(10), { ...CODE, ...STACKS });
  deepEqual(resting([alone, joins], [entered(alone, 1), entered(joins, 2)]), [[
    "ALONE",
    "error.coupon-not-eligible",
    "ALONE cannot be used together with JOINS",
  ]]);
});

Deno.test("price() says why an entered code does not apply now", () => {
  const code = coupon("CODE", percent(50), { ...CODE, minPurchase: 2_000 });
  const codes = [entered(code, 1)];
  deepEqual(resting([AUTO, code], codes), [[
    "CODE",
    "error.coupon-minimum-not-met",
    "Add 10.00 more to use CODE",
  ]]);
  deepEqual(taken(withCodes([AUTO, code], codes)), [["AUTO", 200]]);
});

Deno.test("price() says why an entered gift code is not eligible, and shows it while it is", () => {
  const gift = { targetType: "QUANTITY" as const, target: 5, maxQuantity: 1, productIds: [] };
  const code = coupon("GIFT", fixed(0), { ...CODE, gift });
  const codes = [entered(code, 1)];
  deepEqual(resting([{ ...code, endsAt: NOW }], codes), [[
    "GIFT",
    "error.coupon-expired",
    "Coupon GIFT has expired",
  ]]);
  deepEqual(resting([code], codes), []);
  deepEqual(taken(withCodes([code], codes)), [["GIFT", 0]]);
});

Deno.test("price() lets an earlier code stand while the later one is refused", () => {
  const first = coupon("FIRST", percent(30), CODE);
  const second = coupon("SECOND", percent(50), { ...CODE, endsAt: NOW });
  const codes = [entered(first, 1), entered(second, 2)];
  deepEqual(taken(withCodes([first, second], codes)), [["FIRST", 300]]);
  deepEqual(resting([first, second], codes).map(([code]) => code), ["SECOND"]);
});

Deno.test("price() passes over a code whose coupon is gone", () => {
  const gone = coupon("GONE", percent(50), CODE);
  deepEqual(taken(withCodes([AUTO], [entered(gone, 1)])), [["AUTO", 200]]);
  deepEqual(resting([AUTO], [entered(gone, 1)]), []);
});

Deno.test("price() holds a code limited per customer against payment until verified", () => {
  const code = coupon("CODE", percent(50), { ...CODE, usageLimitPerCustomer: 1 });
  const codes = [entered(code, 1)];
  deepEqual(taken(withCodes([code], codes)), [["CODE", 500]]);
  deepEqual(resting([code], codes, { atPayment: true }), [[
    "CODE",
    "error.phone-required",
    "Verify your phone number to use CODE",
  ]]);
});
