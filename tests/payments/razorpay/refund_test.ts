import assert from "node:assert/strict";
import { razorpayProvider } from "../../../src/payments/razorpay/provider.ts";
import { uuid } from "../../support/builders.ts";
import { RAZORPAY_FAILURES } from "../../support/payments/razorpay_double.ts";
import { ACCESS, answered, assertUnreachable, aWorld, paidWorld, reply } from "./shop.ts";

Deno.test("refund() gives an amount back, under our id", async () => {
  const { refund, double, charge } = await paidWorld();
  const done = await refund();
  assert.equal(done.kind, "done");
  assert.match("reference" in done ? done.reference : "", /^rfnd_/);
  const [, made] = double.requests;
  assert.equal(made?.url.pathname, `/v1/payments/${charge}/refund`);
  assert.equal(made.headers["x-refund-idempotency"], uuid(7));
  assert.deepEqual(JSON.parse(made.body), {
    amount: 10000,
    receipt: uuid(7),
    notes: { refund_id: uuid(7) },
  });
});

Deno.test("refund() again gives nothing back again, and tells how it stands now", async () => {
  const { refund, double } = await paidWorld();
  const first = await refund();
  for (const [status, kind] of [["pending", "pending"], ["processed", "done"]] as const) {
    double.books.ledger.refunds[0]!.status = status;
    assert.deepEqual(await refund(), { ...first, kind });
  }
  double.books.ledger.refunds[0]!.status = "failed";
  assert.deepEqual(await refund(), { kind: "failed", reason: "Razorpay could not give it back" });
  assert.equal(double.books.ledger.refunds.length, 1);
  // Another refund is another one.
  assert.equal((await refund({ refundId: uuid(8) })).kind, "done");
  assert.equal(double.books.ledger.refunds.length, 2);
});

Deno.test("refund() 30 times at once gives back once", async () => {
  const { refund, double } = await paidWorld();
  const all = await Promise.all(Array.from({ length: 30 }, () => refund()));
  for (const one of all) assert.deepEqual(one, all[0]);
  assert.equal(double.books.ledger.refunds.length, 1);
});

for (const failure of RAZORPAY_FAILURES) {
  Deno.test(`refund() says nothing when Razorpay is "${failure}", and gives back once`, async () => {
    const { refund, double, charge } = await paidWorld();
    // Its search for a refund of before fails, or the refund itself.
    for (const method of ["GET", "POST"]) {
      const failing = razorpayProvider({
        send: (request) => {
          double.failure = request.method === method ? failure : null;
          return double.send(request);
        },
      });
      const request = { charge, refundId: uuid(7), amount: 10000, currencyCode: "INR" };
      await assertUnreachable(failing.refund(ACCESS, request));
    }
    double.failure = null;
    const hasActed = !["down", "busy", "broken"].includes(failure);
    assert.equal(double.books.ledger.refunds.length, hasActed ? 1 : 0);
    assert.equal((await refund()).kind, "done");
    assert.equal(double.books.ledger.refunds.length, 1);
  });
}

Deno.test("refund() again gives nothing back again where Razorpay does not know its header", async () => {
  const { double, charge } = await paidWorld();
  const provider = razorpayProvider({
    send: ({ headers: { authorization = "" }, ...request }) =>
      double.send({ ...request, headers: { authorization } }),
  });
  const request = { charge, refundId: uuid(7), amount: 10000, currencyCode: "INR" };
  const first = await provider.refund(ACCESS, request);
  assert.deepEqual(await provider.refund(ACCESS, request), first);
  assert.equal(double.books.ledger.refunds.length, 1);
});

Deno.test("refund() fails for good with Razorpay's reason", async () => {
  const { refund } = await paidWorld();
  assert.deepEqual(await refund({ amount: 34901 }), {
    kind: "failed",
    reason: "The refund amount provided is greater than amount captured",
  });
  assert.equal((await refund({ amount: 34900 })).kind, "done");
  assert.deepEqual(await refund({ refundId: uuid(9) }), {
    kind: "failed",
    reason: "The payment has been fully refunded already",
  });
});

Deno.test("refund() of less than Razorpay takes fails without a call", async () => {
  const { refund, double } = await paidWorld();
  assert.deepEqual(await refund({ amount: 99 }), {
    kind: "failed",
    reason: "Razorpay takes no less than 1.00 INR",
  });
  assert.equal(double.requests.length, 0);
});

Deno.test("refund() says nothing while a key is not accepted, or another request runs", async () => {
  const { provider, charge } = await paidWorld();
  const request = { charge, refundId: uuid(7), amount: 10000, currencyCode: "INR" };
  const none = reply(200, { items: [] });
  const running = reply(409, { error: { description: "Another request is in progress" } });
  await assertUnreachable(answered(none, running).refund(ACCESS, request), /status 409/);
  await assertUnreachable(answered(none, reply(401, {})).refund(ACCESS, request), /the key/);
  const other = { ...ACCESS, key: "rzp_test_Other1234567890:Secret" };
  await assertUnreachable(provider.refund(other, request), /does not accept the key/);
});

Deno.test("refundAt() and refundsOf(): Razorpay's states; an unknown one is pending", async () => {
  const { refund, provider, ledger, charge } = await paidWorld();
  await refund();
  const [row] = ledger.refunds;
  const rows = [
    ["pending", "pending"],
    ["processed", "done"],
    ["failed", "failed"],
    ["reversed", "pending"],
    ["constructor", "pending"],
  ] as const;
  for (const [status, state] of rows) {
    row!.status = status;
    const wanted = {
      reference: row!.id,
      charge,
      refundId: uuid(7),
      amount: 10000,
      amountText: "100.00",
      currencyCode: "INR",
      state,
      reason: state === "failed" ? "Razorpay could not give it back" : null,
      at: row!.created_at * 1000,
    };
    assert.deepEqual(await provider.refundAt(ACCESS, row!.id), wanted);
    assert.deepEqual(await provider.refundsOf(ACCESS, charge), [wanted]);
  }
});

Deno.test("refundsOf() has refunds of the dashboard too, of this payment alone, on all pages", async () => {
  const { refund, provider, ledger, charge, double } = await paidWorld({ amount: 9_000_00 });
  ledger.refundElsewhere(ledger.add({ amount: 500, currency: "INR", status: "captured" }).id, 500);
  await refund();
  for (let i = 0; i < 250; i++) ledger.refundElsewhere(charge, 100);
  double.requests.length = 0;
  const refunds = await provider.refundsOf(ACCESS, charge);
  assert.equal(new Set(refunds.map(({ reference }) => reference)).size, 251);
  assert.deepEqual(refunds.filter(({ refundId }) => refundId !== null).length, 1);
  assert.deepEqual(double.requests.map(({ method }) => method), ["GET", "GET", "GET"]);
  // Ours is found behind the others, and nothing is sent.
  assert.equal((await refund()).kind, "done");
  assert.equal(ledger.refunds.length, 252);
});

Deno.test("refundAt() and refundsOf() know nothing of what the account does not have", async () => {
  const { provider, double, charge } = await paidWorld();
  for (const id of ["", "rfnd_1/x", "pay_é", "../payments"]) {
    assert.equal(await provider.refundAt(ACCESS, id), null);
    assert.deepEqual(await provider.refundsOf(ACCESS, id), []);
  }
  assert.equal(double.requests.length, 0);
  assert.equal(await provider.refundAt(ACCESS, "rfnd_9"), null);
  assert.deepEqual(await provider.refundsOf(ACCESS, "pay_9"), []);
  for (const failure of RAZORPAY_FAILURES) {
    double.failure = failure;
    await assertUnreachable(provider.refundAt(ACCESS, "rfnd_9"));
    await assertUnreachable(provider.refundsOf(ACCESS, charge));
  }
  const denied = answered(reply(400, { error: { description: "Access Denied" } }));
  await assertUnreachable(denied.refundAt(ACCESS, "rfnd_9"), /Access Denied/);
  await assertUnreachable(denied.refundsOf(ACCESS, charge), /Access Denied/);
});

Deno.test("refund() of a payment that is gone or too old fails with Razorpay's reason", async () => {
  const { refund, charge } = await paidWorld();
  assert.deepEqual(await refund({ charge: "pay_9" }), {
    kind: "failed",
    reason: "The id provided does not exist",
  });
  assert.deepEqual(await refund({ charge: "plink_9" }), {
    kind: "failed",
    reason: "Razorpay took no money for this payment",
  });
  const old = "The payment is older than six months and cannot be refunded";
  const none = reply(200, { items: [] });
  const request = { charge, refundId: uuid(7), amount: 10000, currencyCode: "INR" };
  const refused = answered(none, reply(400, { error: { description: old } }));
  assert.deepEqual(await refused.refund(ACCESS, request), { kind: "failed", reason: old });
  const forbidden = answered(none, reply(403, { error: { description: "Not allowed" } }));
  await assertUnreachable(forbidden.refund(ACCESS, request), /Not allowed/);
});

Deno.test("identify() tells the mode of a key, and knows no other text", async () => {
  const { provider, double } = aWorld();
  assert.deepEqual(await provider.identify(ACCESS), { account: null, livemode: false });
  const [request] = double.requests;
  assert.equal(
    `${request?.method} ${request?.url}`,
    "GET https://api.razorpay.com/v1/payments?count=1",
  );
  for (const key of ["rzp_test_Other1234567890:Secret", "rzp_prod_a:b", "rzp_test_a", ""]) {
    assert.equal(await provider.identify({ ...ACCESS, key }), null);
  }
  const live = await answered(reply(200, { items: [] })).identify({
    ...ACCESS,
    key: "rzp_live_1:2",
  });
  assert.deepEqual(live, { account: null, livemode: true });
  const denied = answered(reply(400, { error: { description: "Access Denied" } }));
  await assertUnreachable(denied.identify(ACCESS), /Access Denied/);
});
