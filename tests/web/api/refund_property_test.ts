import assert from "node:assert/strict";
import fc from "fast-check";
import { unreturnedLines } from "../../../src/domain/session/refundable.ts";
import { proposedRefund } from "../../../src/domain/steps/refund.ts";
import { runs } from "../../support/arbitraries.ts";
import { requireReached } from "../../support/few.ts";
import { OPERATOR } from "../../support/operator.ts";
import { books, DOOR } from "./books.ts";
import { CARTS, place } from "./placing.ts";
import { KNOWN_PHONE, withShop } from "./shop.ts";

/** Some goods or some money of an order, or its end, as far as it has them. */
const PIECES = fc.array(
  fc.record({
    does: fc.constantFrom("lines", "lines", "lines", "amount", "cancel"),
    line: fc.nat({ max: 20 }),
    part: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 5 },
);

Deno.test("everything refunded in any pieces comes back exactly: money, coins, stock, uses", () =>
  withShop(async (world) => {
    const { merchant, services } = world;
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(CARTS, PIECES, async (cart, pieces) => {
        const before = await books(world);
        const checkout = await place(world, { ...cart, spent: 0 });
        const { amountPaid } = await checkout.stored();
        const major = (minor: number) => (minor / 100).toFixed(2);
        const refund = async (data: Record<string, unknown>) => {
          const { refunds, amount_refunded, pricing } = await checkout.step("POST /refund", data);
          const sum = refunds.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0);
          assert.equal(major(amount_refunded * 100), major(sum * 100));
          assert.ok(amount_refunded <= pricing.amount_paid);
        };
        for (const { does, line, part } of pieces) {
          const session = await checkout.stored();
          const isCancelled = session.order!.cancellation !== null;
          const left = isCancelled ? [] : unreturnedLines(session);
          const { amount } = proposedRefund(session, null);
          if (does === "lines" && left.length > 0) {
            const one = left[line % left.length]!;
            const lines = [{ line: one.line, quantity: Math.ceil(one.quantity * part / 100) }];
            await refund({ lines });
            seen.add("lines");
          } else if (does === "amount" && amount > 0) {
            await refund({ amount: major(Math.max(1, Math.floor(amount * part / 200))) });
            seen.add("amount");
          } else if (does === "cancel" && !isCancelled) {
            await checkout.step("POST /cancel", part > 50 ? { ...DOOR, refund: true } : DOOR);
            seen.add("cancel");
          }
        }
        const last = await checkout.stored();
        const isLeft = proposedRefund(last, null).amount > 0 ||
          last.order!.cancellation === null && unreturnedLines(last).length > 0;
        if (isLeft) await refund({ all: true });
        const { order } = await checkout.stored();
        const back = order!.refunds.reduce((sum, { amount }) => sum + amount, 0);
        assert.equal(back, amountPaid);
        assert.deepEqual(await books(world), before);
        if (last.order!.cancellation === null) {
          // Nothing is left for a later cancellation.
          await checkout.step("POST /cancel", DOOR);
          assert.deepEqual(await books(world), before);
        }
        if (before.coins < 500) {
          const refill = { coins: 500 - before.coins, reason: "for the next", by: OPERATOR };
          await services.customers.correct(merchant.id, KNOWN_PHONE, refill);
        }
      }),
      runs(100),
    );
    for (const one of ["lines", "amount", "cancel"]) requireReached(seen.has(one), one);
  }));
