import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { AppError } from "../../src/domain/errors.ts";
import { NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import type { Variant } from "../../src/domain/shop/catalog.ts";
import { CommitRefused } from "../../src/store/store.ts";
import { codeIn } from "../../src/web/problem.ts";
import { aCart, type Answer, withWorld, type World } from "../support/app.ts";
import { aProduct, aVariant, FOREVER } from "../support/builders.ts";
import { createdWith, isReplay, named } from "./idempotency.ts";
import { Checkout } from "./api/checkout.ts";
import { ADDRESS, KNOWN_PHONE, RULES, withShop } from "./api/shop.ts";
import { aCode, fixed, shippingAt } from "../support/shop.ts";
import { OPERATOR } from "../support/operator.ts";

/** Reasons that refuse a valid step for now. */
const FAILURES: readonly [status: number, failure: (change: Change) => Error][] = [
  [409, (change) => new CommitRefused(change, "Somebody was faster")],
  [503, () => new AppError("error.unavailable", "The database cannot be used now")],
  [500, () => new Error("disk on fire")],
];

for (const [expected, failure] of FAILURES) {
  Deno.test(`a ${expected} that a later try may not meet is not recorded under its Idempotency-Key`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      const post = () =>
        checkout.send("POST /coupons", { code: "FLAT50" }, { "Idempotency-Key": "later" });
      const { store } = world;
      const { commit } = store;
      store.commit = (changes) => {
        const step = changes.find(({ kind }) => kind === "session.put");
        return step === undefined ? commit.call(store, changes) : Promise.reject(failure(step));
      };
      const passing = await post();
      assert.equal(passing.status, expected, passing.text);
      store.commit = commit;
      const answer = await post();
      assert.deepEqual([answer.status, isReplay(answer)], [200, false], answer.text);
    }));
}

/** A request that is refused until something happens. */
interface Refused {
  readonly code: string;
  readonly call: string;
  readonly data?: unknown;
  ready?(checkout: Checkout): Promise<unknown>;
  /** Brings about the refusal. */
  before?(world: World): Promise<void>;
  /** Takes away what the refusal was for. */
  after(world: World): Promise<void> | void;
}

function mug({ store, merchant }: World, over: Partial<Variant>): Promise<void> {
  const product = aProduct({ variants: [aVariant(over)] });
  return store.commit([{ kind: "product.put", merchantId: merchant.id, product }]);
}

const REFUSED: readonly Refused[] = [
  {
    code: "error.coupon-not-found",
    call: "POST /coupons",
    data: { code: "NEW" },
    async after({ store, clock }) {
      await store.commit([{
        kind: "coupon.put",
        coupon: aCode(70, "NEW", { discount: fixed(1_000) }),
      }]);
      clock.advance(1000);
    },
  },
  {
    code: "error.otp-rate-limited",
    call: "POST /otp",
    data: { phone: KNOWN_PHONE },
    ready: (checkout) => checkout.step("POST /otp", { phone: KNOWN_PHONE }),
    after: ({ clock }) => clock.advance(30_000),
  },
  {
    code: "error.price-changed",
    call: "POST /payment",
    ready: (checkout) => checkout.step("PUT /address", ADDRESS),
    async before({ store, merchant, clock }) {
      const shipping = [shippingAt(7_500)];
      const moved = { ...merchant, rules: { ...RULES, shipping } };
      await store.commit([{ kind: "merchant.put", merchant: moved }]);
      clock.advance(1000);
    },
    after: () => {},
  },
  {
    code: "error.out-of-stock",
    call: "POST /payment",
    ready: (checkout) => checkout.step("PUT /address", ADDRESS),
    before: (world) => mug(world, { inventoryQuantity: 1 }),
    after: (world) => mug(world, { inventoryQuantity: 2 }),
  },
];

for (const { code, call, data, ready, before, after } of REFUSED) {
  Deno.test(`${code} is not recorded: the same request succeeds once it can`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      await ready?.(checkout);
      await before?.(world);
      const send = () => checkout.send(call, data, { "Idempotency-Key": "attempt" });
      const refused = await send();
      assert.equal(refused.json.error?.code, code, refused.text);
      await after(world);
      // Returned stock is visible once the caches are renewed.
      world.clock.advance(10);
      await checkout.step("PUT /address", ADDRESS);
      const done = await send();
      assert.deepEqual([done.status, isReplay(done)], [200, false], done.text);
      assert.ok(isReplay(await send()));
    }));
}

Deno.test("a wrong one-time code is recorded: sent again it costs no other try", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const wrong = checkout.lastCode() === "000000" ? "000001" : "000000";
    const answers: Answer[] = [];
    for (let n = 0; n < 3; n++) {
      const data = { phone: KNOWN_PHONE, otp: wrong };
      answers.push(await checkout.send("POST /otp/verify", data, { "Idempotency-Key": "wrong" }));
    }
    for (const { status, json } of answers) {
      assert.deepEqual([status, json.error.code], [409, "error.otp-invalid"]);
    }
    assert.deepEqual(answers.map(isReplay), [false, true, true]);
    assert.equal((await checkout.stored()).otp.challenge?.triesLeft, 4);
  }));

Deno.test("an Idempotency-Key counts per merchant: another of its API keys gets the replay", () =>
  withShop(async (world) => {
    const request = { merchantId: world.merchant.id, name: "2", ...FOREVER };
    const { secret } = await world.services.keys.create(request, OPERATOR);
    const first = await createdWith(world, "same");
    const second = await createdWith(world, "same", secret);
    assert.deepEqual([isReplay(second), second.text], [true, first.text]);
  }));

Deno.test("an Idempotency-Key counts per method and path: each does its own work under it", () =>
  withShop(async (world) => {
    const [one, two] = [await Checkout.open(world), await Checkout.open(world)];
    const calls: [Checkout, string, unknown][] = [
      [one, "POST /coupons", { code: "FLAT50" }],
      [two, "POST /coupons", { code: "FLAT50" }],
      [one, "PUT /payment-method", { method: "PREPAID" }],
      [one, "POST /abandon", undefined],
      [two, "DELETE /coupons/FLAT50", undefined],
    ];
    for (const replayed of [false, true]) {
      for (const [checkout, call, data] of calls) {
        const answer = await checkout.send(call, data, named("order-4711"));
        assert.deepEqual([answer.status, isReplay(answer)], [200, replayed], call);
      }
    }
  }));

Deno.test("bodies under an Idempotency-Key are compared as parsed JSON", () =>
  withShop(async ({ send, store }) => {
    const post = (text: string) => send("POST", "/session", { text, headers: named("cart") });
    const cart = (price: string, id = "9223372036854775807") =>
      `{"data":{"shop_domain":"demo-store.example","items":[{"product_id":${id},"variant_id":77,` +
      `"quantity":2,"price":${price}}]}}`;
    const first = await post(cart("120.5"));
    assert.deepEqual([first.status, isReplay(first)], [201, false], first.text);
    const same = [
      cart("120.50"),
      cart("1205e-1"),
      `{ "data": {"items": [ {"price":120.5, "quantity":2, "variant_id":77,\n` +
      `"product_id":9223372036854775807}], "shop_domain": "demo-store.ex\\u0061mple"}}`,
    ];
    for (const text of same) {
      const again = await post(text);
      assert.deepEqual([again.status, isReplay(again), again.text], [201, true, first.text], text);
    }
    for (const text of [cart("120.51"), cart('"120.5"'), cart("120.5", "9223372036854775806")]) {
      const other = await post(text);
      assert.deepEqual([other.status, other.json.error.code], [
        422,
        "error.idempotency-key-reused",
      ], text);
    }
    assert.equal((await store.sessions.list(NO_SESSION_FILTER, { limit: 9 })).rows.length, 1);
  }));

Deno.test("a refusal that is replayed is logged with its code, as the first time", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (let n = 0; n < 2; n++) {
      const answer = await checkout.send(
        "POST /otp/verify",
        { phone: KNOWN_PHONE, otp: "123456" },
        { "idempotency-key": "refused" },
      );
      assert.deepEqual([answer.status, isReplay(answer)], [409, n === 1]);
      const entry = world.log.at(-1);
      assert.deepEqual([entry?.status, entry?.error], [409, "error.otp-invalid"]);
    }
    const done = () =>
      checkout.send("POST /coupons", { code: "FLAT50" }, { "idempotency-key": "done" });
    await done();
    assert.ok(isReplay(await done()));
    assert.equal(world.log.at(-1)?.error, undefined);
  }));

Deno.test("codeIn() is the code in a refusal's body, or nothing", () => {
  const body = (code: unknown) => JSON.stringify({ status: "FAILURE", error: { code } });
  assert.equal(codeIn(body("error.out-of-stock")), "error.out-of-stock");
  for (const other of [body("error.of-long-ago"), body(1), "{}", "null", "{", ""]) {
    assert.equal(codeIn(other), undefined, other);
  }
});

/** Sends a body with its length, as a client does. */
function post({ send }: World, path: string, text: string, headers: Record<string, string> = {}) {
  const length = { "content-length": String(text.length) };
  return send("POST", path, { text, headers: { ...headers, ...length } });
}

Deno.test("a POST that takes no body is another request with another one, and bounded all the same", () =>
  withWorld(async (world) => {
    const created = await world.send("POST", "/session", { body: aCart() });
    const path = `${created.headers.get("location")}/abandon`;
    const headers = { "idempotency-key": "k" };
    assert.equal((await world.send("POST", path, { headers })).status, 200);
    const other = await post(world, path, '{"data":{}}', headers);
    assert.deepEqual([other.status, other.json.error.code], [422, "error.idempotency-key-reused"]);
    const large = await post(world, path, "x".repeat(1024 * 1024 + 1));
    assert.deepEqual([large.status, large.json.error.code], [413, "error.payload-too-large"]);
  }));
