import { deepEqual, equal } from "node:assert/strict";
import * as iso4217 from "dinero.js/currencies";
import fc from "fast-check";
import type { CartLine } from "../../../src/domain/cart/cart.ts";
import type { PricedCart } from "../../../src/domain/pricing/model.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import { currencyOf, type Minor } from "../../../src/domain/values/money.ts";
import { pricingCases, runs } from "../../support/arbitraries.ts";
import { int64, NOW } from "../../support/builders.ts";
import { IS_FEW } from "../../support/few.ts";
import { line, priced } from "./cases.ts";
import { coupon, fixed } from "../../support/shop.ts";

const CURRENCIES = Object.values(iso4217).map(({ code }) => currencyOf(code));

/** A cart of lines at these prices, 2 off, with 5 % of tax on top. */
function twoOff(lines: readonly CartLine[]): PricedCart {
  const shop = { tax: { rate: 50_000, included: false } };
  const order = { currency: currencyOf("JPY") };
  return priced(lines, { coupons: [coupon("A", fixed(2))], shop, order });
}

/** Totals of two lines in either order, the first one's first. */
function bothWays(first: CartLine, second: CartLine): readonly [Minor, readonly Minor[]] {
  const [one, other] = [twoOff([first, second]), twoOff([second, first])];
  equal(other.totals.totalPayable, one.totals.totalPayable);
  const totals = one.lines.map(({ total }) => total);
  deepEqual(other.lines.map(({ total }) => total), totals.toReversed());
  return [one.totals.totalPayable, totals];
}

Deno.test("price() settles a tie by product, then variant, price, quantity and taxable", () => {
  // 2 of 10 and 30 is 0.5 and 1.5. Off the 10: 9 + 29, tax 0.45 + 1.45 -> 0 + 1.
  deepEqual(bothWays(line(1, 10), line(2, 30)), [39, [9, 29]]);
  // Off the 30: 10 + 28, tax 0.5 + 1.4 -> 1 + 1.
  deepEqual(bothWays(line(2, 10), line(1, 30)), [40, [10, 28]]);
  // Numbers by their value: 9 before 10.
  deepEqual(bothWays(line(10, 10), line(9, 30)), [40, [10, 28]]);
  const small = { variantId: int64(21) };
  const large = { variantId: int64(22) };
  deepEqual(bothWays(line(1, 10, large), line(1, 30, small)), [40, [10, 28]]);
  deepEqual(bothWays(line(1, 10), line(1, 30)), [39, [9, 29]]);
  // One price: the fewer units first.
  deepEqual(bothWays(line(1, 10, { quantity: 3 }), line(1, 10)), [39, [29, 9]]);
});

Deno.test("price() takes a tied unit of equal lines off the taxable one", () => {
  const off = { coupons: [coupon("A", fixed(1))] };
  const discounts = (...taxable: boolean[]) =>
    priced(taxable.map((one) => line(1, 500, { taxable: one })), off)
      .lines.map(({ discount }) => discount);
  deepEqual(discounts(true, false), [1, 0]);
  deepEqual(discounts(false, true), [0, 1]);
});

Deno.test(
  "price() comes to the same total_payable in any order of the lines",
  { ignore: IS_FEW },
  () => {
    const cases = pricingCases.chain((pricingCase) =>
      fc.record({
        pricingCase: fc.constant(pricingCase),
        currency: fc.constantFrom(...CURRENCIES),
        moved: fc.shuffledSubarray([...pricingCase.order.lines], {
          minLength: pricingCase.order.lines.length,
        }),
      })
    );
    const seen = new Set<string>();
    fc.assert(
      fc.property(cases, ({ pricingCase: { order, rules }, currency, moved }) => {
        seen.add(`${currency.code} ${rules.shop.tax.included}`);
        const totals = (lines: readonly CartLine[]) =>
          price({ ...order, currency, lines }, rules, NOW).totals;
        deepEqual(totals(moved), totals(order.lines));
      }),
      runs(20_000),
    );
    equal(seen.size, 2 * CURRENCIES.length);
  },
);
