import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { aCart, type Answer, type World } from "../support/app.ts";
import { Checkout, left, paid } from "./steps/checkout.ts";
import { aCode, ADDRESS, HOUR_MS, KNOWN_PHONE, off, withShop } from "./steps/shop.ts";

const DAY_MS = 24 * HOUR_MS;

/** A POST that does work in the state that `ready` brings a checkout to. */
interface Post {
  readonly name: string;
  ready(checkout: Checkout): Promise<[call: string, data: unknown]>;
}

async function addressed(checkout: Checkout, method?: string): Promise<void> {
  await checkout.step("PUT /address", ADDRESS);
  if (method !== undefined) await checkout.step("PUT /payment-method", { method });
}

const POSTS: readonly Post[] = [
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
];

function named(key: string): Record<string, string> {
  return { "idempotency-key": key };
}

function isReplay({ headers }: Answer): boolean {
  return headers.get("idempotent-replayed") === "true";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

async function facts(checkout: Checkout): Promise<unknown> {
  return [await checkout.stored(), await checkout.events(), await left(checkout.world)];
}

for (const { name, ready } of POSTS) {
  Deno.test(`POST ${name} is done once under an Idempotency-Key and replayed byte for byte`, () =>
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

  Deno.test(`POST ${name} keeps its Idempotency-Key from other bodies, paths and sessions`, () =>
    withShop(async (world) => {
      const [checkout, other] = [await Checkout.open(world), await Checkout.open(world)];
      const [call, data] = await ready(checkout);
      assert.equal((await checkout.send(call, data, named("taken"))).status, 200);
      const before = [await facts(checkout), await facts(other)];
      const path = name === "/abandon" ? "POST /complete" : "POST /abandon";
      const tries = [
        () => checkout.send(path, undefined, named("taken")),
        () => other.send(call, data, named("taken")),
        // Where no body is looked at there is no other body either.
        ...(isObject(data)
          ? [() => checkout.send(call, { ...data, more: 1 }, named("taken"))]
          : []),
      ];
      for (const attempt of tries) {
        const { status, json } = await attempt();
        assert.equal(status, 422);
        assert.deepEqual(json.error, {
          code: "error.idempotency-key-reused",
          message: "This Idempotency-Key was used for another request",
        });
      }
      assert.deepEqual([await facts(checkout), await facts(other)], before);
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
    assert.equal((await store.sessions({ limit: 9 })).length, 1);
  }));

async function createdWith({ send }: World, key: string, secret?: string): Promise<Answer> {
  const own = secret === undefined ? {} : { secret };
  const answer = await send("POST", "/session", { body: aCart(), headers: named(key), ...own });
  assert.equal(answer.status, 201, answer.text);
  return answer;
}

Deno.test("an Idempotency-Key counts per API key", () =>
  withShop(async (world) => {
    const request = { merchantId: world.merchant.id, name: "2", lifetimeMs: null, rateLimit: null };
    const { secret } = await world.services.keys.create(request);
    const first = await createdWith(world, "same");
    const second = await createdWith(world, "same", secret);
    assert.equal(isReplay(second), false);
    assert.notEqual(second.text, first.text);
  }));

for (const swept of [false, true]) {
  Deno.test(`an Idempotency-Key is kept for 24 hours, ${swept ? "with" : "without"} the sweep`, () =>
    withShop(async (world) => {
      const first = await createdWith(world, "daily");
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

Deno.test("a refusal is replayed under its Idempotency-Key, also once it would succeed", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const apply = () => checkout.send("POST /coupons", { code: "NEW" }, named("apply"));
    const first = await apply();
    assert.deepEqual([first.status, isReplay(first)], [404, false]);
    const coupon = aCode(70, "NEW", off(1_000));
    await world.store.commit([{ kind: "coupon.put", coupon } satisfies Change]);
    world.clock.advance(1000);
    const again = await apply();
    assert.deepEqual([again.status, again.text, isReplay(again)], [404, first.text, true]);
    assert.equal((await checkout.send("POST /coupons", { code: "NEW" })).status, 200);
  }));

Deno.test("a refusal that passes by itself is not recorded: too many codes", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const send = () => checkout.send("POST /otp", { phone: KNOWN_PHONE }, named("otp"));
    assert.equal((await send()).status, 429);
    world.clock.advance(30_000);
    const { status, headers } = await send();
    assert.deepEqual([status, headers.get("idempotent-replayed")], [200, null]);
  }));

Deno.test("a failure of ours is not recorded: the same request does its work afterwards", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const commit = world.store.commit.bind(world.store);
    world.store.commit = () => Promise.reject(new Error("disk on fire"));
    const apply = () => checkout.send("POST /coupons", { code: "FLAT50" }, named("apply"));
    const failed = await apply();
    assert.deepEqual([failed.status, failed.json.error.code], [500, "error.internal"]);
    world.store.commit = commit;
    const done = await apply();
    assert.deepEqual([done.status, isReplay(done)], [200, false]);
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

Deno.test("without an Idempotency-Key a request works each time; a PUT takes no notice of one", () =>
  withShop(async (world) => {
    const [one, two] = [await Checkout.open(world), await Checkout.open(world)];
    assert.notEqual(one.id, two.id);
    for (let i = 1; i <= 2; i++) {
      const answer = await one.send("PUT /payment-method", { method: "COD" }, named("put"));
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
