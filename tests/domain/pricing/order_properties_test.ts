import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { CartLine } from "../../../src/domain/cart/cart.ts";
import type { PricedCart } from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import {
  discountCoupon,
  enter,
  lines as anyLines,
  numbered,
  overlappingCoupon,
  type PricingCase,
  pricingCases,
  runs,
  tightLines,
} from "../../support/arbitraries.ts";
import { anOrder, NOW, someRules } from "../../support/builders.ts";

const carts = fc.oneof({ weight: 3, arbitrary: tightLines }, anyLines);
const coupons = fc.oneof({ weight: 3, arbitrary: overlappingCoupon }, discountCoupon);

/** A permutation of as many things as there are. */
function shuffled<T>(things: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...things], { minLength: things.length });
}

/** Results that the order of the input must not change. */
function amountsOf({ totals, coupons, coins }: PricedCart) {
  const applied = coupons.map(({ coupon, amount, cartAfter }) => [coupon.code, amount, cartAfter]);
  return { totals, applied, coins };
}

function totalOf(lines: readonly CartLine[], all: readonly Coupon[], codes = enter(all)): number {
  const order = anOrder({ lines, codes });
  return price(order, someRules({ coupons: all }), NOW).totals.total;
}

Deno.test("price() comes to the same total in any order of lines and coupons", () => {
  const cases = fc.tuple(carts, fc.array(coupons, { maxLength: 6 })).chain(([lines, drafts]) => {
    const all = numbered(drafts);
    return fc.record({
      lines: fc.constant(lines),
      all: fc.constant(all),
      moved: shuffled(lines),
      mixed: shuffled(all),
    });
  });
  fc.assert(
    fc.property(cases, ({ lines, all, moved, mixed }) => {
      equal(totalOf(moved, mixed, enter(all)), totalOf(lines, all));
    }),
    runs(5_000),
  );
});

Deno.test("price() comes to the same amounts in any order of everything", () => {
  const cases = pricingCases.chain((pricingCase) =>
    fc.record({
      pricingCase: fc.constant(pricingCase),
      lines: shuffled(pricingCase.order.lines),
      codes: shuffled(pricingCase.order.codes),
      coupons: shuffled(pricingCase.rules.coupons),
    })
  );
  fc.assert(
    fc.property(cases, ({ pricingCase: { order, rules }, lines, codes, coupons }) => {
      const other = price({ ...order, lines, codes }, { ...rules, coupons }, NOW);
      deepEqual(amountsOf(other), amountsOf(price(order, rules, NOW)));
    }),
    runs(1_000),
  );
});

/**
 * Up to so many coupons without and with one more. Codes all combine: of those that cannot,
 * the later replaces the earlier however little it is worth, because it was asked for.
 */
function oneMoreThan(maxLength: number) {
  return fc.record({
    drafts: fc.array(coupons, { maxLength }),
    extra: coupons,
    at: fc.nat(maxLength),
  }).map(({ drafts, extra, at }) => {
    const place = Math.min(at, drafts.length);
    const all = numbered(
      [...drafts.slice(0, place), extra, ...drafts.slice(place)].map((coupon) => ({
        ...coupon,
        combine: coupon.combine || coupon.applicationType === "CODE",
      })),
    );
    const codes = enter(all);
    const added = all[place]!.id;
    const fewer = all.filter(({ id }) => id !== added);
    return { all, codes, fewer, fewerCodes: codes.filter(({ couponId }) => couponId !== added) };
  });
}

/** As many as are tried with and without each other whatever they are. */
const withOneMore = oneMoreThan(5);

Deno.test("price() never raises the total for one more combinable or automatic coupon", () => {
  fc.assert(
    fc.property(carts, oneMoreThan(6), (lines, { all, codes, fewer, fewerCodes }) => {
      ok(totalOf(lines, all, codes) <= totalOf(lines, fewer, fewerCodes));
    }),
    runs(5_000),
  );
});

/** Money and coins paid for a case with other coupons. */
function paid({ order, rules }: PricingCase, coupons: readonly Coupon[], codes = enter(coupons)) {
  const { totals, coins } = price({ ...order, codes }, { ...rules, coupons }, NOW);
  const { totalPayable, coinDiscount, codOrder } = totals;
  return { totalPayable, coins, codOrder, all: totalPayable + coinDiscount };
}

Deno.test("price() never raises total_payable for one more combinable or automatic coupon", () => {
  fc.assert(
    fc.property(pricingCases, withOneMore, (pricingCase, { all, codes, fewer, fewerCodes }) => {
      const { order } = pricingCase;
      // Cash on delivery that a coupon rules out is no longer what the customer chose.
      const method = order.method === "COD" ? null : order.method;
      const noCoins = { ...pricingCase, order: { ...order, method, coins: 0 } };
      const after = paid(noCoins, all, codes).totalPayable;
      ok(after <= paid(noCoins, fewer, fewerCodes).totalPayable);
    }),
    runs(4_000),
  );
});

Deno.test("price() never raises total_payable by cash on delivery for one more coupon", () => {
  fc.assert(
    fc.property(pricingCases, withOneMore, (pricingCase, { all, codes, fewer, fewerCodes }) => {
      const { order } = pricingCase;
      const byCod = { ...pricingCase, order: { ...order, method: "COD" as const, coins: 0 } };
      const [before, after] = [paid(byCod, fewer, fewerCodes), paid(byCod, all, codes)];
      if (before.codOrder === after.codOrder) ok(after.totalPayable <= before.totalPayable);
    }),
    runs(2_000),
  );
});

Deno.test("price() gives coins back before one more coupon raises total_payable", () => {
  fc.assert(
    fc.property(pricingCases, withOneMore, (pricingCase, { all, codes, fewer, fewerCodes }) => {
      const { order } = pricingCase;
      const method = order.method === "COD" ? null : order.method;
      const byMethod = { ...pricingCase, order: { ...order, method } };
      const [before, after] = [paid(byMethod, fewer, fewerCodes), paid(byMethod, all, codes)];
      ok(after.all <= before.all);
      // Less than a coin is left over: it is what no whole coin fits any more.
      ok(after.totalPayable <= before.totalPayable || after.coins.used < before.coins.used);
    }),
    runs(2_000),
  );
});
