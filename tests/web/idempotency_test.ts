import assert from "node:assert/strict";
import { NO_SESSION_FILTER } from "../../src/domain/filters.ts";
import { aCart } from "../support/app.ts";
import { createdWith, isReplay, named } from "./idempotency.ts";
import { Checkout, left, paid } from "./api/checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, mugs, withShop } from "./api/shop.ts";

const DAY_MS = 24 * HOUR_MS;

/** A request that does work in the state that `ready` brings a checkout to. */
interface KeyedRequest {
  readonly name: string;
  ready(checkout: Checkout): Promise<[call: string, data: unknown]>;
}

async function addressed(checkout: Checkout, method?: string): Promise<void> {
  await checkout.step("PUT /address", ADDRESS);
  if (method !== undefined) await checkout.step("PUT /payment-method", { method });
}

const REQUESTS: readonly KeyedRequest[] = [
  { name: "/coupons", ready: () => Promise.resolve(["POST /coupons", { code: "FLAT50" }]) },
  { name: "/otp", ready: () => Promise.resolve(["POST /otp", { phone: KNOWN_PHONE }]) },
  {
    name: "/otp/verify",
    async ready(checkout) {
      await checkout.step("POST /otp", { phone: KNOWN_PHONE });
      return ["POST /otp/verify", { phone: KNOWN_PHONE, otp: checkout.lastCode() }];
    },
  },
  {
    name: "/payment",
    async ready(checkout) {
      await addressed(checkout);
      return ["POST /payment", undefined];
    },
  },
  {
    name: "/payment/{payment_id}/result",
    async ready(checkout) {
      await addressed(checkout);
      return paid((await checkout.step("POST /payment")).payment);
    },
  },
  {
    name: "/complete",
    async ready(checkout) {
      await addressed(checkout, "COD");
      return ["POST /complete", undefined];
    },
  },
  { name: "/abandon", ready: () => Promise.resolve(["POST /abandon", undefined]) },
  { name: "/items", ready: () => Promise.resolve(["PUT /items", { items: mugs(1) }]) },
  { name: "/add-ons", ready: () => Promise.resolve(["PUT /add-ons", { add_ons: [] }]) },
  { name: "/address", ready: () => Promise.resolve(["PUT /address", ADDRESS]) },
  { name: "/coins", ready: () => Promise.resolve(["PUT /coins", { coins: 0 }]) },
  {
    name: "/payment-method",
    ready: () => Promise.resolve(["PUT /payment-method", { method: "COD" }]),
  },
  {
    name: "/coupons/{code}",
    async ready(checkout) {
      await checkout.step("POST /coupons", { code: "FLAT50" });
      return ["DELETE /coupons/flat50", undefined];
    },
  },
];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

async function facts(checkout: Checkout): Promise<unknown> {
  return [await checkout.stored(), await checkout.events(), await left(checkout.world)];
}

for (const { name, ready } of REQUESTS) {
  Deno.test(`${name} is done once under an Idempotency-Key and replayed byte for byte`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      const [call, data] = await ready(checkout);
      const first = await checkout.send(call, data, named("once"));
      assert.deepEqual([first.status, isReplay(first)], [200, false], first.text);
      const [before, told] = [await facts(checkout), world.told.length];
      world.clock.advance(60_000);
      const again = await checkout.send(call, data, named("once"));
      assert.deepEqual([again.status, isReplay(again)], [200, true]);
      assert.equal(again.text, first.text);
      assert.deepEqual(await facts(checkout), before);
      assert.equal(world.told.length, told, "nobody was told of a second one");
    }));

  Deno.test(`${name} keeps its Idempotency-Key from other bodies`, () =>
    withShop(async (world) => {
      const checkout = await Checkout.open(world);
      const [call, data] = await ready(checkout);
      assert.equal((await checkout.send(call, data, named("taken"))).status, 200);
      const before = await facts(checkout);
      const more = isObject(data) ? { ...data, more: 1 } : {};
      const headers = { ...named("taken"), "content-length": "99" };
      const { status, json } = await checkout.send(call, more, headers);
      assert.equal(status, 422);
      assert.deepEqual(json.error, {
        code: "error.idempotency-key-reused",
        message: "This Idempotency-Key was used for a request with another body",
      });
      assert.deepEqual(await facts(checkout), before);
    }));
}

Deno.test("POST /session is done once under an Idempotency-Key, Location and all", () =>
  withShop(async ({ send, store }) => {
    const post = (over = {}) =>
      send("POST", "/session", { body: aCart(over), headers: named("cart-1") });
    const first = await post();
    const again = await post();
    assert.deepEqual([again.status, again.text, isReplay(again)], [201, first.text, true]);
    assert.equal(again.headers.get("location"), first.headers.get("location"));
    const other = await post({ note: "in a hurry" });
    assert.deepEqual([other.status, other.json.error.code], [422, "error.idempotency-key-reused"]);
    assert.equal((await store.sessions.list(NO_SESSION_FILTER, { limit: 9 })).rows.length, 1);
  }));

for (const swept of [false, true]) {
  Deno.test(`an Idempotency-Key is kept for 24 hours, ${swept ? "with" : "without"} the sweep`, () =>
    withShop(async (world) => {
      const first = await createdWith(world, "daily");
      const checkout = new Checkout(world, first.json.data.session_id);
      await addressed(checkout, "COD");
      await checkout.step("POST /complete");
      world.clock.advance(DAY_MS - 1);
      if (swept) await world.services.housekeeping.forget();
      const late = await createdWith(world, "daily");
      assert.deepEqual([late.text, isReplay(late)], [first.text, true]);
      world.clock.advance(1);
      if (swept) await world.services.housekeeping.forget();
      const next = await createdWith(world, "daily");
      assert.equal(isReplay(next), false);
      assert.notEqual(next.text, first.text);
      assert.equal(isReplay(await createdWith(world, "daily")), true);
    }));
}

Deno.test("of two that come together under one Idempotency-Key one works, one is told to wait", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await addressed(checkout);
    const both = [1, 2].map(() => checkout.send("POST /payment", undefined, named("twin")));
    const [first, second] = await Promise.all(both);
    assert.equal(first?.status, 200);
    assert.deepEqual(
      [second?.status, second?.json.error.code, second?.headers.get("retry-after")],
      [409, "error.idempotency-in-progress", "1"],
    );
    const later = await checkout.send("POST /payment", undefined, named("twin"));
    assert.deepEqual([later.text, isReplay(later)], [first?.text, true]);
  }));

Deno.test("what is replayed is what was sent, though time passed while it was made", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    let at = world.clock.at;
    Object.defineProperty(world.clock, "at", { get: () => at++ });
    const apply = () => checkout.send("POST /coupons", { code: "FLAT50" }, named("tick"));
    const first = await apply();
    assert.equal((await apply()).text, first.text);
  }));

Deno.test("without an Idempotency-Key a request works each time", () =>
  withShop(async (world) => {
    const [one, two] = [await Checkout.open(world), await Checkout.open(world)];
    assert.notEqual(one.id, two.id);
    for (let i = 1; i <= 2; i++) {
      const answer = await one.send("PUT /payment-method", { method: "COD" });
      assert.deepEqual([answer.status, isReplay(answer)], [200, false]);
      assert.equal((await one.stored()).version, 1 + i);
    }
  }));

Deno.test("a malformed Idempotency-Key is refused before any work", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    for (const key of ["two words", "k".repeat(256), "é"]) {
      const { status, json } = await checkout.send("POST /abandon", undefined, named(key));
      assert.deepEqual([status, json.error.code], [400, "error.invalid-request"]);
      assert.match(
        json.error.message,
        /^Idempotency-Key must be 1 to 255 visible characters, got /,
      );
    }
    const longest = await checkout.send("POST /abandon", undefined, named("k".repeat(255)));
    assert.equal(longest.status, 200);
  }));
