import assert from "node:assert/strict";
import fc from "fast-check";
import type { OpenRequest } from "../../../src/payments/provider.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { RAZORPAY_FAILURES, RAZORPAY_KEY } from "../../support/payments/razorpay_double.ts";
import { ACCESS, answered, aRequest, assertUnreachable, aWorld, MINUTE_MS, reply } from "./shop.ts";
import { PAGE_LIVES } from "../../../src/payments/page_lives.ts";

Deno.test("open() asks for a link of the whole amount that ends with the payment", async () => {
  const { provider, double } = aWorld();
  const opening = await provider.open(ACCESS, aRequest({ expiresAt: NOW + 20 * MINUTE_MS + 999 }));
  const [reference = ""] = double.books.linkIds();
  assert.deepEqual(opening, {
    kind: "opened",
    reference,
    url: `https://rzp.io/rzp/${reference.slice(6)}`,
    expiresAt: Math.floor((NOW + 20 * MINUTE_MS + 999) / 1000) * 1000,
  });
  const [request] = double.requests;
  assert.equal(request?.url.href, "https://api.razorpay.com/v1/payment_links");
  assert.equal(request.headers.authorization, `Basic ${btoa(RAZORPAY_KEY)}`);
  assert.deepEqual(JSON.parse(request.body), {
    amount: 34900,
    currency: "INR",
    accept_partial: false,
    reference_id: uuid(1),
    description: "Order K7Q2-9MXD",
    expire_by: Math.floor((NOW + 20 * MINUTE_MS + 999) / 1000),
    callback_url: "https://pay.example/r/abc",
    callback_method: "get",
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: { payment_id: uuid(1), shop_id: uuid(2), session_id: uuid(3) },
  });
});

Deno.test("open() takes the shortest and the longest life that the port promises", async () => {
  const { provider } = aWorld();
  for (
    const [n, lifeMs] of [PAGE_LIVES.razorpay.shortestMs, PAGE_LIVES.razorpay.longestMs].entries()
  ) {
    // The double's clock counts whole seconds.
    const request = aRequest({ paymentId: uuid(n), expiresAt: NOW + lifeMs });
    assert.equal((await provider.open(ACCESS, request)).kind, "opened");
  }
  const early = aRequest({
    paymentId: uuid(3),
    expiresAt: NOW + PAGE_LIVES.razorpay.shortestMs - 1000,
  });
  assert.deepEqual(await provider.open(ACCESS, early), {
    kind: "refused",
    reason: "expire_by: timestamp must be atleast 15 minutes in future.",
  });
});

Deno.test("open() again answers with the same page, also when its time has nearly run out", async () => {
  const { clock, provider, double } = aWorld();
  const first = await provider.open(ACCESS, aRequest());
  for (const minutes of [0, 5, 16]) {
    clock.at = NOW + minutes * MINUTE_MS;
    assert.deepEqual(await provider.open(ACCESS, aRequest()), first);
  }
  assert.equal(double.books.linkIds().length, 1);
});

Deno.test("open() 30 times at once makes one link, and all have its page", async () => {
  const { provider, double } = aWorld();
  const openings = await Promise.all(
    Array.from({ length: 30 }, () => provider.open(ACCESS, aRequest())),
  );
  for (const opening of openings) assert.deepEqual(opening, openings[0]);
  assert.equal(double.books.linkIds().length, 1);
});

for (const failure of RAZORPAY_FAILURES) {
  Deno.test(`open() is unreachable when Razorpay is "${failure}", and goes on afterwards`, async () => {
    const { provider, double } = aWorld();
    double.failure = failure;
    await assertUnreachable(provider.open(ACCESS, aRequest()));
    const hasActed = !["down", "busy", "broken"].includes(failure);
    assert.equal(double.books.linkIds().length, hasActed ? 1 : 0);
    double.failure = null;
    const opening = await provider.open(ACCESS, aRequest());
    assert.equal(opening.kind, "opened");
    assert.deepEqual([opening.reference], double.books.linkIds());
  });
}

Deno.test("open() waits for a slow Razorpay, and opens once", async () => {
  const { provider, double } = aWorld();
  const release = double.hold();
  const both = [provider.open(ACCESS, aRequest()), provider.open(ACCESS, aRequest())];
  release();
  const [one, other] = await Promise.all(both);
  assert.deepEqual(one, other);
  assert.equal(double.books.linkIds().length, 1);
});

Deno.test("open() under any failures ends with one link of the payment, and its page", async () => {
  const failures = fc.array(fc.constantFrom(null, ...RAZORPAY_FAILURES), { maxLength: 6 });
  await fc.assert(fc.asyncProperty(failures, async (before) => {
    const { provider, double } = aWorld();
    for (const failure of before) {
      double.failure = failure;
      await provider.open(ACCESS, aRequest()).catch(() => null);
    }
    double.failure = null;
    const opening = await provider.open(ACCESS, aRequest());
    assert.equal(opening.kind, "opened");
    assert.deepEqual(double.books.linkIds(), [opening.reference]);
  }));
});

const BAD = "BAD_REQUEST_ERROR";

function error(status: number, description: string) {
  return reply(status, { error: { code: BAD, description } });
}

const NO_LINKS = reply(200, { payment_links: [] });

Deno.test("open() is refused for good with Razorpay's reason, without the key", async () => {
  const { provider } = aWorld();
  const refused = async (over: Partial<OpenRequest>) => {
    const opening = await provider.open(ACCESS, aRequest(over));
    return opening.kind === "refused" ? opening.reason : opening.kind;
  };
  assert.equal(await refused({ amount: 99 }), "Razorpay takes no less than 1.00 INR");
  assert.equal(await refused({ currencyCode: "LYD" }), "Razorpay takes no payments in LYD");
  // Not in our table: Razorpay's own refusal.
  assert.equal(
    await refused({ amount: 49, currencyCode: "USD" }),
    "amount: amount should be minimum 0.50 for USD.",
  );
  const naming = answered(error(403, `No rights: ${RAZORPAY_KEY}`), NO_LINKS);
  assert.deepEqual(await naming.open(ACCESS, aRequest()), {
    kind: "refused",
    reason: "The reason names the key",
  });
  const long = await answered(error(422, "x".repeat(1000))).open(ACCESS, aRequest());
  assert.equal(long.kind === "refused" && long.reason, "x".repeat(300));
});

Deno.test("open() is refused with another key, and sends no text that is no key", async () => {
  const { provider, double } = aWorld();
  for (const key of ["rzp_test_Other1234567890:Secret", "", "sk_test_1:2", "rzp_test_a:ü"]) {
    assert.deepEqual(await provider.open({ ...ACCESS, key }, aRequest()), {
      kind: "refused",
      reason: "Razorpay does not accept the key",
    });
  }
  assert.equal(double.requests.length, 1);
});

Deno.test("open() finds its link behind both texts of the refusal, and waits if it is not shown", async () => {
  const { double } = aWorld();
  const opened = await aWorld().provider.open(ACCESS, aRequest());
  double.books.createLink(JSON.parse(await linkBody()));
  const listed = reply(200, double.books.listLinks(null).json);
  for (
    const text of [
      `payment link with given reference_id: ${uuid(1)} already exists. Please create another`,
      "payment link creation with reference ID already attempted",
    ]
  ) {
    assert.deepEqual(
      await answered(error(400, text), listed).open(ACCESS, aRequest()),
      opened,
    );
    await assertUnreachable(
      answered(error(400, text), NO_LINKS).open(ACCESS, aRequest()),
      /does not show it yet/,
    );
  }
});

Deno.test("open() takes no link of another payment from a list that is not filtered", async () => {
  const { double } = aWorld();
  double.books.createLink({ ...JSON.parse(await linkBody()), reference_id: uuid(2) });
  const listed = reply(200, double.books.listLinks(null).json);
  const provider = answered(error(400, "The merchant is suspended"), listed);
  assert.deepEqual(await provider.open(ACCESS, aRequest()), {
    kind: "refused",
    reason: "The merchant is suspended",
  });
});

/** The body that asks for a link. */
async function linkBody(): Promise<string> {
  const { provider, double } = aWorld();
  await provider.open(ACCESS, aRequest());
  return double.requests[0]?.body ?? "";
}

Deno.test("open() shows no page that is not as asked: amount, payment, host, end, form", async () => {
  const { double } = aWorld();
  double.books.createLink(JSON.parse(await linkBody()));
  const link = double.books.findLink(double.books.linkIds()[0]!)!;
  const open = (over: object) =>
    answered(reply(200, { ...link, ...over })).open(ACCESS, aRequest());
  assert.equal((await open({})).kind, "opened");
  for (const short_url of ["https://pages.razorpay.com/p", "https://razorpay.com/p?a=1#b"]) {
    assert.equal((await open({ short_url })).kind, "opened");
  }
  const wrong: readonly (readonly [over: object, reason: RegExp])[] = [
    [{ amount: 34901 }, /another payment/],
    [{ currency: "USD" }, /another payment/],
    [{ reference_id: uuid(2) }, /another payment/],
    [{ expire_by: 0 }, /without an end/],
    [{ id: "pay_1" }, /unknown form: id/],
    [{ status: "issued" }, /unknown form: status/],
    [{ amount: 349.5 }, /unknown form: amount/],
    ...[
      "http://rzp.io/x",
      "https://rzp.io.example/x",
      "https://evilrazorpay.com/x",
      "https://rzp.io:8443/x",
      "https://rzp.io@evil.example/x",
      "https://a@rzp.io/x",
      "javascript:alert(1)",
      "x",
    ].map((short_url) => [{ short_url }, /page elsewhere/] as const),
  ];
  for (const [over, reason] of wrong) await assertUnreachable(open(over), reason);
});

Deno.test("open() is unreachable for answers that do not speak for Razorpay", async () => {
  const open = (status: number, body: string) =>
    answered({ status, body }).open(ACCESS, aRequest());
  for (const status of [408, 409, 429, 500, 502, 503, 504]) {
    await assertUnreachable(open(status, error(status, "x").body), RegExp(`status ${status}`));
  }
  for (
    const [status, body] of [[200, ""], [200, "<html>"], [302, "{}"], [403, "<html>"]] as const
  ) {
    await assertUnreachable(open(status, body), RegExp(`status ${status}`));
  }
  await assertUnreachable(open(200, "[]"), /unknown form/);
});
