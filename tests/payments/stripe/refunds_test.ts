import { deepEqual, equal, rejects } from "node:assert/strict";
import {
  type OpenRequest,
  type RefundRequest,
  Unreachable,
} from "../../../src/payments/provider.ts";
import type { ProviderRefund } from "../../../src/payments/records.ts";
import { uuid } from "../../support/builders.ts";
import { access, DAY_MS, paidWorld, T0 } from "./support.ts";

/** A paid payment, and the refund of a part of it. */
async function refundWorld(over: Partial<OpenRequest> = {}) {
  const world = await paidWorld(over);
  const request: RefundRequest = {
    charge: world.charge,
    refundId: uuid(7),
    amount: 5_00,
    currencyCode: over.currencyCode ?? "EUR",
  };
  return { ...world, request };
}

/** Money that the double has given back. */
function givenBack({ ledger, request }: Awaited<ReturnType<typeof refundWorld>>) {
  return ledger.givenBack(request.charge);
}

/** Stripe's states of refunds, and those of the port. */
const STATES = [
  ["succeeded", "done", null],
  ["pending", "pending", null],
  ["requires_action", "pending", null],
  ["failed", "failed", "Stripe's refund is failed: lost_or_stolen_card"],
  ["canceled", "failed", "Stripe's refund is canceled"],
  // What is not published says nothing.
  ["reversed", "pending", null],
  ["constructor", "pending", null],
] as const;

Deno.test("refund(), refundAt(), refundsOf(): Stripe's states", async () => {
  for (const [status, state, reason] of STATES) {
    const world = await refundWorld();
    const { ledger, provider, request } = world;
    ledger.refundStatus = status;
    deepEqual(
      await provider.refund(access(), request),
      reason === null ? { kind: state, reference: "re_1" } : { kind: "failed", reason },
    );
    const wanted: ProviderRefund = {
      reference: "re_1",
      charge: request.charge,
      refundId: request.refundId,
      amount: 5_00,
      amountText: "5.00",
      currencyCode: "EUR",
      state,
      reason,
      at: T0,
    };
    deepEqual(await provider.refundAt(access(), "re_1"), wanted, status);
    deepEqual(await provider.refundsOf(access(), request.charge), [wanted], status);
  }
});

Deno.test("a refund changes: it is given late, or the bank sends it back", async () => {
  const world = await refundWorld();
  const { ledger, provider, request } = world;
  const stateAt = async () => (await provider.refundAt(access(), "re_1"))?.state;
  ledger.refundStatus = "pending";
  await provider.refund(access(), request);
  for (const [status, state] of [["succeeded", "done"], ["failed", "failed"]] as const) {
    ledger.settleRefund("re_1", status);
    equal(await stateAt(), state);
  }
  // The same refund again tells that it failed; what it would have given can be given anew.
  equal((await provider.refund(access(), request)).kind, "failed");
  ledger.refundStatus = "succeeded";
  const anew = { ...request, refundId: uuid(12), amount: 12_50 };
  equal((await provider.refund(access(), anew)).kind, "done");
  deepEqual(givenBack(world), [12_50]);
});

Deno.test("refundsOf() has refunds of the dashboard too, of this payment alone, on all pages", async () => {
  const { double, ledger, provider, request } = await refundWorld({ amount: 500_00 });
  const other = ledger.chargeElsewhere("acct_double test", 10_00, "eur");
  ledger.refundElsewhere(other, 10_00);
  await provider.refund(access(), { ...request, amount: 1_00 });
  for (let i = 0; i < 250; i++) ledger.refundElsewhere(request.charge, 1_00);
  const refunds = await provider.refundsOf(access(), request.charge);
  equal(new Set(refunds.map(({ reference }) => reference)).size, 251);
  deepEqual(refunds.filter(({ refundId }) => refundId !== null).map(({ amount }) => amount), [
    1_00,
  ]);
  equal(double.requests.filter(({ method }) => method === "GET").length, 1 + 1 + 3);
  // Ours is found behind the others, and nothing is sent.
  await provider.refund(access(), { ...request, amount: 1_00 });
  equal(ledger.givenBack(request.charge).length, 251);
});

Deno.test("refundAt() and refundsOf() know nothing of what the account does not have", async () => {
  const { double, provider, request } = await refundWorld();
  const calls = double.requests.length;
  for (const reference of ["", "../account", "re_1?x=1"]) {
    equal(await provider.refundAt(access(), reference), null);
    deepEqual(await provider.refundsOf(access(), reference), []);
  }
  equal(double.requests.length, calls);
  equal(await provider.refundAt(access(), "re_9"), null);
  deepEqual(await provider.refundsOf(access(), "pi_9"), []);
  for (const key of ["rk_test_poor", "sk_test_revoked"]) {
    await rejects(provider.refundAt(access(key), "re_9"), Unreachable);
    await rejects(provider.refundsOf(access(key), request.charge), Unreachable);
  }
  for (const fault of ["down", "limited", "error", "slow", "cut"] as const) {
    await provider.refund(access(), request);
    double.faults.push(fault, fault);
    await rejects(provider.refundAt(access(), "re_1"), Unreachable, fault);
    await rejects(provider.refundsOf(access(), request.charge), Unreachable, fault);
  }
});

Deno.test("a mark of another program is no id of ours", async () => {
  const { ledger, provider, charge } = await paidWorld();
  for (const mark of ["1042", `${uuid(7)} `, ""]) {
    const reference = ledger.refundElsewhere(charge, 1_00, mark);
    equal((await provider.refundAt(access(), reference))?.refundId, null, mark);
  }
});

Deno.test("refund() of money in dispute is failed with Stripe's reason", async () => {
  const { ledger, provider, request } = await refundWorld();
  ledger.dispute(request.charge, 12_50);
  deepEqual(await provider.refund(access(), request), {
    kind: "failed",
    reason: `Stripe refused: Charge ch_${request.charge.slice(3)} has been charged back; ` +
      "cannot issue a refund.",
  });
});

Deno.test("refund() again gives nothing back twice: at once, after a failure, after a day", async () => {
  for (const fault of [undefined, "error", "slow", "cut"] as const) {
    const world = await refundWorld();
    if (fault !== undefined) {
      // The first request lists, the second one gives.
      for (const faults of [[fault], [null, fault]]) {
        world.double.faults.push(...faults);
        await rejects(world.provider.refund(access(), world.request), Unreachable);
      }
      equal(givenBack(world).length, 1, fault);
    }
    for (const later of [0, 2 * DAY_MS]) {
      world.clock.now += later;
      const refund = await world.provider.refund(access(), world.request);
      equal(refund.kind, "done", fault);
    }
    deepEqual(givenBack(world), [5_00], fault);
  }
});

Deno.test("refund() twice at once gives back once", async () => {
  const world = await refundWorld();
  const twice = [1, 2].map(() => world.provider.refund(access(), world.request));
  deepEqual((await Promise.all(twice)).map(({ kind }) => kind), ["done", "done"]);
  deepEqual(givenBack(world), [5_00]);
});

Deno.test("refund() of more than is left is failed; a second refund is its own", async () => {
  const world = await refundWorld();
  await world.provider.refund(access(), world.request);
  const second = { ...world.request, refundId: uuid(8) };
  deepEqual(await world.provider.refund(access(), { ...second, amount: 8_00 }), {
    kind: "failed",
    reason: "Stripe refused: Refund amount (800) is greater than unrefunded amount on charge",
  });
  equal((await world.provider.refund(access(), { ...second, amount: 7_50 })).kind, "done");
  deepEqual(givenBack(world), [5_00, 7_50]);
});

Deno.test("refund() in Stripe's units; what it cannot give back exactly is failed without a call", async () => {
  const world = await refundWorld({ amount: 5_000, currencyCode: "KWD" });
  const calls = world.double.requests.length;
  deepEqual(await world.provider.refund(access(), { ...world.request, amount: 1_234 }), {
    kind: "failed",
    reason: "Stripe takes amounts in steps of 0.010 KWD, got 1.234 KWD",
  });
  equal(world.double.requests.length, calls);
  const krona = await refundWorld({ amount: 700, currencyCode: "ISK" });
  await krona.provider.refund(access(), { ...krona.request, amount: 5 });
  deepEqual(givenBack(krona), [500]);
});

Deno.test("refund() with a key that is not accepted may go well later; of no money it never does", async () => {
  const { provider, request } = await refundWorld();
  for (const key of ["rk_test_poor", "sk_test_revoked"]) {
    await rejects(provider.refund(access(key), request), /Stripe does not accept the key/);
  }
  equal((await provider.refund(access(), { ...request, charge: "cs_test_1" })).kind, "failed");
  equal((await provider.refund(access(), { ...request, charge: "pi_other" })).kind, "failed");
});
