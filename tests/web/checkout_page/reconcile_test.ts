/** The books of Stripe and Razorpay, by doubles of both, compared with the shop's. */
import assert from "node:assert/strict";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const DAY_MS = 1440 * MINUTE_MS;

providerTest(
  "what the provider and the shop have agrees, until it does not",
  async (world, bank) => {
    const { checkout, charge } = await paid(world, bank);
    await checkout.step("POST /refund", { amount: 100 });
    const compared = async () => {
      const since = world.clock.now() - 2 * DAY_MS;
      return (await world.services.reconciliations.compare(world.merchant.id, since))[0]!;
    };
    const { isListed, payments, refunds, differences } = await compared();
    assert.deepEqual([isListed, payments, refunds, differences], [true, 1, 1, []]);
    // A refund in the dashboard, and a dispute, are differences until the hourly list has them.
    const refund = bank.ledger.refundElsewhere(charge, 5000);
    const dispute = bank.ledger.dispute(charge, 2000);
    world.clock.advance(MINUTE_MS);
    const found = (await compared()).differences;
    assert.deepEqual(
      found.map(({ thing, reference, sessionId }) => [thing, reference, sessionId]),
      [["refund", refund, checkout.id], ["dispute", dispute, checkout.id]],
    );
    await later(world, 61 * MINUTE_MS);
    assert.deepEqual((await compared()).differences, []);
    // A refund that fails there is one too.
    bank.ledger.settle((await checkout.stored()).order!.refunds[0]!.reference!, "failed");
    assert.deepEqual(
      (await compared()).differences.map(({ problem }) => problem),
      ["It is FAILED there and DONE here"],
    );
  },
);
