/** Refunds and disputes made at Stripe and Razorpay, as lists find them, by doubles of both. */
import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { MINUTE_MS, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";
import { later, paid, paidTooLate, paidUnseen } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

providerTest("a refund made there is asked for again: a bank may send it back", async (
  world,
  bank,
) => {
  const { checkout, charge } = await paid(world, bank);
  await later(world, HOUR_MS);
  const reference = bank.ledger.refundElsewhere(charge, 1000);
  await later(world, HOUR_MS + MINUTE_MS);
  // The list reaches back two days.
  await later(world, 2 * DAY_MS);
  await later(world, DAY_MS);
  bank.ledger.settle(reference, "failed");
  await later(world, 5 * DAY_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(order?.refunds.map(({ state }) => state), ["FAILED"]);
  assert.deepEqual(await world.store.refunds.due(Number.MAX_SAFE_INTEGER, 1, []), []);
});

providerTest("a dispute that is lost can still be won", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  const reference = bank.ledger.dispute(charge, 1000);
  bank.ledger.decide(reference, "lost");
  await later(world, HOUR_MS + MINUTE_MS);
  for (let day = 0; day < 10; day++) await later(world, DAY_MS);
  bank.ledger.decide(reference, "won");
  for (let day = 0; day < 10; day++) await later(world, DAY_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(order?.disputes.map(({ status }) => status), ["WON"]);
  // It has an end.
  for (let day = 0; day < 5; day++) await later(world, 30 * DAY_MS);
  const [due] = await world.store.disputes.due(Number.MAX_SAFE_INTEGER, 1, []);
  assert.equal(due, undefined);
});

providerTest("three that look at once find one dispute of a record, and tell it once", async (
  world,
  bank,
) => {
  const { record, charge } = await paidTooLate(world, bank);
  const { services, merchant, store } = world;
  const dispute = bank.ledger.dispute(charge, 200);
  const [account] = await services.providers.list(merchant);
  const found = async () => {
    const look = () =>
      services.providerFindings.look(account!, { charges: [], disputes: [dispute] });
    await Promise.all([look(), look(), look()]);
    const events = await store.sessions.events(record.sessionId);
    return events.filter(({ type }) => type === "payment.disputed").length;
  };
  assert.equal(await found(), 1);
  bank.ledger.decide(dispute, "lost");
  assert.equal(await found(), 2);
});

/** A payment that was paid and that no look has seen: still pending. */
async function paidAlone(world: World, bank: CalledBank) {
  const page = await LinkedPage.open(world);
  await page.post("pay", await seen(page));
  await bank.act(bank.latest(), "pay");
  return page.checkout;
}

for (const [what, begin] of [["an order", paidAlone], ["a record", paidUnseen]] as const) {
  providerTest(`what came days before its money was ${what} is found`, async (world, bank) => {
    const checkout = await begin(world, bank);
    const { payment } = await checkout.stored();
    const { merchant, services, store } = world;
    const access = { livemode: true, ...bank.secrets };
    const provider = await services.paymentProviders[bank.kind]();
    const page = { paymentId: payment!.id, reference: bank.latest().reference ?? "" };
    const standing = await provider.look(access, page);
    const charge = standing.kind === "paid" ? standing.charge : "";
    const refund = bank.ledger.refundElsewhere(charge, 10_000);
    const dispute = bank.ledger.dispute(charge, 20_000);
    // The list of payments may be cut: those of all programs at the account are in it.
    const { list } = provider;
    provider.list = async (...asked) => ({ ...await list(...asked), charges: [] });
    for (let hours = 0; hours < 60; hours += 12) await later(world, 12 * HOUR_MS);
    assert.equal(await store.disputes.find(merchant.id, true, dispute), null);
    await services.paymentLooks.look(payment!.id, OPERATOR);
    await later(world, HOUR_MS + MINUTE_MS);
    const isOrder = begin === paidAlone;
    assert.equal((await checkout.stored()).order !== null, isOrder);
    const found = await store.disputes.find(merchant.id, true, dispute);
    assert.deepEqual([found?.amount, found?.unexpectedId === null], [20_000, isOrder]);
    assert.equal((await store.refunds.byReference(merchant.id, true, refund))?.amount, 10_000);
    // A repeated look is no reason to list all of it again.
    const before = bank.requests.length;
    await services.paymentLooks.look(payment!.id, OPERATOR);
    await later(world, HOUR_MS + MINUTE_MS);
    assert.ok(bank.requests.length - before < 10, String(bank.requests.length - before));
  });
}
