/** Payments of ours that only the list of a provider has, by doubles of Stripe and Razorpay. */
import assert from "node:assert/strict";
import { NO_UNEXPECTED_FILTER } from "../../../src/domain/filters.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import { chargeMarks } from "../../../src/payments/records.ts";
import type { World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { MINUTE_MS, seen } from "./at_provider.ts";
import { LinkedPage } from "./link.ts";
import { later, paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;

/** Records of money without an order, oldest first. */
async function records({ store }: World) {
  const found = await store.payments.unexpected(NO_UNEXPECTED_FILTER, { limit: 10 });
  return found.reverse();
}

async function compared({ services, merchant, clock }: World) {
  const [one] = await services.reconciliations.compare(merchant.id, clock.now() - 48 * HOUR_MS);
  return { others: one?.others, differences: one?.differences.map(({ reference }) => reference) };
}

providerTest("money that no look has seen is an order by the list, with its refund", async (
  world,
  bank,
) => {
  const page = await LinkedPage.open(world);
  await page.post("pay", await seen(page));
  await bank.act(bank.latest(), "pay");
  bank.ledger.keep(100);
  world.clock.advance(MINUTE_MS);
  const provider = await world.services.paymentProviders[bank.kind]();
  const access = { livemode: true, ...bank.secrets };
  const { id: paymentId } = (await page.checkout.stored()).payment!;
  const reference = bank.latest().reference ?? "";
  const standing = await provider.look(access, { paymentId, reference });
  assert.equal(standing.kind, "paid");
  bank.ledger.refundElsewhere(standing.charge, 1000);
  await later(world, HOUR_MS);
  const { order, payment } = await page.checkout.stored();
  assert.deepEqual([payment?.status, payment?.reference], ["PAID", standing.charge]);
  assert.deepEqual(order?.refunds.map(({ amount }) => amount), [1000]);
  assert.deepEqual(await records(world), []);
});

providerTest("a second payment of an order is a record, once", async (world, bank) => {
  const { checkout, amount } = await paid(world, bank);
  const session = await checkout.stored();
  const { id: sessionId, merchantId, payment, currencyCode } = session;
  const marks = chargeMarks({ paymentId: payment!.id, merchantId, sessionId });
  const second = bank.ledger.chargeElsewhere(amount, currencyCode, marks);
  // Without the shop's mark it is an earlier version's: the payment is known.
  const old = bank.ledger.chargeElsewhere(100, currencyCode, { payment_id: payment!.id });
  for (let hours = 0; hours < 3; hours++) await later(world, HOUR_MS + MINUTE_MS);
  const found = await records(world);
  assert.deepEqual(
    found.map((one) => [one.reference, one.reason, one.sessionId, one.keyId]).sort(),
    [second, old].sort().map((one) => [one, "error.payment-mismatch", sessionId, null]),
  );
  assert.deepEqual(await compared(world), { others: 0, differences: [] });
  const events = await world.store.sessions.events(sessionId);
  assert.equal(events.filter(({ type }) => type === "payment.unexpected").length, 2);
});

providerTest("after a restore of an older backup money that came since is a record", async (
  world,
  bank,
) => {
  const { checkout } = await paid(world, bank);
  const { id: known, merchantId } = await checkout.stored();
  const lost = uuid<SessionId>(77);
  for (const [n, sessionId] of [known, lost].entries()) {
    const marks = chargeMarks({ paymentId: uuid(70 + n), merchantId, sessionId });
    bank.ledger.chargeElsewhere(1250 + n, "INR", marks);
  }
  for (let hours = 0; hours < 2; hours++) await later(world, HOUR_MS + MINUTE_MS);
  const found = await records(world);
  assert.deepEqual(
    found.map((one) => [one.sessionId, one.paymentId, one.amount, one.reason]).sort(),
    [
      [known, uuid(70), "12.50", "error.payment-not-found"],
      [lost, uuid(71), "12.51", "error.session-not-found"],
    ].sort(),
  );
});

providerTest(
  "money of other shops and programs at the account is neither a record nor compared",
  async (
    world,
    bank,
  ) => {
    const { checkout } = await paid(world, bank);
    const { id: sessionId, payment } = await checkout.stored();
    const other = chargeMarks({ paymentId: payment!.id, merchantId: uuid(9), sessionId });
    bank.ledger.chargeElsewhere(100, "INR", other);
    bank.ledger.chargeElsewhere(200, "INR");
    bank.ledger.chargeElsewhere(300, "INR", { payment_id: "1042" });
    await later(world, HOUR_MS + MINUTE_MS);
    assert.deepEqual(await records(world), []);
    assert.deepEqual(await compared(world), { others: 3, differences: [] });
    // A payment of an earlier version that the database does not have may be of another server.
    const unknown = bank.ledger.chargeElsewhere(400, "INR", { payment_id: uuid(99) });
    await later(world, HOUR_MS + MINUTE_MS);
    assert.deepEqual(await records(world), []);
    assert.deepEqual(await compared(world), { others: 3, differences: [unknown] });
  },
);
