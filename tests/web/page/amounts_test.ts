import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { price } from "../../../src/domain/pricing/price.ts";
import { amountRows } from "../../../src/web/page/amounts.tsx";
import { pricingCases, runs } from "../../support/arbitraries.ts";
import { NOW } from "../../support/builders.ts";
import { sessionIn, shopAs } from "../../domain/steps/cases.ts";

Deno.test("amountRows() of two mugs, three discounts, tax on top, delivery at 60.00", () => {
  const { totals } = sessionIn(shopAs()).priced;
  const rows = amountRows({
    ...totals,
    couponDiscount: 3_980,
    paymentOfferDiscount: 2_000,
    coinDiscount: 1_000,
    discount: 6_980,
    tax: 11_308,
    taxesIncluded: false,
    shipping: 6_000,
    totalPayable: 80_128,
  });
  deepEqual(rows, [
    { name: "subTotal", amount: 69_800 },
    { name: "discount", amount: -3_980 },
    { name: "offer", amount: -2_000 },
    { name: "coins", amount: -1_000 },
    { name: "tax", amount: 11_308 },
    { name: "shipping", amount: 6_000 },
  ]);
});

Deno.test("the rows of every cart add up to its total", () => {
  fc.assert(
    fc.property(pricingCases, ({ order, rules }) => {
      const { totals } = price(order, rules, NOW);
      equal(amountRows(totals).reduce((sum, { amount }) => sum + amount, 0), totals.totalPayable);
    }),
    runs(500),
  );
});
