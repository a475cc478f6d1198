/** The books of Stripe and Razorpay, by doubles of both, compared with the shop's. */
import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { Reconciliations } from "../../../src/service/checkout/reconciliation.ts";
import type { World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { MINUTE_MS } from "./at_provider.ts";
import { later, paid, paidTooLate, paidUnseen } from "./paid_there.ts";
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

/** Differences of the shop's accounts, as thing, reference and problem. */
async function differences({ services, merchant, clock }: World, days = 2) {
  const since = clock.now() - days * DAY_MS;
  const all = await services.reconciliations.compare(merchant.id, since);
  return all.flatMap((one) => one.differences)
    .map(({ thing, reference, problem }) => [thing, reference, problem]);
}

providerTest("money of a record is compared, its amount too", async (world, bank) => {
  const { record, charge } = await paidTooLate(world, bank);
  const refund = bank.ledger.refundElsewhere(charge, 5000);
  const dispute = bank.ledger.dispute(charge, 2000);
  world.clock.advance(MINUTE_MS);
  assert.deepEqual(await differences(world, 90), [
    ["refund", refund, "The provider gave it back, and the record does not have it yet"],
    ["dispute", dispute, "The record does not have this dispute yet"],
  ]);
  await later(world, 61 * MINUTE_MS);
  assert.deepEqual(await differences(world, 90), []);
  await paidUnseen(world, bank);
  const [[, reference = ""] = []] = await differences(world, 90);
  const lacks = "The provider took it, and no order and no record has it";
  assert.deepEqual(await differences(world, 90), [["payment", reference, lacks]]);
  const unexpected = { ...record, id: uuid(7), reference, amount: "1.00" };
  await world.store.commit([{ kind: "unexpected.add", unexpected }]);
  assert.deepEqual(await differences(world, 90), [
    ["payment", reference, "Its record has 1.00 INR"],
  ]);
});

providerTest("what is older than the time and has not ended is compared", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  bank.ledger.next("pending");
  const { refunds: [pending] } = await checkout.step("POST /refund", { amount: 100 });
  const dispute = bank.ledger.dispute(charge, 2000);
  await later(world, 61 * MINUTE_MS);
  bank.fail("down");
  await checkout.step("POST /refund", { amount: 50, disputed: true });
  bank.fail(null);
  world.clock.advance(9 * DAY_MS);
  const sent = "It is REQUESTED here, and the provider does not have it";
  const { id } = (await checkout.stored()).order!.refunds[1]!;
  assert.deepEqual(await differences(world), [["refund", id, sent]]);
  bank.ledger.settle(pending.reference, "done");
  bank.ledger.decide(dispute, "won");
  assert.deepEqual(
    (await differences(world)).sort(),
    [
      ["dispute", dispute, "It is WON there and OPEN here"],
      ["refund", id, sent],
      ["refund", pending.reference, "It is DONE there and PENDING here"],
    ].sort(),
  );
});

providerTest("an account without its key is not left out in silence", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  bank.ledger.next("pending");
  const { refunds: [pending] } = await checkout.step("POST /refund", { amount: 100 });
  const dispute = bank.ledger.dispute(charge, 100);
  await later(world, 61 * MINUTE_MS);
  const { services, merchant } = world;
  const [account] = await services.providers.list(merchant);
  await services.providers.remove(merchant, account!.id, { isAtOnce: true, by: OPERATOR });
  const [one] = await services.reconciliations.compare(merchant.id, 0);
  assert.deepEqual([one?.isAsked, one?.refunds, one?.disputes], [false, 1, 1]);
  const unknown = "and the key of the account is deleted: say what became of it";
  assert.deepEqual(await differences(world), [
    ["refund", pending.reference, `It is PENDING here, ${unknown}`],
    ["dispute", dispute, `It is OPEN here, ${unknown}`],
  ]);
  await services.disputeReports.report(
    merchant.id,
    { reference: dispute, status: "LOST" },
    OPERATOR,
  );
  assert.equal((await differences(world)).length, 1);
});

providerTest("an account that does not answer does not hide the next one", async (world, bank) => {
  await paid(world, bank);
  const { services, merchant, store, clock } = world;
  const [first] = await services.providers.list(merchant);
  await services.providers.remove(merchant, first!.id, { isAtOnce: false, by: OPERATOR });
  const { kind, secrets } = bank;
  await services.providers.add(merchant, { kind, livemode: true, secrets }, OPERATOR);
  const provider = await services.paymentProviders[kind]();
  const calls: ConstructorParameters<typeof Reconciliations>[0]["calls"] = {
    reach: (account, call) => {
      const isSilent = account.id === first!.id;
      if (isSilent) throw new AppError("error.unavailable", "Try again", { cause: Error("Gone") });
      return call(provider, { livemode: true, ...secrets });
    },
  };
  const reconciliations = new Reconciliations({ store, now: clock.now, calls });
  const [silent, asked] = await reconciliations.compare(merchant.id, clock.now() - DAY_MS);
  assert.deepEqual([silent?.isAsked, silent?.silence, silent?.payments], [false, "Gone", 0]);
  assert.deepEqual([asked?.isAsked, asked?.silence, asked?.payments], [true, null, 1]);
});

providerTest("a list that the key may not read does not hide the others", async (world, bank) => {
  const { checkout, charge } = await paid(world, bank);
  await checkout.step("POST /refund", { amount: 100 });
  bank.ledger.dispute(charge, 100);
  await later(world, 61 * MINUTE_MS);
  bank.ledger.refundElsewhere(charge, 200);
  const { services, merchant, store, clock } = world;
  clock.advance(MINUTE_MS);
  const provider = await services.paymentProviders[bank.kind]();
  const denied: typeof provider.list = (access, request) => {
    if (request.kind !== "disputes") return provider.list(access, request);
    throw new AppError("error.unavailable", "Try again", { cause: Error("No right") });
  };
  const access = { livemode: true, ...bank.secrets };
  const calls: ConstructorParameters<typeof Reconciliations>[0]["calls"] = {
    reach: (_account, call) => call({ ...provider, list: denied }, access),
  };
  const reconciliations = new Reconciliations({ store, now: clock.now, calls });
  const [one] = await reconciliations.compare(merchant.id, clock.now() - DAY_MS);
  assert.deepEqual([one?.isAsked, one?.silence], [true, "disputes: No right"]);
  assert.deepEqual([one?.payments, one?.refunds], [1, 2]);
  assert.deepEqual(
    one?.differences.map(({ thing, problem }) => [thing, problem]),
    [["refund", "The provider gave it back, and the order does not have it yet"]],
  );
});
