/** Disputes, charges and lists: what Razorpay's books tell. */
import assert from "node:assert/strict";
import { LIST_KINDS, type Listing, type ProviderCharge } from "../../../src/payments/records.ts";
import { razorpayProvider } from "../../../src/payments/razorpay/provider.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { RAZORPAY_FAILURES } from "../../support/payments/razorpay_double.ts";
import { ACCESS, answered, aRequest, assertUnreachable, aWorld, paidWorld, reply } from "./shop.ts";

const DAY_MS = 24 * 3_600_000;
/** The time of the double, whose seconds have no parts. */
const T0 = Math.floor(NOW / 1000) * 1000;

Deno.test("disputeAt(): Razorpay's statuses; an unknown one is open", async () => {
  const { ledger, provider, charge } = await paidWorld();
  const dispute = ledger.dispute(charge, { amount: 5000 });
  const rows = [
    ["open", "open"],
    ["under_review", "open"],
    ["won", "won"],
    ["lost", "lost"],
    ["closed", "won"],
    ["action_required", "open"],
    ["constructor", "open"],
  ] as const;
  for (const [status, wanted] of rows) {
    dispute.status = status;
    assert.deepEqual(await provider.disputeAt(ACCESS, dispute.id), {
      reference: dispute.id,
      charge,
      amount: 5000,
      amountText: "50.00",
      currencyCode: "INR",
      reason: "chargeback",
      status: wanted,
      evidenceDueAt: T0 + 7 * DAY_MS,
      at: T0,
    });
  }
  const mute = ledger.dispute(charge, { respond_by: null });
  assert.equal((await provider.disputeAt(ACCESS, mute.id))?.evidenceDueAt, null);
});

Deno.test("chargeAt() tells what was taken, and the fee with its tax in this currency", async () => {
  for (
    const [fee, wanted] of [
      [null, null],
      [{ amount: 824 }, 824],
      [{ amount: 824, base: "INR" }, 824],
      [{ amount: 824, base: "MYR" }, null],
    ] as const
  ) {
    const world = aWorld();
    const { ledger } = world.double.books;
    ledger.fee = fee;
    const { reference } = await world.open();
    const attempt = world.double.books.attempt(reference, "captured");
    const taken: ProviderCharge = {
      charge: attempt.id,
      marks: { paymentId: uuid(1), shopId: aRequest().merchantId, sessionId: aRequest().sessionId },
      amount: 34900,
      amountText: "349.00",
      currencyCode: "INR",
      fee: wanted,
      livemode: false,
      at: T0,
    };
    assert.deepEqual(await world.provider.chargeAt(ACCESS, attempt.id), taken);
    // Given back, it was taken all the same.
    attempt.status = "refunded";
    assert.deepEqual(await world.provider.chargeAt(ACCESS, attempt.id), taken);
  }
});

Deno.test("chargeAt(): only money that was taken is a charge; another's names no payment", async () => {
  const { ledger, provider, double } = await paidWorld();
  for (const status of ["created", "authorized", "failed", "refunded"] as const) {
    const { id } = ledger.add({ amount: 500, currency: "INR", status });
    assert.equal(await provider.chargeAt(ACCESS, id), null, status);
  }
  const { id } = ledger.add({ amount: 500, currency: "INR", status: "captured" });
  assert.equal((await provider.chargeAt(ACCESS, id))?.marks.paymentId, null);
  const marked = { notes: { payment_id: "1042" }, amount: 500, currency: "INR" };
  const { id: other } = ledger.add({ ...marked, status: "captured" });
  assert.equal((await provider.chargeAt(ACCESS, other))?.marks.paymentId, null);
  double.requests.length = 0;
  for (const wrong of ["", "plink_1", "pay_1/x"]) {
    assert.equal(await provider.chargeAt(ACCESS, wrong), null);
    assert.equal(await provider.disputeAt(ACCESS, wrong), null);
  }
  assert.equal(double.requests.length, 0);
  assert.equal(await provider.chargeAt(ACCESS, "pay_9"), null);
  assert.equal(await provider.disputeAt(ACCESS, "disp_9"), null);
});

/** By hand: minor units of ISO 4217, Razorpay's, and the text. */
const AMOUNTS = [
  ["JPY", 295, 295, "295"],
  ["ISK", 5, 5, "5"],
  ["UGX", 5_000, 5_000, "5000"],
  ["KWD", 295_990, 295_990, "295.990"],
  ["HUF", 500_00, 500_00, "500.00"],
  ["TWD", 150_00, 150_00, "150.00"],
  ["INR", 349_00, 349_00, "349.00"],
  ["EUR", 19_99, 19_99, "19.99"],
] as const;

for (const [currencyCode, amount, subunits, amountText] of AMOUNTS) {
  Deno.test(`${amountText} ${currencyCode} is ${amount} of a charge, a fee, a refund and a dispute`, async () => {
    const { ledger, provider, charge, refund } = await paidWorld({ amount, currencyCode });
    const money = { amount, amountText, currencyCode };
    const part = (record: object | null) => {
      const { amount, amountText, currencyCode } = record as typeof money;
      return { amount, amountText, currencyCode };
    };
    Object.assign(ledger.payments[0]!, { fee: subunits });
    const taken = await provider.chargeAt(ACCESS, charge);
    assert.deepEqual(part(taken), money);
    assert.equal(taken?.fee, amount);
    assert.equal((await refund({ amount, currencyCode })).kind, "done");
    assert.equal(ledger.refunds[0]?.amount, subunits);
    assert.deepEqual((await provider.refundsOf(ACCESS, charge)).map(part), [money]);
    const dispute = await provider.disputeAt(ACCESS, ledger.dispute(charge).id);
    assert.deepEqual(part(dispute), money);
  });
}

/** Walks all pages. */
async function listed(
  { provider }: Pick<ReturnType<typeof aWorld>, "provider">,
  time: { since: number; until: number },
): Promise<Listing[]> {
  const pages: Listing[] = [];
  for (const kind of LIST_KINDS) {
    let cursor: string | null = null;
    do {
      const page: Listing = await provider.list(ACCESS, { ...time, kind, cursor });
      pages.push(page);
      cursor = page.next;
    } while (cursor !== null);
  }
  return pages;
}

Deno.test("list() has what was made in a time, each once, over pages of 100", async () => {
  const world = await paidWorld({ amount: 9_000_00 });
  const { ledger, clock, charge, double, provider } = world;
  const other = { amount: 100, currency: "INR", status: "captured" } as const;
  for (let i = 0; i < 100; i++) ledger.add({ ...other, status: i === 0 ? "failed" : "captured" });
  for (let i = 0; i < 200; i++) ledger.refundElsewhere(charge, 100);
  ledger.dispute(charge);
  // Of another time.
  clock.at += DAY_MS;
  ledger.add(other);
  ledger.refundElsewhere(charge, 100);
  ledger.dispute(charge);
  double.requests.length = 0;
  const pages = await listed(world, { since: T0, until: T0 + DAY_MS });
  const counts = pages.map(({ charges, refunds, disputes }) =>
    [charges.length, refunds.length, disputes.length].join(" ")
  );
  // Razorpay lists the first second of the next day too, before what is asked for.
  assert.deepEqual(counts, ["99 0 0", "1 0 0", "0 99 0", "0 100 0", "0 1 0", "0 0 1"]);
  assert.equal(double.requests.length, pages.length);
  assert.equal(
    new Set(pages.flatMap((page) => page.refunds.map(({ reference }) => reference))).size,
    200,
  );
  const charges = pages.flatMap((page) => page.charges);
  const ours = charges.filter(({ marks }) => marks.paymentId !== null);
  assert.deepEqual(ours, [await provider.chargeAt(ACCESS, charge)]);
});

Deno.test("list() begins with the first and ends before the last of its milliseconds", async () => {
  const world = await paidWorld();
  const found = async (since: number, until: number) =>
    (await listed(world, { since, until })).flatMap(({ charges }) => charges).length;
  assert.equal(await found(T0, T0 + 1), 1);
  assert.equal(await found(T0 - 999, T0 + 1), 1);
  assert.equal(await found(0, T0 + 1), 1);
  assert.equal(await found(T0 + 1, T0 + DAY_MS), 0);
  assert.equal(await found(T0 - DAY_MS, T0), 0);
  assert.equal(await found(T0, T0), 0);
});

Deno.test("records say nothing without a whole answer; a cursor is of this list", async () => {
  const { double, provider, ledger, charge } = await paidWorld();
  const dispute = ledger.dispute(charge).id;
  const time = { kind: "refunds", since: 0, until: T0 + 1, cursor: null } as const;
  for (const failure of RAZORPAY_FAILURES) {
    double.failure = failure;
    await assertUnreachable(provider.disputeAt(ACCESS, dispute));
    await assertUnreachable(provider.chargeAt(ACCESS, charge));
    await assertUnreachable(provider.list(ACCESS, time));
  }
  double.failure = null;
  const denied = answered(reply(400, { error: { description: "Access Denied" } }));
  await assertUnreachable(denied.list(ACCESS, time), /Access Denied/);
  await assertUnreachable(answered(reply(200, { items: "none" })).list(ACCESS, time));
  for (const cursor of ["", "-1", "refunds:0", "1&x=1"]) {
    await assert.rejects(provider.list(ACCESS, { ...time, cursor }), RangeError, cursor);
  }
});

Deno.test("list() names a thing of an unknown form, and has the others", async () => {
  const { double, ledger, charge } = await paidWorld();
  ledger.dispute(charge);
  const disputes = [
    { id: "disp_odd", created_at: T0 / 1000, reason_code: 7 },
    { id: "disp_of_another_time", created_at: 0 },
    "odd",
  ];
  const provider = razorpayProvider({
    send: async (request) => {
      const { body, ...answer } = await double.send(request);
      const { items } = JSON.parse(body);
      return { ...answer, body: JSON.stringify({ items: [...disputes, ...items] }) };
    },
  });
  const time = { kind: "disputes", since: T0, until: T0 + 1, cursor: null } as const;
  const page = await provider.list(ACCESS, time);
  assert.deepEqual([page.disputes.length, page.unread], [1, ["disp_odd", "without an id"]]);
});

Deno.test("reading Razorpay's books changes nothing there", async () => {
  const { double, provider, ledger, charge } = await paidWorld();
  const dispute = ledger.dispute(charge).id;
  const refund = ledger.refundElsewhere(charge, 100);
  await provider.refundAt(ACCESS, refund);
  await provider.refundsOf(ACCESS, charge);
  await provider.disputeAt(ACCESS, dispute);
  await provider.chargeAt(ACCESS, charge);
  await provider.list(ACCESS, { kind: "charges", since: 0, until: T0, cursor: null });
  assert.deepEqual(double.requests.map(({ method }) => method), Array(5).fill("GET"));
});
