/** The page about webhooks, held against the program; its receiver runs in the walk. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { DEMO_CART, demoShops } from "../../src/demo/demo.ts";
import { EVENT_TYPES } from "../../src/domain/events.ts";
import { OTP_LIFETIME_MS } from "../../src/domain/session/otp.ts";
import {
  afterAttempt,
  type Attempt,
  type Delivery,
  RETRY_DELAYS_MS,
  webhookBody,
} from "../../src/domain/shop/webhook.ts";
import { SLOTS, SLOTS_FOR_SLOW, SLOW_MS } from "../../src/service/webhooks/dispatcher.ts";
import { ATTEMPT_TIMEOUT_MS } from "../../src/service/webhooks/attempt.ts";
import { MAX_ENDPOINTS } from "../../src/service/webhooks/webhooks.ts";
import { createShop, withShell } from "../cli/support.ts";
import { Checkout, paid } from "../web/api/checkout.ts";
import { ADDRESS } from "../web/api/shop.ts";
import { withWorld } from "../support/app.ts";
import { FOREVER, NOW, uuid } from "../support/builders.ts";
import { readRoot } from "../support/root.ts";
import { anEndpoint, anEvent, SECRET, withDispatcher } from "../support/webhooks.ts";
import { blocks, codes, masked, section, table } from "./pages.ts";
import { OPERATOR } from "../support/operator.ts";

const page = await readRoot("docs/webhooks.md");

Deno.test("docs/webhooks.md: every event, and no others", () => {
  const rows = table(section(page, "Events"), "Event");
  assert.deepEqual(rows.map(([event = ""]) => codes(event)[0]), [...EVENT_TYPES]);
});

Deno.test("docs/webhooks.md: the body shown is that of the demo's cart once it is paid", () =>
  withWorld(async (world) => {
    const { services, store } = world;
    const { merchantIds: [merchantId] } = await services.seeder.run(demoShops(), OPERATOR);
    assert.ok(merchantId);
    const request = { merchantId, name: "demo", ...FOREVER };
    const { secret } = await services.keys.create(request, OPERATOR);
    const send = (method: string, path: string, init = {}) =>
      world.send(method, path, { ...init, secret });
    const checkout = await Checkout.open({ ...world, send }, {
      ...DEMO_CART.data,
      reference: "R-4711",
    });
    await checkout.step("PUT /address", { ...ADDRESS, postal_code: "560001" });
    await checkout.step("PUT /payment-method", { method: "PREPAID" });
    const [call, result] = paid((await checkout.step("POST /payment")).payment);
    await checkout.step(call, { ...result, reference: "pay_1" });
    const event = (await store.sessions.events(checkout.id)).find(({ type }) =>
      type === "payment.paid"
    );
    assert.ok(event);
    const [shown] = blocks(section(page, "Events"), "json");
    assert.deepEqual(JSON.parse(masked(shown?.text ?? "")), JSON.parse(masked(webhookBody(event))));
  }));

Deno.test("docs/webhooks.md: the event of a test is what it says, below the events", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const shop = ["--merchant", "demo-store.example", "--event", "payment.paid"];
    const { id } = await shell.json("webhook", "add", "https://shop.example/hooks", ...shop);
    shell.webhookAnswer = { status: 500, retryAfter: null };
    await shell.run("webhook", "test", id);
    assert.equal(shell.posts.length, 1, "sent once");
    const { type, data } = JSON.parse(shell.posts[0]?.body ?? "");
    const paragraphs = section(page, "Events").split("\n\n").map(codes);
    const named = paragraphs.find((one) => one.includes(type)) ?? [];
    assert.deepEqual(named.filter((one) => /^\w+_id$/.test(one)), Object.keys(data));
    assert.deepEqual(await shell.json("webhook", "deliveries", id), [], "not stored");
  }));

Deno.test("docs/webhooks.md: the headers are those that are sent, and sign what they say", () =>
  withDispatcher(async ({ add, run, net }) => {
    await add([anEndpoint(1)], [anEvent(1)]);
    await run();
    const [post] = net.arrived;
    assert.ok(post);
    const rows = table(section(page, "Events"), "Header");
    assert.deepEqual(
      rows.map(([header = ""]) => codes(header)[0]).sort(),
      Object.keys(post.headers).sort(),
    );
    const meaning = Object.fromEntries(rows.map(([header = "", text]) => [codes(header)[0], text]));
    assert.match(meaning["content-type"] ?? "", new RegExp(post.headers["content-type"] ?? "?"));
    const key = new Uint8Array(32).fill(7);
    assert.equal(SECRET, `whsec_${key.toBase64()}`);
    // By hand, as the page describes it, and by the package.
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signed } = post.headers;
    const hmac = { name: "HMAC", hash: "SHA-256" };
    const signer = await crypto.subtle.importKey("raw", key, hmac, false, ["sign"]);
    const text = new TextEncoder().encode(`${id}.${at}.${post.body}`);
    const signature = new Uint8Array(await crypto.subtle.sign("HMAC", signer, text)).toBase64();
    assert.equal(signed, `v1,${signature}`);
    assert.equal(new Webhook(SECRET).sign(id ?? "", new Date(NOW), post.body), signed);
  }));

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

Deno.test("docs/webhooks.md: the pauses are the program's, from the second attempt on", () => {
  const rows = table(section(page, "Delivery"), "Attempt");
  const pauses = rows.map(([, pause = ""]) => {
    const [count, unit = ""] = pause.split(" ");
    return Number(count) * (UNITS_MS[unit] ?? NaN);
  });
  assert.deepEqual(pauses, RETRY_DELAYS_MS);
  assert.deepEqual(rows.map(([attempt]) => Number(attempt)), pauses.map((_, i) => i + 2));
});

/** A first attempt that failed, or did not: what becomes of the delivery. */
function tried(attempt: Partial<Attempt>, jitter = 0): Delivery {
  const delivery: Delivery = {
    eventId: uuid(1),
    endpointId: uuid(2),
    state: "PENDING",
    attempts: 0,
    nextAt: NOW,
    lastStatus: null,
    lastError: "",
    batchId: null,
    updatedAt: NOW,
  };
  const whole = { status: 500, error: "HTTP 500", retryAfterMs: null, ...attempt };
  return afterAttempt(delivery, whole, { now: NOW, jitter });
}

Deno.test("docs/webhooks.md: the limits of delivery are the program's", () => {
  const rows = table(section(page, "Delivery"), "Limit");
  const [lengthened, honoured] = [tried({}, 1), tried({ retryAfterMs: 2 * 24 * 3_600_000 })];
  assert.deepEqual(
    rows.map(([, value]) => Number(value)),
    [
      ATTEMPT_TIMEOUT_MS / 1000,
      ((lengthened.nextAt - NOW) / (RETRY_DELAYS_MS[0] ?? NaN) - 1) * 100,
      (honoured.nextAt - NOW) / 3_600_000,
      SLOTS,
      SLOTS / 4,
      SLOTS_FOR_SLOW,
      SLOTS_FOR_SLOW / 4,
      SLOW_MS / 1000,
      OTP_LIFETIME_MS / 60_000,
      MAX_ENDPOINTS,
    ].map(Math.round),
  );
  assert.equal(tried({ retryAfterMs: 60_000 }).nextAt - NOW, 60_000);
  assert.equal(tried({ status: 299 }).state, "DELIVERED");
  assert.equal(tried({ status: 302 }).state, "PENDING");
});
