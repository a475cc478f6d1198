import assert from "node:assert/strict";
import { NO_UNEXPECTED_FILTER } from "../../src/domain/filters.ts";
import { type Scope, SCOPES } from "../../src/domain/shop/api_key.ts";
import { createOperations } from "../../src/web/operations.ts";
import { aCart, withWorld } from "../support/app.ts";
import { uuid } from "../support/builders.ts";
import { Checkout } from "./api/checkout.ts";
import { PAYMENT_RESULT } from "./api/operations.ts";
import { ADDRESS, aKeyWith, withShop } from "./api/shop.ts";

/** Every operation that needs a key, with its scope. */
const NEEDED: Readonly<Record<string, Scope>> = {
  createSession: "sessions:write",
  getSession: "sessions:read",
  replaceItems: "sessions:write",
  applyCoupon: "sessions:write",
  removeCoupon: "sessions:write",
  claimGifts: "sessions:write",
  setAddress: "sessions:write",
  setBuyer: "sessions:write",
  chooseShippingOption: "sessions:write",
  sendOneTimeCode: "sessions:write",
  verifyOneTimeCode: "sessions:write",
  redeemCoins: "sessions:write",
  choosePaymentMethod: "sessions:write",
  startPayment: "sessions:write",
  reportPaymentResult: "payments:write",
  cancelPayment: "payments:write",
  completeSession: "sessions:write",
  cancelOrder: "payments:write",
  refundOrder: "payments:refund",
  reportRefundResult: "payments:refund",
  abandonSession: "sessions:write",
  makeCheckoutLink: "sessions:write",
  listOrders: "orders:read",
  getOrder: "orders:read",
  listSessions: "orders:read",
  listRefunds: "payments:read",
  listUnexpectedPayments: "payments:read",
};

/** Keys with each scope alone, with all but it, and with all. */
const SUBSETS: readonly (readonly Scope[])[] = [
  ...SCOPES.flatMap((one) => [[one], SCOPES.filter((other) => other !== one)]),
  SCOPES,
];

Deno.test("every operation asks for its scope, of every key", () =>
  withWorld(async (world) => {
    const { services, send } = world;
    const operations = createOperations({ services, version: "0" })
      .filter((one) => one.access === "key");
    assert.deepEqual(
      Object.fromEntries(operations.map(({ id, scope }) => [id, scope])),
      NEEDED,
    );
    for (const scopes of SUBSETS) {
      const secret = await aKeyWith(world, scopes);
      for (const { id, method, path, scope, docs } of operations) {
        const { status, json, headers } = await send(method, path.replaceAll(/\{\w+\}/g, uuid(9)), {
          secret,
          ...(docs.body !== undefined && { body: docs.bodyExample ?? {} }),
        });
        const what = `${id} with ${scopes}`;
        if (scopes.includes(scope)) {
          assert.notEqual(json?.error?.code, "error.scope-missing", what);
          assert.notEqual(status, 401, what);
          continue;
        }
        assert.deepEqual([status, json.error], [403, {
          code: "error.scope-missing",
          message: `This needs the scope ${scope}: the key has ${scopes.join(", ")}`,
        }], what);
        assert.equal(headers.get("www-authenticate"), 'Bearer error="insufficient_scope"', what);
      }
    }
  }, { rateLimit: 1_000_000 }));

Deno.test("a key without the scope is refused before its body is read, and HEAD like GET", () =>
  withWorld(async (world) => {
    const writes = await aKeyWith(world, ["sessions:write"]);
    const reads = await aKeyWith(world, ["sessions:read"]);
    const torn = await world.send("POST", "/session", { secret: reads, text: "{" });
    assert.equal(torn.status, 403);
    assert.equal((await world.send("HEAD", `/session/${uuid(9)}`, { secret: writes })).status, 403);
    // An unknown path is 404 for every key.
    assert.equal((await world.send("GET", "/nothing", { secret: writes })).status, 404);
  }));

Deno.test("a refusal for a scope changes nothing and is not recorded under its Idempotency-Key", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const before = await checkout.stored();
    const headers = { "Idempotency-Key": "once" };
    const address = (secret?: string) =>
      world.send("PUT", `${checkout.path}/address`, {
        body: { data: ADDRESS },
        headers,
        ...(secret && { secret }),
      });
    assert.equal((await address(await aKeyWith(world, ["sessions:read"]))).status, 403);
    assert.deepEqual(await checkout.stored(), before);
    assert.equal((await address()).status, 200);
  }));

Deno.test("a storefront's key takes a session to its payment, and only the other reports it", () =>
  withShop(async (world) => {
    const storefront = await aKeyWith(world, ["sessions:read", "sessions:write"]);
    const provider = await aKeyWith(world, ["payments:write"]);
    const body = aCart();
    const created = await world.send("POST", "/session", { secret: storefront, body });
    const path = `/session/${created.json.data.session_id}`;
    await world.send("PUT", `${path}/address`, { secret: storefront, body: { data: ADDRESS } });
    const { json } = await world.send("POST", `${path}/payment`, { secret: storefront });
    const { payment_id, amount } = json.data.payment;
    const result = (secret: string) =>
      world.send("POST", `${path}/payment/${payment_id}/result`, {
        secret,
        body: { data: { status: "PAID", amount, reference: "pay_1" } },
      });
    assert.equal((await result(storefront)).status, 403);
    assert.equal((await world.send("GET", path, { secret: provider })).status, 403);
    assert.equal((await result(provider)).json.data.payment_state, "PAID");
    assert.deepEqual(
      await world.store.payments.unexpected({ ...NO_UNEXPECTED_FILTER, open: true }, { limit: 9 }),
      [],
    );
  }));

Deno.test("the token of a checkout link is no key: 401 for every operation", () =>
  withShop(async (world) => {
    world.services.pages.servedAt("https://pay.example");
    const checkout = await Checkout.open(world);
    const { json } = await checkout.send("POST /checkout-link");
    const secret = json.data.url.split("/").at(-1);
    for (const [method = "", suffix = ""] of [["GET"], PAYMENT_RESULT.split(" ")]) {
      const { status } = await world.send(method, `${checkout.path}${suffix}`, { secret });
      assert.equal(status, 401);
    }
  }));

Deno.test("GET /openapi.json names the scope of every operation that needs a key", () =>
  withWorld(async ({ send }) => {
    const { json } = await send("GET", "/openapi.json");
    const named: Record<string, string | undefined> = {};
    for (const methods of Object.values<Record<string, Documented>>(json.paths)) {
      for (const { operationId, description, security } of Object.values(methods)) {
        const scope = /\n\nScope of the key: `([a-z:]+)`\.$/.exec(description)?.[1];
        assert.equal(scope !== undefined, security.length > 0, operationId);
        if (scope !== undefined) named[operationId] = scope;
      }
    }
    assert.deepEqual(named, NEEDED);
  }));

/** Parts of an operation of the document. */
interface Documented {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly unknown[];
}
