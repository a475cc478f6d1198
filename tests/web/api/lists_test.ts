/** The lists of the API: filters, pages, and who sees which fields. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import type { Scope } from "../../../src/domain/shop/api_key.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { FOREVER } from "../../support/builders.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, aKeyWith, KNOWN_PHONE, withShop } from "./shop.ts";

/** Places an order for cash on delivery of a customer with a verified phone. */
async function placed(world: World, over: Record<string, unknown> = {}): Promise<Checkout> {
  const checkout = await Checkout.open(world, over);
  world.clock.advance(60_000);
  await checkout.verify();
  await checkout.step("PUT /address", ADDRESS);
  await checkout.step("PUT /payment-method", { method: "COD" });
  await checkout.step("POST /complete", undefined);
  world.clock.advance(1000);
  return checkout;
}

/** The data of a list; fails for a refusal. */
async function listed(world: World, path: string, secret?: string) {
  const { status, json, text } = await world.send("GET", path, secret ? { secret } : {});
  assert.equal(status, 200, `${path}: ${text}`);
  return json.data;
}

Deno.test("GET /orders has orders alone, the last placed first, in pages that join", () =>
  withShop(async (world) => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift((await placed(world)).id);
      await Checkout.open(world);
    }
    const seen: string[] = [];
    let after = "";
    do {
      const { orders, next } = await listed(world, `/orders?limit=2${after}`);
      assert.ok(orders.length <= 2);
      seen.push(...orders.map(({ session_id }: { session_id: string }) => session_id));
      after = next === null ? "" : `&after=${next}`;
    } while (after !== "");
    assert.deepEqual(seen, ids);
    assert.equal((await listed(world, "/sessions")).sessions.length, 10);
  }));

Deno.test("GET /orders selects by time and payment, days are the shop's", () =>
  withShop(async (world) => {
    const { id } = await placed(world);
    const at = (await listed(world, "/orders")).orders[0].placed_at;
    const day = at.slice(0, 10);
    const idsOf = async (query: string) =>
      (await listed(world, `/orders?${query}`)).orders
        .map(({ session_id }: { session_id: string }) => session_id);
    assert.deepEqual(await idsOf(`since=${day}&until=${day}`), [id]);
    assert.deepEqual(await idsOf(`since=${at}`), [id]);
    assert.deepEqual(await idsOf(`until=${at}`), [], "a time is not in the span that it ends");
    assert.deepEqual(await idsOf("payment=DRAFT"), [id]);
    assert.deepEqual(await idsOf("payment=PAID"), []);
  }));

/** Queries that are refused, with the message. */
const REFUSED: readonly (readonly [path: string, message: string])[] = [
  ["/orders?sinc=1", "This list takes payment, since, until, limit, after, and no sinc"],
  ["/refunds?livemode=false", "This list takes state, origin, limit, after, and no livemode"],
  ["/orders?limit=0", "limit must be a number from 1 to 200: 0"],
  ["/orders?limit=201", "limit must be a number from 1 to 200: 201"],
  ["/orders?limit=1&limit=2", "limit must be given once"],
  ["/orders?payment=paid", "payment must be one of DRAFT, PENDING, PAID, FAILED: paid"],
  [
    "/orders?since=2026-02-30",
    "since must be a time such as 2026-01-31T12:00:00Z, or 2026-01-31: 2026-02-30",
  ],
  ["/sessions?phone=98765", "phone must be a phone number in E.164, with + as %2B: 98765"],
  ["/unexpected-payments?open=yes", "open must be true or false: yes"],
];

Deno.test("a parameter that a list does not take is refused by its name", () =>
  withShop(async ({ send }) => {
    for (const [path, message] of REFUSED) {
      const { status, json } = await send("GET", path);
      assert.deepEqual([status, json.error], [400, { code: "error.invalid-request", message }]);
    }
    const unknown = await send("GET", "/orders?after=01998f5e-0000-7000-8000-000000000001");
    assert.equal(unknown.json.error.code, "error.session-not-found");
    const indented = await send("GET", "/orders?limit=1&indent");
    assert.match(indented.text, /^\{\n {2}"status"/);
  }));

/** All names in a JSON value. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...namesIn(one)]);
}

Deno.test("a key without customers:read sees no person in a list or an order", () =>
  withShop(async (world) => {
    await placed(world, { note: "Ring at Asha's", attributes: { friend: "Asha" } });
    const key = (...scopes: Scope[]) => aKeyWith(world, scopes);
    const [blind, sees] = [await key("orders:read"), await key("orders:read", "customers:read")];
    const { orders: [{ number }] } = await listed(world, "/orders", blind);
    for (const path of ["/orders", "/sessions", `/orders/${number.toLowerCase()}`]) {
      const shown = JSON.stringify(await listed(world, path, sees));
      const hidden = await listed(world, path, blind);
      assert.ok(shown.includes(KNOWN_PHONE), path);
      for (const secret of [KNOWN_PHONE, ADDRESS.name, ADDRESS.line1, "Asha"]) {
        assert.ok(!JSON.stringify(hidden).includes(secret), `${path}: ${secret}`);
      }
      assert.ok(!namesIn(hidden).some((name) => /phone|customer|address/.test(name)), path);
    }
    const phone = `/sessions?phone=${encodeURIComponent(KNOWN_PHONE)}`;
    assert.equal((await listed(world, phone, sees)).sessions.length, 1);
    const refused = await world.send("GET", phone, { secret: blind });
    assert.equal(refused.json.error.code, "error.scope-missing");
  }));

Deno.test("GET /orders/{number} finds by number and session id, and no cart and no test", () =>
  withShop(async (world) => {
    const { services, merchant, send } = world;
    const order = await placed(world);
    const cart = await Checkout.open(world);
    const { number = "" } = (await order.stored()).order ?? {};
    for (const text of [number, number.replace("-", "").toLowerCase(), order.id]) {
      assert.equal((await listed(world, `/orders/${text}`)).id, order.id, text);
    }
    const { secret } = await services.keys.create({
      merchantId: merchant.id,
      name: "tests",
      scopes: new Set<Scope>(["orders:read"]),
      livemode: false,
      ...FOREVER,
    }, OPERATOR);
    assert.equal((await send("GET", `/orders/${cart.id}`)).status, 404);
    assert.equal((await send("GET", `/orders/${number}`, { secret })).status, 404);
    assert.deepEqual((await listed(world, "/orders", secret)).orders, []);
  }));

Deno.test("GET /refunds and /unexpected-payments are what happened to the money", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const { payment } = await checkout.step("POST /payment", undefined);
    const result = { status: "PAID", amount: payment.amount, reference: "pay_1" };
    const path = `POST /payment/${payment.payment_id}/result`;
    await checkout.step(path, result);
    await checkout.step("POST /refund", { amount: 12.5 });
    await checkout.send(path, { ...result, reference: "pay_2" });
    const { refunds } = await listed(world, "/refunds?state=REQUESTED");
    assert.deepEqual([refunds.length, refunds[0].amount, refunds[0].session_id], [
      1,
      12.5,
      checkout.id,
    ]);
    assert.deepEqual((await listed(world, "/refunds?state=DONE")).refunds, []);
    const { unexpected_payments } = await listed(world, "/unexpected-payments?open=true");
    assert.deepEqual([unexpected_payments.length, unexpected_payments[0].reference], [1, "pay_2"]);
  }));

Deno.test("live rows of persons are entries of the trail: a key's first in an hour, the 100th, the 1,000th", () =>
  withShop(async (world) => {
    await placed(world);
    const { store, clock } = world;
    const key = await aKeyWith(world, ["orders:read", "payments:read", "customers:read"]);
    const without = await aKeyWith(world, ["orders:read", "payments:read"]);
    const noted = async () =>
      (await store.audit.list({ ...NO_AUDIT_FILTER, action: "export.download" }, { limit: 9 })).rows
        .map(({ subject, object, after }) => [subject.kind, object.label, after?.["rows"]]);
    for (const path of ["/orders", "/sessions", "/refunds"]) await listed(world, path, without);
    await listed(world, "/refunds", key);
    await listed(world, "/orders?payment=PAID", key);
    assert.deepEqual(await noted(), [], "without persons, or without rows");
    for (let n = 0; n < 100; n++) await listed(world, n % 2 ? "/orders" : "/sessions", key);
    const hour = [["key", "GET /orders", 100], ["key", "GET /sessions", 1]];
    assert.deepEqual(await noted(), hour);
    clock.advance(3_600_000);
    await listed(world, "/orders", key);
    assert.deepEqual(await noted(), [["key", "GET /orders", 1], ...hour]);
  }));
