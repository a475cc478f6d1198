/** Money of payments without an order goes back, at Stripe and Razorpay, by doubles of both. */
import assert from "node:assert/strict";
import type { UnexpectedPayment } from "../../../src/domain/session/payment.ts";
import type { AuditAction } from "../../../src/domain/trail/actions.ts";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { MoneyBack } from "../../../src/domain/decision/refund_terms.ts";
import { OPERATOR } from "../../support/operator.ts";
import { REFUND_FAILURES } from "../../support/payments/failures.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid, paidTooLate } from "./paid_there.ts";
import { providerTest } from "./providers.ts";
import type { World } from "../../support/app.ts";

const HOUR_MS = 60 * MINUTE_MS;
/** Two mugs. */
const TAKEN = 69_800;
const BACK: MoneyBack = { reference: null, disputed: false, allowance: null };

function resolve({ services }: World, id: string, refund: Partial<MoneyBack> | null = {}) {
  const back = refund && { ...BACK, ...refund };
  return services.unexpectedResolutions.resolve(id, { note: "paid late", refund: back }, OPERATOR);
}

/** Events of refunds and disputes of the session that a record names. */
async function told({ store }: World, { sessionId }: UnexpectedPayment) {
  const events = await store.sessions.events(sessionId);
  return events.map(({ type }) => type).filter((type) => /^refund|disputed$/.test(type));
}

/** Subjects and objects of the audit entries of an action. */
async function audited({ store }: World, action: AuditAction) {
  const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, action }, { limit: 9 });
  return rows.map(({ subject, object }) => [subject.label, object.id]);
}

async function states({ store }: World, id: string) {
  return (await store.refunds.ofUnexpected(id)).map(({ state, origin }) => [origin, state]);
}

providerTest("a record is resolved and its money goes back in one", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  const resolved = await resolve(world, record.id);
  assert.equal(resolved.payment.resolution?.note, "paid late");
  assert.deepEqual([resolved.refund?.state, resolved.refund?.unexpectedId], ["DONE", record.id]);
  assert.deepEqual(bank.ledger.givenBack(charge), [resolved.refund?.amount]);
  await assert.rejects(resolve(world, record.id), /Nothing is left to refund: /);
  assert.equal(bank.ledger.givenBack(charge).length, 1);
  const [audited] = (await world.store.audit.list({
    ...NO_AUDIT_FILTER,
    action: "payment.refund",
  }, { limit: 1 })).rows;
  assert.equal(audited?.object.id, record.id);
  assert.deepEqual(await told(world, record), ["refund.requested", "refund.done"]);
});

for (const failure of REFUND_FAILURES) {
  providerTest(
    `its money goes back once, whatever becomes of the call: ${failure.join(" of ")}`,
    async (
      world,
      bank,
    ) => {
      const { record, charge } = await paidTooLate(world, bank);
      bank.fail(...failure);
      assert.equal((await resolve(world, record.id)).refund?.state, "REQUESTED");
      await later(world, 5 * MINUTE_MS);
      bank.fail(null);
      await later(world, HOUR_MS);
      assert.deepEqual(await states(world, record.id), [["OURS", "DONE"]]);
      assert.equal(bank.ledger.givenBack(charge).length, 1);
    },
  );
}

providerTest("30 at once give back once", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  const done = await Promise.allSettled(
    Array.from({ length: 30 }, () => resolve(world, record.id)),
  );
  assert.equal(done.filter(({ status }) => status === "fulfilled").length, 1);
  await later(world, HOUR_MS);
  assert.equal(bank.ledger.givenBack(charge).length, 1);
});

providerTest("one that fails after it was on its way can be repeated", async (world, bank) => {
  const { record } = await paidTooLate(world, bank);
  bank.ledger.next("pending");
  const { refund } = await resolve(world, record.id);
  assert.equal(refund?.state, "PENDING");
  bank.ledger.settle(refund.reference ?? "", "failed");
  await later(world, HOUR_MS);
  assert.deepEqual(await states(world, record.id), [["OURS", "FAILED"]]);
  const { failed } = await world.store.refunds.attention(world.merchant.id);
  assert.equal(failed.count, 1);
  assert.deepEqual(await told(world, record), ["refund.requested", "refund.failed"]);
  await assert.rejects(resolve(world, record.id, null), /resolved or not known/);
  bank.ledger.next("done");
  await resolve(world, record.id);
  assert.deepEqual(await states(world, record.id), [["OURS", "FAILED"], ["OURS", "DONE"]]);
});

providerTest("a refund and a dispute made there are recorded", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  bank.ledger.refundElsewhere(charge, 100);
  bank.ledger.dispute(charge, 200);
  await later(world, HOUR_MS + MINUTE_MS);
  await later(world, HOUR_MS + MINUTE_MS);
  assert.deepEqual(await states(world, record.id), [["PROVIDER", "DONE"]]);
  const [dispute] = await world.store.disputes.open(world.merchant.id);
  assert.deepEqual([dispute?.sessionId, dispute?.amount], [record.sessionId, 200]);
  assert.deepEqual(await told(world, record), ["refund.done", "payment.disputed"]);
  assert.deepEqual(await audited(world, "payment.refund"), [["checkoutd", record.id]]);
});

providerTest("a refund made there tells one event, and one more at its end", async (
  world,
  bank,
) => {
  const { record, charge } = await paidTooLate(world, bank);
  bank.ledger.next("pending");
  const sent = bank.ledger.refundElsewhere(charge, 100);
  bank.ledger.settle(bank.ledger.refundElsewhere(charge, 100), "failed");
  await later(world, HOUR_MS + MINUTE_MS);
  const found = ["refund.failed", "refund.requested"];
  assert.deepEqual((await told(world, record)).sort(), found);
  bank.ledger.settle(sent, "done");
  await later(world, HOUR_MS + MINUTE_MS);
  assert.deepEqual((await told(world, record)).sort(), ["refund.done", ...found]);
});

providerTest("disputed money goes back only if that is said", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  bank.ledger.dispute(charge, 200);
  await later(world, HOUR_MS + MINUTE_MS);
  await assert.rejects(resolve(world, record.id), /bank may take this money back too/);
  assert.deepEqual(await states(world, record.id), []);
  // Stripe refuses to refund a charge that is disputed.
  const { refund } = await resolve(world, record.id, { disputed: true });
  const state = bank.kind === "stripe" ? "FAILED" : "DONE";
  assert.deepEqual([refund?.state, refund?.amount], [state, TAKEN - 200]);
});

providerTest("the log has a line for what is taken there beyond the payment", async (
  world,
  bank,
  warned,
) => {
  const { record, charge } = await paidTooLate(world, bank);
  bank.ledger.refundElsewhere(charge, 60_000);
  await later(world, HOUR_MS + MINUTE_MS);
  assert.deepEqual(warned.filter((text) => /more than is left/.test(text)), []);
  bank.ledger.decide(bank.ledger.dispute(charge, 20_000), "lost");
  await later(world, HOUR_MS + MINUTE_MS);
  const [disputed] = await world.store.disputes.ofUnexpected(record);
  assert.equal(disputed?.status, "LOST");
  assert.match(warned.join("\n"), /more than is left, in minor units: 20000 of 9800, /);
});

providerTest("what the bank has taken, and what went back there, does not go back again", async (
  world,
  bank,
) => {
  const { record, charge } = await paidTooLate(world, bank);
  const disputed = bank.ledger.dispute(charge, 20_000);
  bank.ledger.decide(disputed, "lost");
  bank.ledger.refundElsewhere(charge, 100);
  await later(world, HOUR_MS + MINUTE_MS);
  await later(world, HOUR_MS + MINUTE_MS);
  const left = TAKEN - 20_000 - 100;
  const { refund } = await resolve(world, record.id);
  const refuses = bank.kind === "stripe";
  assert.deepEqual([refund?.state, refund?.amount], [refuses ? "FAILED" : "DONE", left]);
  assert.deepEqual(bank.ledger.givenBack(charge), refuses ? [100] : [100, left]);
  const again = resolve(world, record.id);
  if (refuses) assert.equal((await again).refund?.amount, left);
  else await assert.rejects(again, /Nothing is left to refund: /);
});

providerTest("without the provider's key a reference says that it went back", async (
  world,
  bank,
) => {
  const { record } = await paidTooLate(world, bank);
  await assert.rejects(resolve(world, record.id, { reference: "UTR 1" }), /gives this back itself/);
  await withoutKey(world);
  await assert.rejects(resolve(world, record.id), /do it yourself, and enter its reference/);
  const { refund } = await resolve(world, record.id, { reference: "UTR 1" });
  assert.deepEqual([refund?.state, refund?.reference], ["DONE", "UTR 1"]);
});

providerTest(
  "a refund of an order, made there, has an entry of the server",
  async (world, bank) => {
    const { checkout, charge } = await paid(world, bank);
    bank.ledger.refundElsewhere(charge, 100);
    await later(world, HOUR_MS + MINUTE_MS);
    assert.deepEqual(await audited(world, "session.refund"), [["checkoutd", checkout.id]]);
  },
);

providerTest("an order's refund without the provider's key is recorded by hand", async (
  world,
  bank,
) => {
  const { checkout } = await paid(world, bank);
  bank.fail("down");
  const { refunds: [stuck] } = await checkout.step("POST /refund", { amount: 100 });
  const told = `POST /refund/${stuck.id}/result`;
  const failed = { state: "FAILED", failure: "not there" };
  await checkout.refused(told, failed, "error.payment-at-provider");
  await withoutKey(world);
  const { byHand } = await world.store.refunds.attention(world.merchant.id);
  assert.equal(byHand.count, 1);
  await checkout.step(told, failed);
  await checkout.refused("POST /refund", { amount: 100 }, "error.invalid-request");
  const { refunds } = await checkout.step("POST /refund", { amount: 100, reference: "UTR 2" });
  assert.deepEqual([refunds[1].state, refunds[1].reference], ["DONE", "UTR 2"]);
  await later(world, HOUR_MS);
  assert.equal((await checkout.stored()).order?.refunds[1]?.state, "DONE");
});

providerTest("one that was on its way when the key was deleted is seen to", async (world, bank) => {
  const { checkout } = await paid(world, bank);
  bank.ledger.next("pending");
  const { refunds: [sent] } = await checkout.step("POST /refund", { amount: 100 });
  const unanswered = async () =>
    (await world.store.refunds.attention(world.merchant.id)).unanswered.count;
  assert.deepEqual([sent.state, await unanswered()], ["PENDING", 0]);
  await withoutKey(world);
  assert.equal(await unanswered(), 1);
  // It is no longer asked for, and stays on the overview.
  await later(world, 91 * 24 * HOUR_MS);
  assert.equal(await unanswered(), 1);
  await checkout.step(`POST /refund/${sent.id}/result`, { state: "DONE", reference: "UTR 3" });
  assert.equal(await unanswered(), 0);
});

/** Removes the shop's account with its key. */
async function withoutKey({ services, merchant }: World): Promise<void> {
  const [account] = await services.providers.list(merchant);
  await services.providers.remove(merchant, account!.id, { isAtOnce: true, by: OPERATOR });
}
