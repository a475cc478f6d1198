/** Refunds and disputes at accounts whose key was deleted, at doubles of Stripe and Razorpay. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid, paidTooLate } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Removes the shop's account with its key. */
async function deleteKey({ services, merchant }: World): Promise<void> {
  const [account] = await services.providers.list(merchant);
  await services.providers.remove(merchant, account!.id, { isAtOnce: true, by: OPERATOR });
}

async function addAnew({ services, merchant }: World, { kind, secrets }: CalledBank) {
  return await services.providers.add(merchant, { kind, livemode: true, secrets }, OPERATOR);
}

for (const [what, begin] of [["an order", paid], ["a record", paidTooLate]] as const) {
  providerTest(`a dispute of ${what} ends by the account that is added anew`, async (
    world,
    bank,
    warned,
  ) => {
    const { charge } = await begin(world, bank);
    const reference = bank.ledger.dispute(charge, 20_000);
    await later(world, HOUR_MS + MINUTE_MS);
    const { store, merchant } = world;
    const status = async () => (await store.disputes.find(merchant.id, true, reference))?.status;
    await deleteKey(world);
    const before = warned.length;
    for (let day = 0; day < 100; day++) await later(world, DAY_MS);
    assert.deepEqual([await status(), warned.length], ["OPEN", before]);
    bank.ledger.decide(reference, "won");
    await addAnew(world, bank);
    for (let day = 0; day < 2; day++) await later(world, DAY_MS);
    assert.equal(await status(), "WON");
  });
}

providerTest("a refund on its way ends by the account that is added anew", async (world, bank) => {
  const { checkout } = await paid(world, bank);
  bank.ledger.next("pending");
  const { refunds: [sent] } = await checkout.step("POST /refund", { amount: 100 });
  await deleteKey(world);
  // The list of the added account does not go back so far.
  await later(world, 30 * DAY_MS);
  bank.ledger.settle(sent.reference, "done");
  await addAnew(world, bank);
  await later(world, DAY_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(order?.refunds.map(({ state }) => state), ["DONE"]);
});

for (const [what, begin] of [["an order", paid], ["a record", paidTooLate]] as const) {
  providerTest(`the operator says how a dispute of ${what} ended, without a key`, async (
    world,
    bank,
  ) => {
    const { charge } = await begin(world, bank);
    const reference = bank.ledger.dispute(charge, 20_000);
    await later(world, HOUR_MS + MINUTE_MS);
    const { services, store, merchant } = world;
    const report = (status: "WON" | "LOST") =>
      services.disputeReports.report(merchant.id, { reference, status }, OPERATOR);
    await assert.rejects(report("LOST"), /its own answer decides/);
    await deleteKey(world);
    assert.equal((await report("LOST")).status, "LOST");
    await report("LOST");
    assert.deepEqual(await store.disputes.open(merchant.id), []);
    const filter = { ...NO_AUDIT_FILTER, action: "payment.dispute" as const };
    const { rows } = await store.audit.list(filter, { limit: 9 });
    assert.deepEqual(rows.map(({ before, after }) => [before, after]), [
      [{ status: "OPEN" }, { status: "LOST" }],
    ]);
    // The account that is added anew knows better.
    bank.ledger.decide(reference, "won");
    await addAnew(world, bank);
    await assert.rejects(report("LOST").then(() => report("WON")), /its own answer decides/);
    for (let day = 0; day < 9; day++) await later(world, DAY_MS);
    assert.equal((await store.disputes.find(merchant.id, true, reference))?.status, "WON");
  });
}
