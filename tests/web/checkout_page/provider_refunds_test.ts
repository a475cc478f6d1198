/** Refunds and disputes of payments at Stripe and Razorpay, by doubles of both. */
import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { REFUND_FAILURES } from "../../support/payments/failures.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid } from "./paid_there.ts";
import { providerTest } from "./providers.ts";

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

providerTest("a refund goes out at once, and is done with its reference", async (world, bank) => {
  const { checkout, charge, amount } = await paid(world, bank);
  const { refunds } = await checkout.step("POST /refund", { amount: 100 });
  assert.equal(refunds[0].state, "DONE");
  assert.notEqual(refunds[0].reference, null);
  const { refunds: both } = await checkout.step("POST /refund", { all: true });
  assert.deepEqual(bank.ledger.givenBack(charge), [10_000, amount - 10_000]);
  assert.deepEqual(both.map(({ state }: { state: string }) => state), ["DONE", "DONE"]);
  await checkout.refused("POST /refund", { amount: 1 }, "error.refund-exceeded");
  // A result that is told is not the provider's.
  const result = { state: "DONE", reference: "UTR 1" };
  const call = `POST /refund/${refunds[0].id}/result`;
  await checkout.refused(call, result, "error.payment-at-provider");
});

providerTest("one on its way is done, or fails and can be made again", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  bank.ledger.next("pending");
  const [first, second] = [
    (await checkout.step("POST /refund", { amount: 100 })).refunds[0],
    (await checkout.step("POST /refund", { amount: 50 })).refunds[1],
  ];
  assert.deepEqual([first.state, second.state], ["PENDING", "PENDING"]);
  bank.ledger.settle(first.reference, "done");
  bank.ledger.settle(second.reference, "failed");
  await later(world, HOUR_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(order?.refunds.map(({ state }) => state), ["DONE", "FAILED"]);
  assert.notEqual(order?.refunds[1]?.failure, null);
  const { amount_refunded } = await checkout.step("POST /refund", { amount: 50 });
  assert.equal(amount_refunded, 150);
  assert.deepEqual(bank.ledger.givenBack(charge), [10_000, 5000]);
});

providerTest(
  "what was done is asked for once more: a bank may send it back",
  async (world, bank) => {
    const { checkout } = await paid(world, bank);
    const { refunds: [refund] } = await checkout.step("POST /refund", { amount: 100 });
    bank.ledger.settle(refund.reference, "failed");
    await later(world, 8 * DAY_MS);
    const { order } = await checkout.stored();
    assert.equal(order?.refunds[0]?.state, "FAILED");
    const before = bank.requests.length;
    await world.services.providerRefunds.runDue();
    assert.equal(bank.requests.length, before);
  },
);

for (const failure of REFUND_FAILURES) {
  providerTest(
    `money goes back once, whatever becomes of the call: ${failure.join(" of ")}`,
    async (world, bank) => {
      const { checkout, charge, amount } = await paid(world, bank);
      bank.fail(...failure);
      const { refunds } = await checkout.step("POST /refund", { all: true });
      assert.equal(refunds[0].state, "REQUESTED");
      // Its money is not left for another one meanwhile.
      await checkout.refused("POST /refund", { amount: 1 }, "error.refund-exceeded");
      await later(world, 5 * MINUTE_MS);
      bank.fail(null);
      await later(world, HOUR_MS);
      const { order } = await checkout.stored();
      assert.equal(order?.refunds[0]?.state, "DONE");
      assert.deepEqual(bank.ledger.givenBack(charge), [amount]);
    },
  );
}

providerTest("a list of the account added anew finds the same refund", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  const { services, merchant } = world;
  const [old] = await services.providers.list(merchant);
  await services.providers.remove(merchant, old!.id, { isAtOnce: false, by: OPERATOR });
  const { kind, secrets } = bank;
  const added = await services.providers.add(merchant, { kind, livemode: true, secrets }, OPERATOR);
  bank.fail("slow", "POST");
  await checkout.step("POST /refund", { amount: 300 });
  bank.fail(null);
  await services.providerFindings.look(added, { charges: [charge], disputes: [] });
  await later(world, HOUR_MS);
  const { order } = await checkout.stored();
  assert.deepEqual(
    order?.refunds.map(({ origin, amount, state }) => [origin, amount, state]),
    [["OURS", 30_000, "DONE"]],
  );
});

providerTest(
  "one that was reported by hand is the same one in the list of the account added anew",
  async (
    world,
    bank,
  ) => {
    const { checkout, charge, amount } = await paid(world, bank);
    const { services, merchant } = world;
    bank.ledger.next("pending");
    const { refunds: [sent] } = await checkout.step("POST /refund", { amount: 100 });
    const [old] = await services.providers.list(merchant);
    await services.providers.remove(merchant, old!.id, { isAtOnce: true, by: OPERATOR });
    const result = { state: "DONE", reference: "UTR 3" };
    await checkout.step(`POST /refund/${sent.id}/result`, result);
    const { kind, secrets } = bank;
    await services.providers.add(merchant, { kind, livemode: true, secrets }, OPERATOR);
    // The word of the shop stays, whatever becomes of the refund there.
    for (const state of ["done", "failed"] as const) {
      bank.ledger.settle(sent.reference, state);
      await later(world, HOUR_MS + MINUTE_MS);
      const { order } = await checkout.stored();
      assert.deepEqual(
        order?.refunds.map((one) => [one.origin, one.amount, one.state, one.reference]),
        [["OURS", 10_000, "DONE", "UTR 3"]],
      );
    }
    const elsewhere = bank.ledger.refundElsewhere(charge, 5000);
    await later(world, HOUR_MS + MINUTE_MS);
    const { order } = await checkout.stored();
    assert.deepEqual(order?.refunds.map(({ reference }) => reference), ["UTR 3", elsewhere]);
    await checkout.refused(
      "POST /refund",
      { amount: ((amount - 15_000 + 1) / 100).toFixed(2), reference: "UTR 4" },
      "error.refund-exceeded",
    );
  },
);

providerTest("30 at once never give back more than was paid", async (world, bank) => {
  const { checkout, charge, amount } = await paid(world, bank);
  const part = (Math.ceil(amount / 7) / 100).toFixed(2);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => checkout.send("POST /refund", { amount: part })),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  assert.ok(taken > 0 && taken <= 6, String(taken));
  for (const { status, json } of answers) {
    if (status !== 200) assert.match(json.error.code, /^error\.(refund-exceeded|conflict)$/);
  }
  await later(world, HOUR_MS);
  const { order } = await checkout.stored();
  const made = order?.refunds.map((one) => one.amount) ?? [];
  assert.equal(made.length, taken);
  assert.deepEqual([...bank.ledger.givenBack(charge)].sort(), [...made].sort());
  assert.ok(sumOf(made) <= amount);
});

providerTest("a refund made there is found by the list, whatever its sum", async (world, bank) => {
  const { checkout, charge, amount } = await paid(world, bank);
  await later(world, HOUR_MS);
  bank.ledger.refundElsewhere(charge, 30_000);
  await later(world, HOUR_MS + MINUTE_MS);
  await later(world, HOUR_MS + MINUTE_MS);
  const { order, priced, state } = await checkout.stored();
  assert.deepEqual(
    order?.refunds.map((one) => [one.origin, one.amount, one.state, one.by]),
    [["PROVIDER", 30_000, "DONE", "provider"]],
  );
  // The order stays, and its goods.
  assert.deepEqual([state.session, state.payment], ["COMPLETED", "PAID"]);
  assert.equal(order?.cancellation, null);
  assert.equal(priced.totals.amountPaid, amount);
  const rest = amount - 30_000;
  const more = ((rest + 1) / 100).toFixed(2);
  await checkout.refused("POST /refund", { amount: more }, "error.refund-exceeded");
  await checkout.step("POST /refund", { amount: (rest / 100).toFixed(2) });
});

providerTest(
  "a dispute is found, bounds refunds while it is open, and ends",
  async (world, bank) => {
    const { checkout, charge, amount } = await paid(world, bank);
    await later(world, HOUR_MS);
    const reference = bank.ledger.dispute(charge, 20_000);
    await later(world, HOUR_MS + MINUTE_MS);
    const { order } = await checkout.stored();
    const found = order?.disputes.map((one) => [one.reference, one.amount, one.status]);
    assert.deepEqual(found, [[reference, 20_000, "OPEN"]]);
    assert.notEqual(order?.disputes[0]?.evidenceDueAt, null);
    assert.equal(order?.cancellation, null);
    await checkout.refused("POST /refund", { amount: 1 }, "error.payment-disputed");
    const left = ((amount - 20_000 + 1) / 100).toFixed(2);
    const beyond = { amount: left, disputed: true };
    await checkout.refused("POST /refund", beyond, "error.refund-exceeded");
    bank.ledger.decide(reference, "won");
    await later(world, HOUR_MS + MINUTE_MS);
    const events = await world.store.sessions.events(checkout.id);
    const told = events.filter(({ type }) => type === "payment.disputed");
    assert.deepEqual(
      told.map(({ data }) => (data["dispute"] as { status: string }).status),
      ["OPEN", "WON"],
    );
    // It is decided: nothing is asked for it soon.
    assert.equal(await world.services.providerFindings.lookAtDisputes(), 0);
    await checkout.step("POST /refund", { all: true });
    assert.deepEqual(bank.ledger.givenBack(charge), [amount]);
  },
);

providerTest("a lost dispute has taken its money", async (world, bank) => {
  const { checkout, charge, amount } = await paid(world, bank);
  const reference = bank.ledger.dispute(charge, 20_000);
  bank.ledger.decide(reference, "lost");
  await later(world, HOUR_MS);
  const { disputes } = await checkout.step("POST /cancel", { reason: "Lost" });
  assert.equal(disputes[0].status, "LOST");
  const { json } = await checkout.send("POST /refund", { amount: (amount / 100).toFixed(2) });
  assert.equal(json.error.code, "error.refund-exceeded");
});

providerTest("an amount that the provider does not give back is refused first", async (
  world,
  bank,
) => {
  const { checkout } = await paid(world, bank);
  const [line, amount] = [[{ line: 1, quantity: 1 }], 0.5];
  if (bank.kind === "razorpay") {
    const message = await checkout.refused(
      "POST /refund",
      { lines: line, amount },
      "error.invalid-request",
    );
    assert.equal(message, "Razorpay takes no less than 1.00 INR: refund another amount");
  } else {
    const { refunds } = await checkout.step("POST /refund", { lines: line, amount });
    assert.equal(refunds[0].state, "DONE");
  }
});
