/** Fees of payments at Stripe and Razorpay, by doubles of both. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;
const FEE = 2_360;

async function moneyOf({ store, merchant, clock }: World) {
  const bounds = [0, Math.ceil(clock.now() / HOUR_MS) * HOUR_MS];
  const days = await store.statistics.money({ merchantId: merchant.id, bounds });
  return days.map(({ refunded, lost, charged, fees }) => ({ refunded, lost, charged, fees }));
}

providerTest("a fee is learned by the list, once, and statistics know it", async (world, bank) => {
  bank.ledger.keep(FEE);
  const { checkout, charge } = await paid(world, bank);
  assert.equal((await checkout.stored()).payment?.fee, null);
  await later(world, HOUR_MS);
  const { payment, version } = await checkout.stored();
  assert.equal(payment?.fee, FEE);
  const { json } = await world.send("GET", checkout.path);
  const { amount, fee, net } = json.data.payment;
  assert.deepEqual([fee, net], [23.6, (100 * amount - FEE) / 100]);
  assert.deepEqual(await moneyOf(world), [{ refunded: 0n, lost: 0n, charged: 1, fees: 2_360n }]);
  await later(world, HOUR_MS + MINUTE_MS);
  assert.equal((await checkout.stored()).version, version);
  // It stays with the payment, whatever happens to the order.
  bank.ledger.refundElsewhere(charge, 30_000);
  await later(world, HOUR_MS + MINUTE_MS);
  await checkout.step("POST /refund", { amount: 100 });
  assert.equal((await checkout.stored()).payment?.fee, FEE);
  const [money] = await moneyOf(world);
  assert.deepEqual(money, { refunded: 40_000n, lost: 0n, charged: 1, fees: 2_360n });
  // A cancelled order is no revenue: neither is what it gave back.
  await checkout.step("POST /cancel", { reason: "Lost", refund: true });
  assert.deepEqual(await moneyOf(world), []);
});

providerTest("a fee that the provider does not tell stays unknown", async (world, bank) => {
  const { checkout } = await paid(world, bank);
  await later(world, HOUR_MS);
  assert.equal((await checkout.stored()).payment?.fee, null);
  assert.deepEqual(await moneyOf(world), []);
});
