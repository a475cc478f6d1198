/** Refunds that a provider could not give, or says no more of, at doubles of Stripe and Razorpay. */
import assert from "node:assert/strict";
import type { MoneyBack } from "../../../src/domain/decision/refund_terms.ts";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { amountRefunded } from "../../../src/domain/session/refundable.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { CalledBank } from "../../support/payments/banks.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid, paidTooLate } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BACK: MoneyBack = { reference: null, disputed: false, allowance: null };

type Paid = Awaited<ReturnType<typeof paid>>;

/** Asks for a refund that the bank sends back. */
async function fail(world: World, bank: CalledBank, { checkout }: Paid): Promise<string> {
  bank.ledger.next("pending");
  const refund = (await checkout.step("POST /refund", { amount: 100 })).refunds.at(-1);
  world.clock.advance(MINUTE_MS);
  bank.ledger.settle(refund.reference, "failed");
  await later(world, HOUR_MS);
  bank.ledger.next("done");
  return refund.reference;
}

/** Numbers on the overview: failed ones, and those without an answer. */
async function attention({ store, merchant }: World) {
  const { failed, unanswered } = await store.refunds.attention(merchant.id);
  return [failed.count, unanswered.count];
}

async function deleteKey({ services, merchant }: World): Promise<void> {
  const [account] = await services.providers.list(merchant);
  await services.providers.remove(merchant, account!.id, { isAtOnce: true, by: OPERATOR });
}

providerTest("a failure is seen to until its money went back, wherever", async (world, bank) => {
  const order = await paid(world, bank);
  await fail(world, bank, order);
  await fail(world, bank, order);
  assert.deepEqual(await attention(world), [1, 0]);
  bank.ledger.refundElsewhere(order.charge, 10_000);
  await later(world, HOUR_MS + MINUTE_MS);
  assert.deepEqual(await attention(world), [0, 0]);
});

providerTest("failures of two refunds need the money of both", async (world, bank) => {
  const { checkout } = await paid(world, bank);
  bank.ledger.next("pending");
  for (const amount of [100, 200]) await checkout.step("POST /refund", { amount });
  world.clock.advance(MINUTE_MS);
  const { order } = await checkout.stored();
  for (const { reference } of order!.refunds) bank.ledger.settle(reference!, "failed");
  await later(world, HOUR_MS);
  assert.deepEqual(await attention(world), [2, 0]);
  bank.ledger.next("done");
  await checkout.step("POST /refund", { amount: 200 });
  assert.deepEqual(await attention(world), [1, 0]);
  await checkout.step("POST /refund", { amount: 100 });
  assert.deepEqual(await attention(world), [0, 0]);
});

providerTest("the shop pays back by transfer what the provider could not", async (world, bank) => {
  const order = await paid(world, bank);
  const { checkout, charge, amount } = order;
  const byHand = { amount: 50, reference: "UTR 77" };
  await checkout.refused("POST /refund", byHand, "error.invalid-request");
  await fail(world, bank, order);
  const given = bank.ledger.givenBack(charge);
  for (let times = 0; times < 2; times++) await checkout.step("POST /refund", byHand);
  await later(world, HOUR_MS + MINUTE_MS);
  assert.deepEqual(bank.ledger.givenBack(charge), given);
  const stored = await checkout.stored();
  assert.deepEqual(
    stored.order?.refunds.map((one) => [one.state, one.reference]).slice(1),
    [["DONE", "UTR 77"], ["DONE", "UTR 77"]],
  );
  assert.equal(amountRefunded(stored), 10_000);
  assert.deepEqual(await attention(world), [0, 0]);
  // The rest can go back at the provider as before.
  await checkout.step("POST /refund", { all: true });
  assert.deepEqual(bank.ledger.givenBack(charge).at(-1), amount - 10_000);
});

providerTest("so it does with a payment without an order", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  const { unexpectedResolutions } = world.services;
  const resolve = (reference: string | null) =>
    unexpectedResolutions.resolve(
      record.id,
      { note: "late", refund: { ...BACK, reference } },
      OPERATOR,
    );
  await assert.rejects(resolve("UTR 5"), /gives this back itself/);
  bank.ledger.next("pending");
  const { refund } = await resolve(null);
  bank.ledger.settle(refund!.reference!, "failed");
  await later(world, HOUR_MS);
  const again = await resolve("UTR 5");
  assert.deepEqual([again.refund?.state, again.refund?.accountId], ["DONE", null]);
  assert.deepEqual(bank.ledger.givenBack(charge), []);
  assert.deepEqual(await attention(world), [0, 0]);
});

providerTest("without its key, the shop says what became of a refund", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  const { unexpectedResolutions } = world.services;
  const resolve = (reference: string | null) =>
    unexpectedResolutions.resolve(
      record.id,
      { note: "late", refund: { ...BACK, reference } },
      OPERATOR,
    );
  bank.ledger.next("pending");
  const { refund } = await resolve(null);
  const refundId = refund!.id;
  const report = (reference: string | null) => {
    const state = reference === null ? "FAILED" : "DONE";
    const failure = reference === null ? "it never came" : null;
    const result = { refundId, state, reference, failure } as const;
    return unexpectedResolutions.reportRefund(record.id, result, OPERATOR);
  };
  await assert.rejects(report("re_1"), { code: "error.payment-at-provider" });
  await deleteKey(world);
  assert.deepEqual(await attention(world), [0, 1]);
  const failed = await report(null);
  assert.deepEqual(await report(null), failed);
  assert.deepEqual([failed.state, failed.nextTryAt], ["FAILED", null]);
  assert.deepEqual(await attention(world), [1, 0]);
  await assert.rejects(report("re_1"), { code: "error.conflict", message: /ended: FAILED/ });
  await resolve("UTR 9");
  assert.deepEqual(await attention(world), [0, 0]);
  assert.equal(bank.ledger.givenBack(charge).length, 1);
  const events = await world.store.sessions.events(record.sessionId);
  assert.deepEqual(
    events.map(({ type }) => type).filter((type) => type.startsWith("refund.")),
    ["refund.requested", "refund.failed", "refund.requested", "refund.done"],
  );
  const filter = { ...NO_AUDIT_FILTER, action: "payment.refund-result" } as const;
  const { rows } = await world.store.audit.list(filter, { limit: 9 });
  assert.deepEqual(rows.map(({ object }) => object.id), [record.id]);
  await assert.rejects(
    unexpectedResolutions.reportRefund(
      record.id,
      { refundId: "x", state: "DONE", reference: "r", failure: null },
      OPERATOR,
    ),
    { code: "error.refund-not-found" },
  );
});

providerTest(
  "a refund made there is one, whether it is found or entered first",
  async (world, bank) => {
    const order = await paid(world, bank);
    const { checkout, charge } = order;
    await fail(world, bank, order);
    const found = bank.ledger.refundElsewhere(charge, 10_000);
    await later(world, HOUR_MS + MINUTE_MS);
    await checkout.refused("POST /refund", { amount: 100, reference: found }, "error.conflict");
    const entered = bank.ledger.refundElsewhere(charge, 5000);
    await checkout.step("POST /refund", { amount: 50, reference: entered });
    await later(world, HOUR_MS + MINUTE_MS);
    const refunds = async () =>
      (await checkout.stored()).order!.refunds.map(({ origin, state, amount }) =>
        `${origin} ${state} ${amount}`
      ).slice(1);
    assert.deepEqual(await refunds(), ["PROVIDER DONE 10000", "OURS DONE 5000"]);
    // The bank sends it back: it is asked for once more, as any other.
    bank.ledger.settle(entered, "failed");
    await later(world, 8 * DAY_MS);
    assert.deepEqual(await refunds(), ["PROVIDER DONE 10000", "OURS FAILED 5000"]);
  },
);

providerTest(
  "one that was perhaps sent before its key was deleted is not sent later",
  async (world, bank) => {
    const { checkout, charge } = await paid(world, bank);
    const { services, merchant } = world;
    bank.fail("down");
    const { refunds: [refund] } = await checkout.step("POST /refund", { amount: 100 });
    assert.equal(refund.state, "REQUESTED");
    await deleteKey(world);
    bank.fail(null);
    await later(world, HOUR_MS);
    assert.deepEqual(await attention(world), [0, 1]);
    const { kind, secrets } = bank;
    await services.providers.add(merchant, { kind, livemode: true, secrets }, OPERATOR);
    await later(world, DAY_MS);
    const { order } = await checkout.stored();
    assert.deepEqual(order?.refunds.map(({ state }) => state), ["FAILED"]);
    assert.deepEqual(bank.ledger.givenBack(charge), []);
    await checkout.step("POST /refund", { amount: 100, reference: "UTR 8" });
    assert.deepEqual(await attention(world), [0, 0]);
  },
);

providerTest("a refund that takes months is asked for until it ends", async (world, bank) => {
  const { checkout } = await paid(world, bank);
  bank.ledger.next("pending");
  const { refunds: [refund] } = await checkout.step("POST /refund", { amount: 100 });
  for (let days = 0; days < 92; days++) await later(world, DAY_MS);
  assert.deepEqual(await attention(world), [0, 1]);
  bank.ledger.settle(refund.reference, "done");
  for (let days = 0; days < 7; days++) await later(world, DAY_MS);
  assert.equal((await checkout.stored()).order?.refunds[0]?.state, "DONE");
  assert.deepEqual(await attention(world), [0, 0]);
});

providerTest("one that went back after all is warned of, if it is too much", async (
  world,
  bank,
  warned,
) => {
  const order = await paid(world, bank);
  const reference = await fail(world, bank, order);
  await order.checkout.step("POST /refund", { amount: 100 });
  bank.ledger.settle(reference, "done");
  await later(world, HOUR_MS + MINUTE_MS);
  await later(world, HOUR_MS + MINUTE_MS);
  const { refunds } = (await order.checkout.stored()).order!;
  assert.deepEqual(refunds.map(({ state }) => state), ["DONE", "DONE"]);
  assert.ok(warned.some((message) => message.includes("there are others since")), `${warned}`);
});
