import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { price } from "../../../src/domain/pricing/price.ts";
import { costOf } from "../../../src/domain/pricing/totals.ts";
import { unverifiedText } from "../../../src/domain/pricing/unverified.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { anOrder, int64, NOW, someRules, uuid } from "../../support/builders.ts";
import { aPoster, CODE, coupon, fixed, gift, percent } from "../../support/shop.ts";
import { entered, line, priced, taken } from "./cases.ts";

const ONCE = { usageLimitPerCustomer: 1 };
const WELCOME = coupon("WELCOME", percent(10), ONCE);
const SPRING = coupon("SPRING", percent(4));

/** Codes of automatic coupons that wait for a phone, each with what it would save. */
function waiting(
  { unverified }: ReturnType<typeof priced>,
): (readonly [string, number | null])[] {
  return unverified.map(({ code, saves }) => [code, saves]);
}

Deno.test("price() names what an automatic coupon with a limit per customer would save", () => {
  const coupons = [WELCOME, SPRING];
  const now = priced([line(1, 10_000)], { coupons });
  deepEqual([taken(now), waiting(now)], [[["SPRING", 400]], [["WELCOME", 600]]]);
  // It is no requirement: the order can be paid without it.
  deepEqual([now.requires, now.resting], [[], []]);
  const known = priced([line(1, 10_000)], { coupons, order: { customerKnown: true } });
  deepEqual([taken(known), waiting(known)], [[["WELCOME", 1000]], []]);
  equal(
    unverifiedText(now.unverified[0]!, currencyOf("INR")),
    "Verify your phone number to save 6.00 with WELCOME",
  );
});

Deno.test("price() names no automatic coupon that a phone would not help", () => {
  const rows: [Partial<Coupon>, string][] = [
    [{ discount: percent(3) }, "worth less than SPRING"],
    [{ minPurchase: 20_000 }, "below its minimum"],
    [{ enabled: false }, "disabled"],
    [{ endsAt: NOW }, "expired"],
    [{ productIds: [int64(9)] }, "not for this cart"],
    [{ ...CODE }, "a code that nobody entered"],
  ];
  for (const [over, what] of rows) {
    const coupons = [{ ...WELCOME, ...over }, SPRING];
    deepEqual(waiting(priced([line(1, 10_000)], { coupons })), [], what);
  }
});

Deno.test("price() judges a waiting coupon beside codes, and by what is paid", () => {
  const joins = { combine: true };
  const code = coupon("CODE5", fixed(500), { ...CODE, ...joins, id: uuid<Coupon["id"]>(31) });
  const once = { ...WELCOME, ...joins };
  const order = { codes: [entered(code, 1)] };
  const both = priced([line(1, 10_000)], { coupons: [code, once], order });
  // 10 % of 100.00 comes first, then the code.
  deepEqual([taken(both), waiting(both)], [[["CODE5", 500]], [["WELCOME", 1000]]]);
  // Shipping of 10.00 is free from 95.00: the coupon of 10.00 would save nothing.
  const shipping = [{
    countries: ["IN"],
    postalPrefixes: [],
    options: [{ id: "standard", name: "Standard", price: 1000, freeAbove: 9500 }],
  }];
  const sent = priced([line(1, 10_000)], {
    coupons: [once],
    shop: { shipping },
    order: { destination: { countryCode: "IN", postalCode: "560001" } },
  });
  deepEqual(waiting(sent), []);
});

Deno.test("price() names an automatic gift that waits for a phone, without an amount", () => {
  const poster = aPoster();
  const free = coupon("FREE", percent(0), { ...ONCE, gift: gift(10_000, 1, 2) });
  const giftProducts = new Map([[int64(2), { ...poster, productId: int64(2) }]]);
  const at = (unitPrice: number) =>
    priced([line(1, unitPrice)], { coupons: [free], rules: { giftProducts } });
  deepEqual([waiting(at(10_000)), at(10_000).offers], [[["FREE", null]], []]);
  deepEqual(waiting(at(9_999)), []);
  equal(
    unverifiedText(at(10_000).unverified[0]!, currencyOf("INR")),
    "Verify your phone number to get the gift of FREE",
  );
});

Deno.test("price() names at most ten waiting coupons, those with the largest discounts", () => {
  const many = Array.from(
    { length: 12 },
    (_, i) =>
      coupon(`A${String.fromCharCode(65 + i)}`, fixed(100 * (i + 1)), {
        ...ONCE,
        id: uuid<Coupon["id"]>(40 + i),
      }),
  );
  deepEqual(
    waiting(priced([line(1, 10_000)], { coupons: many })),
    many.slice(2).map(({ code }, i) => [code, 100 * (i + 3)]),
  );
});

Deno.test("price() saves with one waiting coupon what it said, once the phone is verified", () => {
  fc.assert(fc.property(
    fc.integer({ min: 1, max: 100_000 }),
    fc.array(
      fc.record({ size: fc.integer({ min: 1, max: 60 }), combine: fc.boolean() }),
      { maxLength: 4 },
    ),
    fc.record({ size: fc.integer({ min: 1, max: 60 }), combine: fc.boolean() }),
    (unitPrice, others, own) => {
      const of = ({ size, combine }: typeof own, i: number) =>
        coupon(`C${i}`, percent(size), { combine, id: uuid<Coupon["id"]>(50 + i) });
      const rules = someRules({
        coupons: [...others.map(of), { ...of(own, 9), ...ONCE }],
      });
      const order = anOrder({ lines: [line(1, unitPrice)] });
      const before = price(order, rules, NOW);
      const after = price({ ...order, customerKnown: true }, rules, NOW);
      const saved = costOf(before.totals) - costOf(after.totals);
      ok(saved >= 0);
      deepEqual(waiting(before), saved > 0 ? [["C9", saved]] : []);
    },
  ));
});
