import assert from "node:assert/strict";
import type { RefundRequest } from "../../../src/payments/provider.ts";
import { razorpayProvider } from "../../../src/payments/razorpay/provider.ts";
import { uuid } from "../../support/builders.ts";
import { RAZORPAY_FAILURES } from "../../support/payments/razorpay_double.ts";
import { ACCESS, answered, assertUnreachable, aWorld, reply } from "./shop.ts";

/** A world with a payment of 349.00 INR. */
async function paidWorld() {
  const world = aWorld();
  const { reference } = await world.open();
  const { id: charge } = world.double.books.attempt(reference, "captured");
  world.double.requests.length = 0;
  const refund = (over: Partial<RefundRequest> = {}) =>
    world.provider.refund(ACCESS, {
      charge,
      refundId: uuid(7),
      amount: 10000,
      currencyCode: "INR",
      ...over,
    });
  return { ...world, charge, refund };
}

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
    double.books.settleRefunds(status);
    assert.deepEqual(await refund(), { ...first, kind });
  }
  double.books.settleRefunds("failed");
  assert.deepEqual(await refund(), { kind: "failed", reason: "Razorpay could not give it back" });
  assert.equal(double.books.refundCount(), 1);
  // Another refund is another one.
  assert.equal((await refund({ refundId: uuid(8) })).kind, "done");
  assert.equal(double.books.refundCount(), 2);
});

Deno.test("refund() 30 times at once gives back once", async () => {
  const { refund, double } = await paidWorld();
  const all = await Promise.all(Array.from({ length: 30 }, () => refund()));
  for (const one of all) assert.deepEqual(one, all[0]);
  assert.equal(double.books.refundCount(), 1);
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
    assert.equal(double.books.refundCount(), hasActed ? 1 : 0);
    assert.equal((await refund()).kind, "done");
    assert.equal(double.books.refundCount(), 1);
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
  assert.equal(double.books.refundCount(), 1);
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
