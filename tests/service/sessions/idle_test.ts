/** `session.idle`: written once for each session that its customer leaves alone. */
import assert from "node:assert/strict";
import type { CheckoutEvent } from "../../../src/domain/events.ts";
import type { SessionId } from "../../../src/domain/ids.ts";
import type { Endpoint } from "../../../src/domain/shop/webhook.ts";
import type { Merchant } from "../../../src/domain/shop/merchant.ts";
import { aCart, withWorld, type World } from "../../support/app.ts";
import { anSmsChannel } from "../../support/channels.ts";
import { anEndpoint, only } from "../../support/webhooks.ts";
import { OPERATOR } from "../../support/operator.ts";

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const ADDRESS = {
  name: "Asha Rao",
  phone: "+919876543210",
  line1: "12 Lake Road",
  city: "Bengaluru",
  postal_code: "560001",
  country_code: "IN",
};

/** A world whose shop has an endpoint for the event. */
function withHook(
  test: (world: World) => Promise<void>,
  { merchant, endpoint = anEndpoint(1) }: {
    readonly merchant?: Partial<Merchant>;
    readonly endpoint?: Endpoint;
  } = {},
): Promise<void> {
  return withWorld(async (world) => {
    await world.store.commit([{ kind: "webhook.put", endpoint }]);
    await test(world);
  }, { ...(merchant && { merchant }), rateLimit: 2000 });
}

async function open({ send }: World): Promise<SessionId> {
  const { json } = await send("POST", "/session", { body: aCart() });
  return json.data.session_id;
}

async function put({ send }: World, path: string, data?: unknown) {
  const { status, json } = await send(path.includes("/payment") ? "POST" : "PUT", path, {
    ...(data !== undefined && { body: { data } }),
  });
  assert.equal(status, 200, JSON.stringify(json));
  return json.data;
}

async function reachable(world: World): Promise<SessionId> {
  const id = await open(world);
  await put(world, `/session/${id}/address`, ADDRESS);
  return id;
}

async function idleEvents({ store }: World, id: SessionId): Promise<CheckoutEvent[]> {
  return (await store.sessions.events(id)).filter(({ type }) => type === "session.idle");
}

Deno.test("reportIdle() writes session.idle once, after idle_after without activity", () =>
  withHook(async (world) => {
    const { services: { housekeeping }, clock, store } = world;
    const id = await reachable(world);
    clock.advance(HALF_HOUR_MS - 1);
    assert.equal(await housekeeping.reportIdle(), 0);
    clock.advance(1);
    const before = await store.sessions.find(id);
    assert.equal(await housekeeping.reportIdle(), 1);
    const [event, ...more] = await idleEvents(world, id);
    assert.deepEqual(more, []);
    assert.equal(event?.at, clock.at);
    assert.equal(event.data["recovery_url"], null, "the link is not stored");
    assert.equal(event.data["version"], 3);
    const after = await store.sessions.find(id);
    assert.equal(after?.lastActiveAt, before?.lastActiveAt, "it is no activity");
    assert.equal(after?.load().recovery.idleAt, clock.at);
    assert.equal(await housekeeping.reportIdle(), 0);
    // Activity does not make it due again.
    await put(world, `/session/${id}/address`, ADDRESS);
    clock.advance(HALF_HOUR_MS);
    assert.equal(await housekeeping.reportIdle(), 0);
    assert.equal((await idleEvents(world, id)).length, 1);
  }));

Deno.test("reportIdle() does not prolong the session", () =>
  withHook(async (world) => {
    const id = await reachable(world);
    world.clock.advance(HALF_HOUR_MS);
    await world.services.housekeeping.reportIdle();
    world.clock.advance(HALF_HOUR_MS);
    assert.equal((await world.send("GET", `/session/${id}`)).status, 404);
    assert.equal(await world.services.housekeeping.sweepAll(), 1);
  }));

Deno.test("reportIdle() knows of reads that are not written yet, and goes on behind them", () =>
  withHook(async (world) => {
    const { services: { housekeeping }, clock } = world;
    const read: SessionId[] = [];
    for (let i = 0; i < 120; i++) read.push(await reachable(world));
    const left = await reachable(world);
    clock.advance(HALF_HOUR_MS);
    // Before the flush.
    for (const id of read) await world.send("GET", `/session/${id}`);
    assert.equal(await housekeeping.reportIdle(), 1);
    assert.equal((await idleEvents(world, left)).length, 1);
    clock.advance(HALF_HOUR_MS);
    assert.equal(await housekeeping.reportIdle(), 120);
  }));

Deno.test("several sweeps at the same moment write one event", () =>
  withHook(async (world) => {
    const id = await reachable(world);
    world.clock.advance(HALF_HOUR_MS);
    const { housekeeping } = world.services;
    const done = await Promise.all([1, 2, 3].map(() => housekeeping.reportIdle()));
    assert.deepEqual(done.sort(), [0, 0, 1]);
    assert.equal((await idleEvents(world, id)).length, 1);
  }));

/** Sessions, and whether their inactivity is reported. */
const CASES: readonly [what: string, (world: World) => Promise<SessionId>, isReported: boolean][] =
  [
    ["nobody can be reached", open, false],
    ["an e-mail of the buyer is known", async (world) => {
      const id = await open(world);
      await put(world, `/session/${id}/buyer`, { email: "asha@example.com" });
      return id;
    }, true],
    ["a payment is under way", async (world) => {
      const id = await reachable(world);
      await put(world, `/session/${id}/payment`);
      return id;
    }, false],
    ["the payment failed", async (world) => {
      const id = await reachable(world);
      const { payment } = await put(world, `/session/${id}/payment`);
      await put(world, `/session/${id}/payment/${payment.payment_id}/cancel`);
      return id;
    }, true],
    ["it was abandoned", async (world) => {
      const id = await reachable(world);
      await world.send("POST", `/session/${id}/abandon`);
      return id;
    }, false],
    ["the person was erased", async (world) => {
      const id = await reachable(world);
      await world.services.erasure.erase(ADDRESS.phone, null, OPERATOR);
      return id;
    }, false],
  ];

for (const [what, make, isReported] of CASES) {
  Deno.test(`reportIdle() of a session where ${what}: ${isReported ? "reported" : "not"}`, () =>
    withHook(async (world) => {
      const id = await make(world);
      world.clock.advance(HALF_HOUR_MS);
      assert.equal(await world.services.housekeeping.reportIdle(), Number(isReported));
      assert.equal((await idleEvents(world, id)).length, Number(isReported));
    }));
}

Deno.test("reportIdle() takes a payment whose holds were released for one that was left", () =>
  withHook(async (world) => {
    const id = await reachable(world);
    await put(world, `/session/${id}/payment`);
    world.clock.advance(HALF_HOUR_MS);
    await world.services.housekeeping.releaseAll();
    assert.equal(await world.services.housekeeping.reportIdle(), 1);
  }));

/** Shops that get no event. */
const SHOPS: readonly [what: string, Parameters<typeof withHook>[1]][] = [
  ["idle_after is 0", { merchant: { idleAfterMinutes: 0 } }],
  ["no endpoint takes it", { endpoint: anEndpoint(1, only("session.completed")) }],
  ["its endpoint is disabled", { endpoint: anEndpoint(1, { disabledAt: 1 }) }],
];

for (const [what, shop] of SHOPS) {
  Deno.test(`reportIdle() writes nothing for a shop where ${what}`, () =>
    withHook(async (world) => {
      const id = await reachable(world);
      world.clock.advance(HALF_HOUR_MS);
      assert.equal(await world.services.housekeeping.reportIdle(), 0);
      assert.deepEqual(await idleEvents(world, id), []);
    }, shop));
}

Deno.test("reportIdle() waits until a channel of the shop reaches the customer", () =>
  withHook(async (world) => {
    const id = await open(world);
    await put(world, `/session/${id}/buyer`, { email: "asha@example.com" });
    world.clock.advance(HALF_HOUR_MS);
    assert.equal(await world.services.housekeeping.reportIdle(), 0);
    await put(world, `/session/${id}/address`, ADDRESS);
    world.clock.advance(HALF_HOUR_MS);
    assert.equal(await world.services.housekeeping.reportIdle(), 1);
  }, { endpoint: anSmsChannel({ events: ["session.idle"] }) }));

Deno.test("reportIdle() waits as long as each shop says, and leaves expired sessions", () =>
  withHook(async (world) => {
    const { services: { housekeeping }, clock } = world;
    await reachable(world);
    clock.advance(5 * MINUTE_MS - 1);
    assert.equal(await housekeeping.reportIdle(), 0);
    clock.advance(1);
    assert.equal(await housekeeping.reportIdle(), 1);
    await reachable(world);
    clock.advance(60 * MINUTE_MS);
    assert.equal(await housekeeping.reportIdle(), 0);
  }, { merchant: { idleAfterMinutes: 5 } }));
