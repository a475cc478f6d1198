import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { price } from "../../../src/domain/pricing/price.ts";
import { shareOf, withReturned } from "../../../src/domain/session/refundable.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { pricingCases, runs } from "../../support/arbitraries.ts";
import { NOW } from "../../support/builders.ts";

Deno.test("shareOf() of any pieces of any order adds up to all that was paid, used and earned", () => {
  fc.assert(
    fc.property(
      pricingCases,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }),
      fc.record({ used: fc.nat({ max: 1000 }), earned: fc.nat({ max: 1000 }) }),
      fc.integer({ min: 0, max: 100 }),
      ({ order, rules }, picks, coins, percentPaid) => {
        const priced = price(order, rules, NOW);
        const { lines, totals } = priced;
        const amountPaid = Math.floor(totals.totalPayable * percentPaid / 100);
        const session = { priced, amountPaid } as CheckoutSession;
        let units = lines.map(() => 0);
        let before = shareOf(session, units, coins);
        deepEqual(before, { money: 0, used: 0, earned: 0 });
        const all = lines.map((line, i) => ({ line: i + 1, quantity: line.quantity }));
        const pieces = picks.flatMap(([at, some]) => {
          const { line, quantity } = all[at % all.length]!;
          return [{ line, quantity: some % (quantity + 1) }];
        });
        const sum = { money: 0, used: 0, earned: 0 };
        const take = (next: readonly number[]) => {
          const share = shareOf(session, next, coins);
          for (const key of ["money", "used", "earned"] as const) {
            ok(share[key] >= before[key], key);
            sum[key] += share[key] - before[key];
          }
          [units, before] = [[...next], share];
        };
        for (const piece of pieces) {
          const next = withReturned(units, [piece]);
          if (next.every((count, i) => count <= lines[i]!.quantity)) take(next);
        }
        take(lines.map(({ quantity }) => quantity));
        const isGoods = lines.some(({ total }) => total > 0);
        equal(sum.used, isGoods ? coins.used : 0);
        equal(sum.earned, isGoods ? coins.earned : 0);
        // Shipping and the fee of cash on delivery are what is left.
        ok(sum.money <= amountPaid);
        if (percentPaid === 100) {
          const { total, tax, taxesIncluded } = totals;
          equal(sum.money, isGoods ? total + (taxesIncluded ? 0 : tax) : 0);
        }
      },
    ),
    runs(10_000),
  );
});
