import assert from "node:assert/strict";
import { NOW, uuid } from "../../support/builders.ts";
import { RAZORPAY_FAILURES } from "../../support/payments/razorpay_double.ts";
import { ACCESS, answered, assertUnreachable, aWorld, MINUTE_MS, reply } from "./shop.ts";

const LINK = {
  id: "plink_1",
  reference_id: uuid(1),
  amount: 34900,
  currency: "INR",
  short_url: "https://rzp.io/rzp/1",
  expire_by: 0,
  status: "created",
  payments: null,
};
const PAGE = { paymentId: uuid(1), reference: "plink_1" };

Deno.test("look() and end(): open until it is paid, expires or is cancelled; look() changes nothing", async () => {
  const { provider, open, double, clock } = aWorld();
  const page = await open();
  assert.deepEqual(await provider.look(ACCESS, page), { kind: "open" });
  // An attempt that failed leaves the link open; one that has only begun too.
  double.books.attempt(page.reference, "failed");
  double.books.attempt(page.reference, "created");
  assert.deepEqual(await provider.look(ACCESS, page), { kind: "open" });
  assert.ok(double.requests.slice(1).every(({ method }) => method === "GET"));
  assert.equal(await provider.end(ACCESS, page), "ended");
  assert.deepEqual(await provider.look(ACCESS, page), { kind: "expired", mayBePaid: true });
  assert.equal(await provider.end(ACCESS, page), "gone");

  const other = await open({ paymentId: uuid(2) });
  clock.at = NOW + 18 * MINUTE_MS;
  assert.deepEqual(await provider.look(ACCESS, other), { kind: "expired" });
  assert.equal(await provider.end(ACCESS, other), "gone");
});

Deno.test("look() and end(): a paid link is paid, with its charge", async () => {
  const { provider, open, double } = aWorld();
  const page = await open();
  const { id } = double.books.attempt(page.reference, "captured");
  const paid = {
    kind: "paid",
    charge: id,
    amount: 34900,
    amountText: "349.00",
    currencyCode: "INR",
    livemode: false,
  } as const;
  assert.deepEqual(await provider.look(ACCESS, page), paid);
  assert.equal(await provider.end(ACCESS, page), "paid");
  assert.deepEqual(await provider.look(ACCESS, page), paid);
});

Deno.test("look() and end(): an authorized payment waits, before and after the link's end", async () => {
  const { provider, open, double } = aWorld();
  const [before, after] = [await open(), await open({ paymentId: uuid(2) })];
  const attempt = double.books.attempt(before.reference, "authorized");
  assert.deepEqual(await provider.look(ACCESS, before), { kind: "waiting" });
  assert.equal(await provider.end(ACCESS, before), "paid");
  assert.deepEqual(await provider.look(ACCESS, before), { kind: "waiting" });
  // Razorpay takes the money after all: the link stays cancelled, and we see it.
  double.books.capture(attempt);
  const { kind, ...paid } = await provider.look(ACCESS, before);
  assert.equal(kind, "paid");
  assert.equal("charge" in paid && paid.charge, attempt.id);
  assert.equal(await provider.end(ACCESS, before), "paid");

  double.books.attempt(after.reference, "failed");
  assert.equal(await provider.end(ACCESS, after), "ended");
  const late = double.books.attempt(after.reference, "authorized", { isLate: true });
  assert.deepEqual(await provider.look(ACCESS, after), { kind: "waiting" });
  // Given back without having been taken.
  late.status = "refunded";
  assert.deepEqual(await provider.look(ACCESS, after), { kind: "expired", mayBePaid: true });
});

Deno.test("look(): money that was given back has been taken", async () => {
  const { provider, open, double } = aWorld();
  const page = await open();
  const first = double.books.attempt(page.reference, "captured");
  first.status = "refunded";
  assert.equal((await provider.look(ACCESS, page)).kind, "paid");
});

Deno.test("look(): a part of the amount is paid as the part that it is", async () => {
  const { provider, open, double } = aWorld();
  const page = await open();
  double.books.attempt(page.reference, "captured", { amount: 10000 });
  const standing = await provider.look(ACCESS, page);
  assert.equal(standing.kind === "paid" && standing.amount, 10000);
  assert.equal(await provider.end(ACCESS, page), "paid");
});

Deno.test("look(): amounts that minor units do not hold are shown and not taken; the key gives the mode", async () => {
  const payments = [{ payment_id: "pay_1", amount: 500, status: "captured" }];
  const provider = answered(reply(200, { ...LINK, status: "paid", currency: "LYD", payments }));
  const live = { ...ACCESS, livemode: true, key: "rzp_live_1:2" };
  assert.deepEqual(await provider.look(live, PAGE), {
    kind: "paid",
    charge: "pay_1",
    amount: null,
    amountText: "500",
    currencyCode: "LYD",
    livemode: true,
  });
});

Deno.test("look(): the order has the payment of a paid link that does not list it", async () => {
  const items = [
    { id: "pay_1", amount: 34900, currency: "INR", status: "failed", captured: false },
    { id: "pay_2", amount: 34900, currency: "INR", status: "captured", captured: true },
  ];
  const link = { ...LINK, status: "paid", payments: [], order_id: "order_1" };
  const standing = await answered(reply(200, link), reply(200, { items })).look(ACCESS, PAGE);
  assert.equal(standing.kind === "paid" && standing.charge, "pay_2");
  await assertUnreachable(
    answered(reply(200, link), reply(200, { items: [] })).look(ACCESS, PAGE),
    /shows no payment/,
  );
  await assertUnreachable(
    answered(reply(200, { ...link, order_id: null })).look(ACCESS, PAGE),
    /shows no payment/,
  );
});

Deno.test("look() and end() take the link of no other payment", async () => {
  const { provider, open } = aWorld();
  const page = await open();
  await assertUnreachable(
    provider.look(ACCESS, { ...page, paymentId: uuid(2) }),
    /another payment/,
  );
  for (const over of [{ reference_id: uuid(2) }, { id: "plink_2" }]) {
    const other = answered(reply(200, { ...LINK, ...over, status: "cancelled" }));
    await assertUnreachable(other.end(ACCESS, PAGE), /another payment/);
  }
});

Deno.test("look() and end() are unreachable for a link that the key does not have", async () => {
  const { provider, open } = aWorld();
  const unknown = { ...await open(), reference: "plink_unknown" };
  await assertUnreachable(provider.look(ACCESS, unknown), /does not exist/);
  await assertUnreachable(provider.end(ACCESS, unknown), /does not exist/);
  const other = { ...ACCESS, key: "rzp_test_Other1234567890:Secret" };
  await assertUnreachable(provider.look(other, unknown), /does not accept the key/);
  await assertUnreachable(provider.end(other, unknown), /does not accept the key/);
});

Deno.test("end() never says that a link has ended which can still be paid", async () => {
  const refused = reply(400, { error: { description: "cannot cancel or expire the link" } });
  await assertUnreachable(answered(refused, reply(200, LINK)).end(ACCESS, PAGE), /cannot cancel/);
  await assertUnreachable(answered(reply(200, LINK)).end(ACCESS, PAGE), /did not cancel/);
});

for (const failure of RAZORPAY_FAILURES) {
  Deno.test(`look() and end() say nothing when Razorpay is "${failure}", and go on afterwards`, async () => {
    const { provider, open, double } = aWorld();
    const page = await open();
    double.failure = failure;
    await assertUnreachable(provider.look(ACCESS, page));
    await assertUnreachable(provider.end(ACCESS, page));
    double.failure = null;
    const hasActed = !["down", "busy", "broken"].includes(failure);
    assert.equal((await provider.look(ACCESS, page)).kind, hasActed ? "expired" : "open");
    assert.equal(await provider.end(ACCESS, page), hasActed ? "gone" : "ended");
  });
}

Deno.test("look() is unreachable for a state that we do not know", async () => {
  await assertUnreachable(
    answered(reply(200, { ...LINK, status: "frozen" })).look(ACCESS, PAGE),
    /unknown form: status/,
  );
});
