import assert from "node:assert/strict";
import { ServerLeases } from "../../../src/service/leases.ts";
import { EndpointLeases } from "../../../src/service/webhooks/endpoint_leases.ts";
import type { Leases } from "../../../src/store/shared.ts";
import { FakeClock } from "../../support/app.ts";
import { anEmailChannel } from "../../support/channels.ts";
import { FakeLeases } from "../../support/leases.ts";
import { hanging } from "../../support/fake_net.ts";
import { anEndpoint, anEvent, type DispatchWorld, withDispatcher } from "../../support/webhooks.ts";

const [A, B] = [anEndpoint(1), anEndpoint(2)];

/** Two servers over one database. */
function twoServers({ clock, restarted }: DispatchWorld) {
  const leases = new FakeLeases(clock);
  const server = (holder: string) => {
    const own = new ServerLeases({ leases, holder, monotonicMs: clock.monotonicMs });
    return { own, dispatcher: restarted({ leases: own }) };
  };
  return { leases, one: server("one"), two: server("two") };
}

Deno.test("Dispatcher delivers to an endpoint of one server at a time, each event once", () =>
  withDispatcher(async (world) => {
    const { one, two } = twoServers(world);
    await world.add([A, B], [1, 2, 3, 4].map((n) => anEvent(n)));
    for (const { dispatcher } of [one, two]) dispatcher.wake();
    await Promise.all([one.dispatcher.idle(), two.dispatcher.idle()]);
    for (const host of ["a.example", "b.example"]) {
      const got = world.net.log().filter((line) => line.startsWith(host));
      assert.deepEqual(got, [1, 2, 3, 4].map((n) => `${host} ${n}`));
    }
  }));

Deno.test("Dispatcher takes over an endpoint when its server ends, or its lease is over", () =>
  withDispatcher(async (world) => {
    const { clock, net, add } = world;
    const { one, two } = twoServers(world);
    const run = async ({ dispatcher }: typeof one) => {
      dispatcher.wake();
      await dispatcher.idle();
    };
    await add([A], [anEvent(1)]);
    await run(one);
    await add([], [anEvent(2)]);
    await run(two);
    assert.deepEqual(net.log(), ["a.example 1"], "it is leased to one");
    clock.advance(29_999);
    await run(two);
    assert.equal(net.arrived.length, 1);
    clock.advance(1);
    await run(two);
    assert.deepEqual(net.log(), ["a.example 1", "a.example 2"]);
    await add([], [anEvent(3)]);
    await run(one);
    assert.equal(net.arrived.length, 2, "it is leased to two");
    await two.dispatcher.stop();
    await two.own.release();
    await run(one);
    assert.equal(net.log().at(-1), "a.example 3");
  }));

Deno.test("Dispatcher renews the leases of its deliveries; one that is over starts no attempt", () =>
  withDispatcher(async (world) => {
    const { clock, net, add } = world;
    const { leases, one } = twoServers(world);
    const { behaviour, end } = hanging();
    net.behaviour.set("a.example", behaviour);
    await add([A], [anEvent(1), anEvent(2)]);
    const wake = async () => {
      one.dispatcher.wake();
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    };
    await wake();
    for (let seconds = 0; seconds < 60; seconds++) {
      clock.advance(1000);
      await wake();
    }
    // Retaken at 0, then each time that less than 20 s were left.
    assert.deepEqual(leases.asked, Array(6).fill("one takes 1 for 30000"));
    net.behaviour.delete("a.example");
    end(204);
    await one.dispatcher.idle();
    assert.deepEqual(net.log(), ["a.example 1", "a.example 2"]);
    leases.isDown = true;
    clock.advance(30_000);
    await add([], [anEvent(3)]);
    await wake();
    assert.equal(net.arrived.length, 2);
    leases.isDown = false;
    one.dispatcher.wake();
    await one.dispatcher.idle();
    assert.equal(net.log().at(-1), "a.example 3");
  }));

Deno.test("Dispatcher records no result over that of the next owner", () =>
  withDispatcher(async (world) => {
    const { clock, net, store, add, delivery } = world;
    const { one, two } = twoServers(world);
    const frozen = hanging();
    net.behaviour.set("a.example", frozen.behaviour);
    await add([A], [anEvent(1)]);
    one.dispatcher.wake();
    while (net.arrived.length === 0) await Promise.resolve();
    clock.advance(30_000);
    const next = hanging();
    net.behaviour.set("a.example", next.behaviour);
    two.dispatcher.wake();
    while (net.arrived.length === 1) await Promise.resolve();
    frozen.end(410);
    await one.dispatcher.idle();
    assert.equal((await delivery(1, A)).attempts, 0, "the other attempt is under way");
    next.end(200);
    await two.dispatcher.idle();
    const { state, attempts, lastStatus } = await delivery(1, A);
    assert.deepEqual([state, attempts, lastStatus], ["DELIVERED", 1, 200]);
    assert.equal((await store.webhooks.find(A.id))?.disabledAt, null);
  }));

Deno.test("Dispatcher records a result after its lease if no other server has the endpoint", () =>
  withDispatcher(async (world) => {
    const { clock, net, add, delivery } = world;
    const { one } = twoServers(world);
    const { behaviour, end } = hanging();
    net.behaviour.set("a.example", behaviour);
    await add([A], [anEvent(1)]);
    one.dispatcher.wake();
    while (net.arrived.length === 0) await Promise.resolve();
    clock.advance(30_000);
    end(200);
    await one.dispatcher.idle();
    assert.equal((await delivery(1, A)).state, "DELIVERED");
    assert.equal(net.arrived.length, 1);
  }));

Deno.test("EndpointLeases last 20 s longer than an attempt, which must end within them", async () => {
  const clock = new FakeClock();
  const leases = new FakeLeases(clock);
  const own = new ServerLeases({ leases, holder: "one", monotonicMs: clock.monotonicMs });
  const endpoints = new EndpointLeases(own);
  const mail = anEmailChannel();
  assert.equal(endpoints.covers(A), false);
  assert.equal(await endpoints.take([A, mail, B]), true);
  assert.deepEqual(leases.asked, ["one takes 2 for 30000", "one takes 1 for 50000"]);
  clock.advance(17_999);
  assert.deepEqual([A, mail].map((one) => endpoints.covers(one)), [true, true]);
  clock.advance(1);
  assert.deepEqual([A, mail].map((one) => endpoints.covers(one)), [false, false]);
  endpoints.use(A);
  await endpoints.renew(() => false);
  assert.deepEqual([A, B].map((one) => endpoints.covers(one)), [true, false], "B was not used");
  clock.advance(18_000);
  await endpoints.renew(() => false);
  assert.equal(endpoints.covers(A), false, "not used since");
});

Deno.test("ServerLeases count from before the request, and forget what another server has", async () => {
  const clock = new FakeClock();
  const leases = new FakeLeases(clock);
  const slow: Leases = {
    take: async (...given) => {
      const taken = await leases.take(...given);
      clock.advance(5000);
      return taken;
    },
    release: (...given) => leases.release(...given),
  };
  const [one, two] = ["one", "two"].map((holder) =>
    new ServerLeases({ leases: slow, holder, monotonicMs: clock.monotonicMs })
  );
  assert.equal(await one!.take(["a", "b"], 30_000), 2);
  assert.equal(one!.leftMs("a"), 25_000);
  clock.advance(25_000);
  assert.equal(one!.leftMs("a"), 0);
  assert.equal(await two!.take(["a"], 60_000), 1);
  assert.equal(await one!.take(["a", "b"], 30_000), 1);
  assert.deepEqual([one!.leftMs("a"), one!.leftMs("b")], [0, 25_000]);
  await one!.release();
  assert.deepEqual([...leases.held.values()].map(({ holder }) => holder), ["two"]);
  assert.deepEqual([one!.leftMs("b"), await one!.take([], 1)], [0, 0]);
});
