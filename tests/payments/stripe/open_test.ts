import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { Unreachable } from "../../../src/payments/provider.ts";
import { stripeProvider } from "../../../src/payments/stripe/provider.ts";
import { access, MINUTE_MS, openRequest, PAYMENT_ID, stripeWorld, T0 } from "./support.ts";

const KEY = "sk_test_double";

Deno.test("open() asks for one line, under the payment's id, and says where the page is", async () => {
  const { provider, double } = stripeWorld();
  const opening = await provider.open(access(), openRequest());
  const [page] = double.books.pages.values();
  deepEqual(opening, {
    kind: "opened",
    reference: page!.id,
    url: `https://checkout.stripe.com/c/pay/${page!.id}`,
    expiresAt: T0 + 32 * MINUTE_MS,
  });
  const [{ method, url, headers, body }] = double.requests as [typeof double.requests[0]];
  equal(`${method} ${url}`, "POST https://api.stripe.com/v1/checkout/sessions");
  deepEqual(headers, {
    Authorization: `Bearer ${KEY}`,
    "Stripe-Version": "2026-09-30.endive",
    "Content-Type": "application/x-www-form-urlencoded",
    "Idempotency-Key": PAYMENT_ID,
  });
  deepEqual(Object.fromEntries(new URLSearchParams(body)), {
    mode: "payment",
    client_reference_id: PAYMENT_ID,
    "metadata[payment_id]": PAYMENT_ID,
    "payment_intent_data[metadata][payment_id]": PAYMENT_ID,
    "payment_intent_data[metadata][shop_id]": openRequest().merchantId,
    "payment_intent_data[metadata][session_id]": openRequest().sessionId,
    "payment_intent_data[description]": "Order K7Q2-9MXD",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "eur",
    "line_items[0][price_data][unit_amount]": "1250",
    "line_items[0][price_data][product_data][name]": "Order K7Q2-9MXD",
    "allowed_payment_method_types[0]": "card",
    "allowed_payment_method_types[1]": "link",
    "allowed_payment_method_types[2]": "ideal",
    "allowed_payment_method_types[3]": "bancontact",
    "adaptive_pricing[enabled]": "false",
    success_url: "https://shop.example/r/abc",
    cancel_url: "https://shop.example/r/abc",
    expires_at: String(T0 / 1000 + 32 * 60),
  });
});

Deno.test("open() again opens no second page: after an answer, a late one, half of one", async () => {
  for (const fault of [undefined, "slow", "cut"] as const) {
    const { provider, double, clock } = stripeWorld();
    if (fault !== undefined) double.faults.push(fault);
    const first = provider.open(access(), openRequest());
    if (fault !== undefined) await rejects(first, Unreachable);
    else await first;
    clock.now += 5 * MINUTE_MS;
    const again = await provider.open(access(), openRequest());
    equal(again.kind, "opened", fault);
    equal(double.books.pages.size, 1, fault);
  }
});

Deno.test("open() says nothing of a payment where Stripe says nothing", async () => {
  const { provider, double } = stripeWorld();
  for (const fault of ["down", "limited", "locked"] as const) {
    double.faults.push(fault);
    await rejects(provider.open(access(), openRequest()), Unreachable, fault);
  }
  // Stripe repeats its own error for a day; no customer has seen that page.
  double.faults.push("error");
  for (let n = 0; n < 2; n++) {
    const opening = await provider.open(access(), openRequest());
    equal(opening.kind === "refused" && opening.mayTryAnew, true);
  }
  const other = openRequest({ amount: 13_00 });
  await rejects(provider.open(access(), other), /Stripe knows another request under this key/);
});

Deno.test("open() is refused for good by Stripe's message, without the key", async () => {
  const { provider, clock } = stripeWorld({
    sk_test_double: { account: "acct_1" },
    rk_test_poor: { account: "acct_1", rights: ["account"] },
  });
  clock.now += 10 * MINUTE_MS;
  deepEqual(await provider.open(access(), openRequest()), {
    kind: "refused",
    reason: "Stripe refused: The `expires_at` timestamp must be between 30 minutes and 24 hours",
  });
  deepEqual(await provider.open(access("sk_test_revoked"), openRequest()), {
    kind: "refused",
    reason: "Stripe does not accept the key",
  });
  deepEqual(await provider.open(access("rk_test_poor"), openRequest()), {
    kind: "refused",
    reason: "Stripe does not accept the key for this: " +
      "The provided key '[key]' does not have the required permissions",
  });
});

Deno.test("a message of Stripe's shows no part of a key, and no more than fits", async () => {
  const message = `Key rk_live_*****abcd and ${KEY}\r\n may not: ${"long ".repeat(100)}`;
  const body = JSON.stringify({ error: { type: "invalid_request_error", message } });
  const { open } = stripeProvider({ send: () => Promise.resolve({ status: 400, body }) });
  const opening = await open(access(), openRequest());
  const reason = opening.kind === "refused" ? opening.reason : "";
  match(reason, /^Stripe refused: Key \[key\] and \[key\] {2}may not: long/);
  equal(reason.length, "Stripe refused: ".length + 300);
});

Deno.test("open() refuses an amount without a call, and a page on another host", async () => {
  const { provider, double } = stripeWorld();
  deepEqual(await provider.open(access(), openRequest({ amount: 49 })), {
    kind: "refused",
    reason: "Stripe takes at least 0.50 EUR, got 0.49 EUR",
  });
  equal(double.requests.length, 0);
  for (
    const origin of [
      "https://pay.shop.example",
      "http://checkout.stripe.com",
      "https://checkout.stripe.com.evil.example",
      "https://shop.example@checkout.stripe.com",
      "javascript:alert(1)//",
    ]
  ) {
    const world = stripeWorld();
    world.double.books.pageOrigin = origin;
    const opening = await world.provider.open(access(), openRequest());
    match(opening.kind === "refused" ? opening.reason : "", /not at checkout\.stripe\.com/, origin);
  }
});

Deno.test("answers by status: what is final, what is not, and what is not of Stripe at all", async () => {
  const stripes = JSON.stringify({ error: { type: "card_error", message: "No" } });
  const rows: [status: number, body: string, kind: "refused" | "unreachable"][] = [
    [400, stripes, "refused"],
    [401, stripes, "refused"],
    [402, stripes, "refused"],
    [403, stripes, "refused"],
    [404, stripes, "refused"],
    [409, stripes, "unreachable"],
    [424, stripes, "unreachable"],
    [429, stripes, "unreachable"],
    [500, stripes, "refused"],
    [503, stripes, "unreachable"],
    [302, "", "unreachable"],
    // A proxy's pages, and answers that lack a field.
    [400, "<html>", "unreachable"],
    [403, "{}", "unreachable"],
    [200, "", "unreachable"],
    [200, "<html>", "unreachable"],
    [200, '{"id":"cs_test_1"}', "unreachable"],
  ];
  for (const [status, body, kind] of rows) {
    const { open } = stripeProvider({ send: () => Promise.resolve({ status, body }) });
    const opening = open(access(), openRequest());
    if (kind === "unreachable") await rejects(opening, Unreachable, `${status} ${body}`);
    else equal((await opening).kind, kind, `${status} ${body}`);
  }
});

Deno.test("identify() names the account and the mode of a key", async () => {
  const { provider, double } = stripeWorld({
    sk_test_double: { account: "acct_1" },
    rk_live_poor: { account: "acct_2", rights: ["sessions"] },
  });
  deepEqual(await provider.identify(access()), { account: "acct_1", livemode: false });
  deepEqual(await provider.identify(access("rk_live_poor")), { account: null, livemode: true });
  equal(await provider.identify(access("sk_live_unknown")), null);
  const calls = double.requests.length;
  for (const key of ["pk_live_abc", "whsec_abc", "sk_live_a\r\nX-Other: 1", ""]) {
    equal(await provider.identify(access(key)), null, key);
  }
  equal(double.requests.length, calls);
  double.faults.push("error");
  await rejects(provider.identify(access()), Unreachable);
});
