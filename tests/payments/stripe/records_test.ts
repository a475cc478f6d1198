/** Disputes and charges: what Stripe's books tell. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import { Unreachable } from "../../../src/payments/provider.ts";
import type { ProviderCharge } from "../../../src/payments/records.ts";
import { uuid } from "../../support/builders.ts";
import { access, DAY_MS, openedPage, openRequest, paidWorld, stripeWorld, T0 } from "./support.ts";
Deno.test("disputeAt(): Stripe's statuses; an unknown one is open", async () => {
  const { ledger, provider, charge } = await paidWorld();
  const rows = [
    ["warning_needs_response", "open"],
    ["warning_under_review", "open"],
    ["warning_closed", "won"],
    ["needs_response", "open"],
    ["under_review", "open"],
    ["appeal_needs_response", "open"],
    ["appeal_under_review", "open"],
    ["won", "won"],
    ["lost", "lost"],
    // Blocked; the one that was settled with the customer's money is below.
    ["prevented", "won"],
    ["escalated", "open"],
    ["constructor", "open"],
  ] as const;
  for (const [status, wanted] of rows) {
    const reference = ledger.dispute(charge, 12_50, status);
    const found = await provider.disputeAt(access(), reference);
    equal(found?.status, wanted, status);
    equal(found?.amount, status.startsWith("warning_") ? 0 : 12_50, status);
  }
});

Deno.test("disputeAt() tells a dispute, its day, and how it ends", async () => {
  const { ledger, provider, charge, clock } = await paidWorld();
  clock.now += DAY_MS;
  const reference = ledger.dispute(charge, 7_00);
  const dispute = {
    reference,
    charge,
    amount: 7_00,
    amountText: "7.00",
    currencyCode: "EUR",
    reason: "fraudulent",
    status: "open",
    evidenceDueAt: T0 + 8 * DAY_MS,
    at: T0 + DAY_MS,
  } as const;
  deepEqual(await provider.disputeAt(access(), reference), dispute);
  for (const status of ["won", "lost"] as const) {
    ledger.settleDispute(reference, status);
    deepEqual(await provider.disputeAt(access(), reference), { ...dispute, status });
  }
  const mute = ledger.dispute(charge, 1_00, "lost", 0);
  equal((await provider.disputeAt(access(), mute))?.evidenceDueAt, null);
});

Deno.test("a dispute that was prevented is lost if its money was given to the customer", async () => {
  const { ledger, provider, charge } = await paidWorld();
  const reference = ledger.dispute(charge, 7_00);
  const statusAfter = async (isPaidBack: boolean) => {
    ledger.settleDispute(reference, "prevented", isPaidBack);
    return (await provider.disputeAt(access(), reference))?.status;
  };
  equal(await statusAfter(false), "lost");
  equal(await statusAfter(true), "won");
});

Deno.test("chargeAt() tells what was taken, and the fee once it is known in this currency", async () => {
  const { ledger, provider, charge } = await paidWorld();
  const taken: ProviderCharge = {
    charge,
    marks: {
      paymentId: openRequest().paymentId,
      shopId: openRequest().merchantId,
      sessionId: openRequest().sessionId,
    },
    amount: 12_50,
    amountText: "12.50",
    currencyCode: "EUR",
    fee: null,
    livemode: false,
    at: T0,
  };
  deepEqual(await provider.chargeAt(access(), charge), taken);
  ledger.fee = { amount: 44, currency: "usd" };
  deepEqual(await provider.chargeAt(access(), charge), taken);
  ledger.fee = { amount: 44, currency: "eur" };
  deepEqual(await provider.chargeAt(access(), charge), { ...taken, fee: 44 });
});

Deno.test("chargeAt(): only money that was taken is a charge", async () => {
  const world = stripeWorld();
  const { double, provider } = world;
  const page = await openedPage(world);
  double.books.act(page.reference, "submit");
  const charge = double.books.pages.get(page.reference)?.intent?.id ?? "";
  equal(await provider.chargeAt(access(), charge), null);
  double.books.act(page.reference, "bounce");
  equal(await provider.chargeAt(access(), charge), null);
  const calls = double.requests.length;
  for (const other of ["", "cs_test_1", "pi_1/x"]) {
    equal(await provider.chargeAt(access(), other), null);
    equal(await provider.disputeAt(access(), `${other}/x`), null);
  }
  equal(double.requests.length, calls);
  equal(await provider.chargeAt(access(), "pi_9"), null);
  equal(await provider.disputeAt(access(), "du_9"), null);
});

/** By hand: the amount and the fee in minor units of ISO 4217, and as Stripe counts. */
const AMOUNTS = [
  ["JPY", 500, 500, "500", 18, 18],
  ["ISK", 500, 50_000, "500.00", 18, 1_800],
  // 18.25 ISK have no exact form in minor units.
  ["ISK", 500, 50_000, "500.00", null, 1_825],
  ["UGX", 5_000, 500_000, "5000.00", 180, 18_000],
  ["KWD", 12_340, 12_340, "12.340", 450, 450],
  ["HUF", 500_00, 500_00, "500.00", 1_805, 1_805],
  ["TWD", 150_00, 150_00, "150.00", 5_40, 5_40],
  ["INR", 349_00, 349_00, "349.00", 6_98, 6_98],
  ["EUR", 12_50, 12_50, "12.50", 44, 44],
] as const;

for (const [currencyCode, amount, units, amountText, fee, feeUnits] of AMOUNTS) {
  Deno.test(`${amountText} ${currencyCode} is ${amount} of a charge, a refund and a dispute; fee ${fee}`, async () => {
    const { ledger, provider, charge } = await paidWorld({ amount, currencyCode });
    ledger.fee = { amount: feeUnits, currency: currencyCode.toLowerCase() };
    const money = { amount, amountText, currencyCode };
    const part = (record: object | null) => {
      const { amount, amountText, currencyCode } = record as typeof money;
      return { amount, amountText, currencyCode };
    };
    const taken = await provider.chargeAt(access(), charge);
    deepEqual(part(taken), money);
    equal(taken?.fee, fee);
    const request = { charge, refundId: uuid(7), amount, currencyCode };
    equal((await provider.refund(access(), request)).kind, "done");
    deepEqual(ledger.givenBack(charge), [units]);
    deepEqual((await provider.refundsOf(access(), charge)).map(part), [money]);
    const dispute = ledger.dispute(charge, units);
    deepEqual(part(await provider.disputeAt(access(), dispute)), money);
  });
}

Deno.test("records say nothing without a whole answer, or the right; a cursor is of this list", async () => {
  const { double, provider, ledger, charge } = await paidWorld();
  const dispute = ledger.dispute(charge, 1_00);
  const time = { kind: "charges", since: 0, until: T0 + 1, cursor: null } as const;
  const calls = (key = access()) => [
    () => provider.disputeAt(key, dispute),
    () => provider.chargeAt(key, charge),
    () => provider.list(key, time),
  ];
  for (const fault of ["down", "limited", "error", "slow", "cut"] as const) {
    for (const call of calls()) {
      double.faults.push(fault);
      await rejects(call(), Unreachable, fault);
    }
  }
  for (const key of ["rk_test_poor", "sk_test_revoked"]) {
    for (const call of calls(access(key))) await rejects(call(), /Stripe does not accept the key/);
  }
  const list = (cursor: string) => provider.list(access(), { ...time, cursor });
  for (const cursor of ["", "charges", "charges:ch_1", "ch_1&x=1"]) {
    await rejects(list(cursor), RangeError, cursor);
  }
  // One of a thing that is gone.
  await rejects(list("ch_9"), Unreachable);
});

Deno.test("reading Stripe's books changes nothing there", async () => {
  const { double, provider, ledger, charge } = await paidWorld();
  const dispute = ledger.dispute(charge, 1_00);
  const refund = ledger.refundElsewhere(charge, 1_00);
  double.requests.length = 0;
  await provider.refundAt(access(), refund);
  await provider.refundsOf(access(), charge);
  await provider.disputeAt(access(), dispute);
  await provider.chargeAt(access(), charge);
  await provider.list(access(), { kind: "charges", since: 0, until: T0, cursor: null });
  deepEqual(double.requests.map(({ method }) => method), Array(5).fill("GET"));
});
