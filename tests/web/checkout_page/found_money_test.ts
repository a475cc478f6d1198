/** Refunds and disputes made at Stripe and Razorpay, as lists find them, by doubles of both. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;

/** Until when the account was listed. */
async function listedUntil({ store, clock }: World) {
  const [account] = await store.providers.toList(clock.now() + 1, 1);
  return account?.listedUntil;
}

/** Warnings about things that were not recorded. */
function unrecorded({ told }: World) {
  return told.filter(({ message }) => /was not recorded$/.test(String(message)))
    .map(({ reference }) => reference);
}

providerTest("one refund that cannot be recorded hides no other thing", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  await later(world, HOUR_MS);
  const { ledger } = bank;
  // The florin of the Antilles is in no list of currencies here: its amount cannot be told.
  ledger.refundElsewhere(ledger.chargeElsewhere(5000, "ANG"), 5000);
  const odd = ledger.refundElsewhere(charge, 1000, "ANG");
  ledger.refundElsewhere(charge, 30_000);
  ledger.dispute(charge, 20_000);
  await later(world, HOUR_MS + MINUTE_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(order?.refunds.map(({ amount }) => amount), [30_000]);
  assert.deepEqual(order?.disputes.map(({ amount }) => amount), [20_000]);
  assert.equal(await listedUntil(world), world.clock.now());
  // Money of another program is not looked at.
  assert.deepEqual(unrecorded(world), [odd]);
});
