/** Lanes of an endpoint: several sessions at the same time, each in order and one at a time. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { SessionId } from "../../../src/domain/ids.ts";
import { SLOTS, SLOTS_FOR_SLOW, SLOW_MS } from "../../../src/service/webhooks/dispatcher.ts";
import { ServerLeases } from "../../../src/service/leases.ts";
import { uuid } from "../../support/builders.ts";
import { FakeLeases } from "../../support/leases.ts";
import { answer, type Arrived, hanging } from "../../support/fake_net.ts";
import { anEndpoint, anEvent, type DispatchWorld, withDispatcher } from "../../support/webhooks.ts";

/** Session whose id ends in a number below ten: that of its lane, of eight or more. */
const session = (n: number) => uuid<SessionId>(7000 + n);
const about = (n: number, of: number) => anEvent(n, { sessionId: session(of) });
const numberOf = ({ id }: Pick<Arrived, "id">) => Number(id.slice(-12));

async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn++) await setImmediate();
}

/** Holds every delivery to a.example until it is let go. */
function held({ net }: DispatchWorld) {
  const open = new Map<number, (status: number) => void>();
  net.behaviour.set("a.example", (arrived) =>
    new Promise((resolve) => {
      open.set(numberOf(arrived), (status) => {
        open.delete(numberOf(arrived));
        resolve(answer(status));
      });
      arrived.signal.addEventListener("abort", () => resolve(answer(500)));
    }));
  const end = async (n: number, status = 200) => {
    open.get(n)?.(status);
    await turns();
  };
  return { underWay: () => [...open.keys()].sort((a, b) => a - b), end };
}

Deno.test("an endpoint with lanes gets one event of each at a time, those of a session in order", () =>
  withDispatcher(async (world) => {
    const { add, dispatcher } = world;
    const { underWay, end } = held(world);
    // Sessions 0 and 4 are in the same of four lanes.
    await add([anEndpoint(1, { lanes: 4 })], [
      ...[about(1, 0), about(2, 0), about(3, 1), about(4, 4), about(5, 1), about(6, 2)],
    ]);
    dispatcher.wake();
    await turns();
    assert.deepEqual(underWay(), [1, 3, 6]);
    await end(3);
    assert.deepEqual(underWay(), [1, 5, 6]);
    await end(1);
    assert.deepEqual(underWay(), [2, 5, 6]);
    for (const n of [2, 5, 6]) await end(n);
    assert.deepEqual(underWay(), [4]);
    await end(4);
    await dispatcher.idle();
  }));

Deno.test("a retry shares the lane of its session, and the one due for longest comes first", () =>
  withDispatcher(async (world) => {
    const { add, clock, dispatcher } = world;
    const { underWay, end } = held(world);
    await add([anEndpoint(1, { lanes: 8 })], [about(1, 0), about(2, 0), about(3, 1)]);
    dispatcher.wake();
    await turns();
    await end(1, 500);
    assert.deepEqual(underWay(), [2, 3]);
    clock.advance(60_000);
    dispatcher.wake();
    await turns();
    assert.deepEqual(underWay(), [2, 3], "never two of a session at a time");
    await end(2);
    assert.deepEqual(underWay(), [1, 3]);
    for (const n of [1, 3]) await end(n);
    await dispatcher.idle();
  }));

Deno.test("a session with a long backlog keeps its order, and delays others no more than its turn", () =>
  withDispatcher(async (world) => {
    const { add, net, run } = world;
    const events = Array.from({ length: 150 }, (_, n) => about(n + 1, n < 100 ? 0 : n % 8));
    await add([anEndpoint(1, { lanes: 8 })], events);
    await run();
    assert.equal(net.arrived.length, events.length);
    const bySession = Map.groupBy(net.arrived.map(numberOf), (n) => events[n - 1]?.sessionId);
    for (const [id, order] of bySession) {
      assert.deepEqual(order, order.toSorted((a, b) => a - b), String(id));
    }
  }));

Deno.test("a changed number of lanes waits for what is under way", () =>
  withDispatcher(async (world) => {
    const { add, dispatcher, store } = world;
    const { underWay, end } = held(world);
    const endpoint = anEndpoint(1, { lanes: 8 });
    await add([endpoint], [about(1, 5), about(2, 6), about(3, 5), about(4, 0)]);
    dispatcher.wake();
    await turns();
    assert.deepEqual(underWay(), [1, 2, 4]);
    await store.commit([{ kind: "webhook.put", endpoint: { ...endpoint, lanes: 1 } }]);
    await end(4);
    assert.deepEqual(underWay(), [1, 2], "session 5 would be in two lanes");
    await end(2);
    await end(1);
    assert.deepEqual(underWay(), [3]);
    await end(3);
    await dispatcher.idle();
  }));

Deno.test("an endpoint takes at most a quarter of the slots, a dead one a quarter of the slow ones", () =>
  withDispatcher(async (world) => {
    const { add, clock, net, dispatcher } = world;
    const { behaviour, end } = hanging();
    net.behaviour.set("a.example", behaviour);
    const lanes = 8;
    const events = Array.from({ length: 16 }, (_, n) => about(n + 1, n % 8));
    await add([anEndpoint(1, { lanes })], events);
    dispatcher.wake();
    await turns();
    assert.equal(net.underWay, SLOTS / 4);
    clock.advance(SLOW_MS);
    net.behaviour.set("b.example", behaviour);
    await add([anEndpoint(2, { lanes })], [about(50, 0)]);
    dispatcher.wake();
    await turns();
    assert.equal(net.underWay, SLOTS / 4 + 1, "it delays no other endpoint");
    end(500);
    await dispatcher.idle();
    clock.advance(60_000);
    net.behaviour.set("a.example", hanging().behaviour);
    const [, slow] = [net.arrived.length, SLOTS_FOR_SLOW / 4];
    dispatcher.wake();
    await turns();
    clock.advance(SLOW_MS);
    dispatcher.wake();
    await turns();
    assert.ok(net.underWay >= slow && net.underWay <= SLOTS / 4);
  }));

Deno.test("of two servers one has all lanes of an endpoint", () =>
  withDispatcher(async (world) => {
    const { add, clock, net, restarted } = world;
    const leases = new FakeLeases(clock);
    const [one, two] = ["one", "two"].map((holder) =>
      restarted({ leases: new ServerLeases({ leases, holder, monotonicMs: clock.monotonicMs }) })
    );
    const { underWay, end } = held(world);
    await add([anEndpoint(1, { lanes: 8 })], [about(1, 0), about(2, 1), about(3, 0)]);
    for (const server of [one, two]) server?.wake();
    await turns(60);
    assert.deepEqual(underWay(), [1, 2]);
    for (const n of [1, 2]) await end(n);
    assert.deepEqual(underWay(), [3]);
    await end(3);
    for (const server of [one, two]) await server?.stop();
    assert.deepEqual(net.arrived.map(numberOf), [1, 2, 3]);
  }));
