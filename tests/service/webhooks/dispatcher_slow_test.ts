import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { WebhookEndpoint } from "../../../src/domain/shop/webhook.ts";
import { SLOTS, SLOTS_FOR_SLOW, SLOW_MS } from "../../../src/service/webhooks/dispatcher.ts";
import { NoAnswer, type WebhookAnswer } from "../../../src/service/webhooks/transport.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { answer, type Arrived, hanging } from "../../support/fake_net.ts";
import { anEndpoint, anEvent, type DispatchWorld, withDispatcher } from "../../support/webhooks.ts";

const HEALTHY_SHOP = uuid<MerchantId>(4);
const HEALTHY = anEndpoint(99, { url: "https://healthy.example/", merchantId: HEALTHY_SHOP });

/** Endpoints `h0.example`, `h1.example`, ..., in turn of these shops. */
function endpoints(count: number, shops: readonly MerchantId[] = [uuid(1)]): WebhookEndpoint[] {
  return Array.from({ length: count }, (_, i) => {
    const merchantId = shops[i % shops.length] ?? HEALTHY_SHOP;
    return anEndpoint(i, { url: `https://h${i}.example/`, merchantId });
  });
}

/** Tells all of these endpoints what to do. */
function behave(
  { net }: DispatchWorld,
  all: readonly WebhookEndpoint[],
  behaviour: (arrived: Arrived) => WebhookAnswer | Promise<WebhookAnswer>,
): void {
  for (const { url } of all) net.behaviour.set(new URL(url).hostname, behaviour);
}

/** Resolves when the healthy endpoint gets this event, with the moment and what else is under way. */
function healthyGets({ net }: DispatchWorld, n: number): Promise<{ at: number; besides: number }> {
  return new Promise((resolve) =>
    net.behaviour.set("healthy.example", ({ id, at }) => {
      if (id === uuid(n)) resolve({ at, besides: net.underWay - 1 });
      return answer(200);
    })
  );
}

/** Deliveries that began, by how long after the start. */
function begunAfter({ net }: DispatchWorld): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { at } of net.arrived) counts[at - NOW] = (counts[at - NOW] ?? 0) + 1;
  return counts;
}

async function addShops({ store }: DispatchWorld): Promise<void> {
  for (const n of [2, 3, 4]) {
    const merchant = aMerchant({ id: uuid<MerchantId>(n), domains: [`shop${n}.example`] });
    await store.commit([{ kind: "merchant.put", merchant }]);
  }
}

Deno.test("Dispatcher begins SLOTS deliveries at once, and half as many each SLOW_MS that they hang", () =>
  withDispatcher(async (world) => {
    const { add, dispatcher, net, clock } = world;
    const hang = hanging();
    const all = endpoints(SLOTS + SLOTS_FOR_SLOW + 5);
    const allBegun = Promise.withResolvers<void>();
    behave(world, all, (arrived) => {
      if (net.underWay === all.length) allBegun.resolve();
      return hang.behaviour(arrived);
    });
    await add(all, [anEvent(1)]);
    dispatcher.wake();
    await allBegun.promise;
    assert.deepEqual(begunAfter(world), {
      0: SLOTS,
      [SLOW_MS]: SLOTS - SLOTS_FOR_SLOW,
      [2 * SLOW_MS]: 5,
    });
    hang.end(200);
    await dispatcher.idle();
    assert.equal(net.arrived.length, all.length);
    assert.deepEqual(clock.waited, [SLOW_MS, SLOW_MS]);
  }));

Deno.test("Dispatcher waits once for slots to come free, however often it is poked", () =>
  withDispatcher(async (world) => {
    const { add, restarted, net, clock } = world;
    const full = Promise.withResolvers<void>();
    const freed = Promise.withResolvers<void>();
    let waits = 0;
    const wait = () => {
      waits += 1;
      full.resolve();
      return freed.promise;
    };
    Object.assign(clock, { wait });
    const dispatcher = restarted();
    const hang = hanging();
    const all = endpoints(SLOTS + 1);
    const allBegun = Promise.withResolvers<void>();
    behave(world, all, (arrived) => {
      if (net.underWay === SLOTS) dispatcher.wake();
      if (net.underWay === all.length) allBegun.resolve();
      return hang.behaviour(arrived);
    });
    await add(all, [anEvent(1)]);
    dispatcher.wake();
    await full.promise;
    // The look that the wake asked for comes a few turns later, and finds nothing to do.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    clock.advance(SLOW_MS);
    freed.resolve();
    await allBegun.promise;
    hang.end(200);
    await dispatcher.idle();
    assert.equal(waits, 1);
  }));

Deno.test("Dispatcher serves a healthy shop within SLOW_MS while 42 endpoints of three others hang", () =>
  withDispatcher(async (world) => {
    const { add, dispatcher, net, clock } = world;
    await addShops(world);
    const shops = [1, 2, 3].map((n) => uuid<MerchantId>(n));
    const dead = endpoints(42, shops);
    const hang = hanging();
    behave(world, dead, hang.behaviour);
    const first = healthyGets(world, 9);
    await add([...dead, HEALTHY], shops.map((merchantId, i) => anEvent(i, { merchantId })));
    await add([], [anEvent(9, { merchantId: HEALTHY_SHOP })]);
    dispatcher.wake();
    assert.deepEqual(await first, { at: NOW + SLOW_MS, besides: 42 });

    // Later ones do not wait at all: enough of the others have turned out slow.
    const next = healthyGets(world, 10);
    await add([], [anEvent(10, { merchantId: HEALTHY_SHOP })]);
    const askedAt = clock.now();
    dispatcher.wake();
    assert.deepEqual(await next, { at: askedAt, besides: 42 });
    hang.end(200);
    await dispatcher.idle();
    assert.equal(net.arrived.length, 44);
  }));

for (const [name, laterMs] of [["a new event", 0], ["the next attempt", 5000]] as const) {
  Deno.test(`Dispatcher starts those whose last attempt got no answer as slow, with ${name}`, () =>
    withDispatcher(async (world) => {
      const { add, run, restarted, clock } = world;
      await addShops(world);
      const dead = endpoints(42);
      behave(world, dead, () => {
        throw new NoAnswer("Connection refused");
      });
      await add([...dead, HEALTHY], [anEvent(1)]);
      await run();

      const hang = hanging();
      behave(world, dead, hang.behaviour);
      clock.advance(laterMs);
      const served = healthyGets(world, 9);
      await add([], [anEvent(2), anEvent(9, { merchantId: HEALTHY_SHOP })]);
      const dispatcher = restarted();
      const startedAt = clock.now();
      dispatcher.wake();
      const result = await served;
      hang.end(200);
      await dispatcher.idle();
      assert.deepEqual(result, { at: startedAt, besides: SLOTS_FOR_SLOW });
    }));
}

for (const status of [200, 500]) {
  Deno.test(`Dispatcher starts those whose last attempt was answered ${status} as quick`, () =>
    withDispatcher(async (world) => {
      const { add, run, restarted, clock, net } = world;
      const all = endpoints(SLOTS);
      await add(all, [anEvent(1), anEvent(2)]);
      // The first got no answer, and that is not what counts.
      behave(world, all, ({ id }) => {
        if (id === uuid(1)) throw new NoAnswer("Connection refused");
        clock.advance(1);
        return answer(status);
      });
      await run();

      const hang = hanging();
      const full = Promise.withResolvers<void>();
      behave(world, all, (arrived) => {
        if (net.underWay === SLOTS) full.resolve();
        return hang.behaviour(arrived);
      });
      await add([], [anEvent(3)]);
      const dispatcher = restarted();
      const startedAt = clock.now();
      dispatcher.wake();
      await full.promise;
      const fullAt = net.arrived.at(-1)?.at;
      hang.end(200);
      await dispatcher.idle();
      assert.equal(fullAt, startedAt);
    }));
}
