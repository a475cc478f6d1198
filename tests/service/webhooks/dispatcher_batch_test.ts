/** Endpoints that receive several events in one message. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { SessionId } from "../../../src/domain/ids.ts";
import { MAX_BATCH, MAX_BATCH_BYTES } from "../../../src/domain/shop/webhook.ts";
import { uuid } from "../../support/builders.ts";
import { answer, type Arrived, hanging } from "../../support/fake_net.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  deliveriesOver,
  withDispatcher,
} from "../../support/webhooks.ts";
import { OPERATOR } from "../../support/operator.ts";

const ENDPOINT = anEndpoint(1, { batch: true });
/** Session whose id ends in a number below ten: that of its lane, of eight or more. */
const about = (n: number, of: number, data = {}) =>
  anEvent(n, { sessionId: uuid<SessionId>(7000 + of), data: { version: n, ...data } });
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The numbers of the events of a message. */
function eventsIn({ body }: Pick<Arrived, "body">): number[] {
  const { type, data } = JSON.parse(body);
  assert.equal(type, "batch");
  return data.events.map(({ id }: { id: string }) => Number(id.slice(-12)));
}

Deno.test("an endpoint with batches gets up to 100 events of a lane in a message, in order", () =>
  withDispatcher(async ({ add, net, run, delivery }) => {
    await add([ENDPOINT], range(1, MAX_BATCH + 3).map((n) => about(n, n % 3)));
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [range(1, MAX_BATCH), range(101, 103)]);
    const [first, second] = net.arrived;
    assert.notEqual(first?.id, second?.id);
    const { events } = JSON.parse(first?.body ?? "").data;
    assert.deepEqual(events[0], {
      id: uuid(1),
      type: "session.updated",
      timestamp: new Date(about(1, 1).at).toISOString(),
      data: { version: 1 },
    });
    const { state, attempts, batchId } = await delivery(103, ENDPOINT);
    assert.deepEqual([state, attempts, batchId], ["DELIVERED", 1, second?.id]);
  }));

Deno.test("a session is in one lane, and each lane has messages of its own", () =>
  withDispatcher(async ({ add, net, run }) => {
    await add([{ ...ENDPOINT, lanes: 4 }], range(1, 40).map((n) => about(n, n % 8)));
    await run();
    const messages = net.arrived.map(eventsIn);
    assert.deepEqual(messages.flat().sort((a, b) => a - b), range(1, 40));
    for (const numbers of messages) {
      assert.deepEqual([...new Set(numbers.map((n) => n % 4))].length, 1);
      assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
    }
    assert.equal(messages.length, 4);
  }));

Deno.test("a refused message is sent again whole, under the same id, also by the next process", () =>
  withDispatcher(async ({ add, clock, net, run, restarted, delivery }) => {
    net.behaviour.set("a.example", () => answer(500));
    await add([ENDPOINT], range(1, 3).map((n) => about(n, n)));
    await run();
    // Later ones do not join it, and do not wait for it.
    await add([], [about(4, 1)]);
    net.behaviour.set("a.example", () => answer(200));
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [[1, 2, 3], [4]]);
    clock.advance(5000);
    const next = restarted();
    next.wake();
    await next.idle();
    await next.stop();
    const [first, , again] = net.arrived;
    assert.deepEqual([again?.id, again?.body], [first?.id, first?.body]);
    for (const n of [1, 2, 3]) assert.equal((await delivery(n, ENDPOINT)).attempts, 2);
  }));

Deno.test("a message whose process ended before the answer is the same for the next one", () =>
  withDispatcher(async ({ add, net, dispatcher, restarted, delivery }) => {
    const { behaviour } = hanging();
    net.behaviour.set("a.example", behaviour);
    await add([ENDPOINT], [about(1, 1), about(2, 2)]);
    dispatcher.wake();
    while (net.arrived.length === 0) await setImmediate();
    await dispatcher.stop();
    await add([], [about(3, 1)]);
    net.behaviour.delete("a.example");
    const next = restarted();
    next.wake();
    await next.idle();
    await next.stop();
    assert.deepEqual(net.arrived.map(eventsIn), [[1, 2], [1, 2], [3]]);
    assert.equal(net.arrived[1]?.id, net.arrived[0]?.id);
    assert.equal((await delivery(2, ENDPOINT)).attempts, 1);
  }));

Deno.test("an event whose session cannot be read fails alone, and holds up no other", () =>
  withDispatcher(async ({ add, net, store, run, delivery }) => {
    const asking = { ...ENDPOINT, include: ["buyer.email" as const] };
    const find = store.sessions.find.bind(store.sessions);
    const damaged = uuid<SessionId>(7002);
    Object.defineProperty(store.sessions, "find", {
      value: (id: SessionId) => {
        if (id === damaged) throw new Error("Row of table sessions cannot be read");
        return find(id);
      },
    });
    await add([asking], [about(1, 1), about(2, 2), about(3, 3)]);
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [[1], [3]]);
    const { state, attempts } = await delivery(2, asking);
    assert.deepEqual([state, attempts], ["PENDING", 1]);
  }));

Deno.test("a refused message is sent again as it was, also once batches are switched off", () =>
  withDispatcher(async ({ add, clock, net, store, run }) => {
    net.behaviour.set("a.example", () => answer(500));
    await add([ENDPOINT], range(1, 3).map((n) => about(n, n)));
    await run();
    net.behaviour.set("a.example", () => answer(200));
    await store.commit([{ kind: "webhook.put", endpoint: { ...ENDPOINT, batch: false } }]);
    clock.advance(5000);
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [[1, 2, 3], [1, 2, 3]]);
    assert.equal(net.arrived[1]?.id, net.arrived[0]?.id);
  }));

Deno.test("a message has at most 256 KiB, unless one event is longer", () =>
  withDispatcher(async ({ add, net, run }) => {
    const text = (bytes: number) => ({ text: "é".repeat(bytes / 2) });
    await add([ENDPOINT], [
      about(1, 1, text(100_000)),
      about(2, 1, text(100_000)),
      about(3, 1, text(100_000)),
      about(4, 1, text(MAX_BATCH_BYTES)),
      about(5, 1),
    ]);
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [[1, 2], [3], [4], [5]]);
    for (const { body } of net.arrived.slice(0, 2)) {
      assert.ok(new TextEncoder().encode(body).length <= MAX_BATCH_BYTES);
    }
  }));

Deno.test("a one-time code is alone in its message, and is not sent late", () =>
  withDispatcher(async ({ add, clock, net, run, delivery }) => {
    await add([ENDPOINT], [about(1, 1), anOtpEvent(2), about(3, 1)]);
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [[1], [2], [3]]);
    net.behaviour.set("a.example", () => answer(500));
    await add([], [anOtpEvent(4)]);
    await run();
    clock.advance(10 * 60_000);
    await run();
    assert.equal(net.arrived.length, 4);
    assert.equal((await delivery(4, ENDPOINT)).state, "FAILED");
  }));

Deno.test("a replay of an event that waits in a message sends the message again, whole", () =>
  withDispatcher(async (world) => {
    const { add, net, run, delivery } = world;
    net.behaviour.set("a.example", () => answer(500));
    await add([ENDPOINT], [about(1, 1), about(2, 2)]);
    await run();
    net.behaviour.set("a.example", () => answer(200));
    await deliveriesOver(world).replay(uuid(2), ENDPOINT.id, OPERATOR);
    await run();
    assert.deepEqual(net.arrived.map(eventsIn), [[1, 2], [1, 2]]);
    assert.equal(net.arrived[1]?.id, net.arrived[0]?.id);
    // One that has arrived is sent by itself.
    await deliveriesOver(world).replay(uuid(1), ENDPOINT.id, OPERATOR);
    await run();
    assert.deepEqual(net.arrived.map(eventsIn).at(-1), [1]);
    assert.notEqual(net.arrived.at(-1)?.id, net.arrived[0]?.id);
    assert.equal((await delivery(1, ENDPOINT)).state, "DELIVERED");
  }));

Deno.test("an answer of 410 to a message disables the endpoint and fails all of it", () =>
  withDispatcher(async ({ add, net, run, store, delivery }) => {
    net.behaviour.set("a.example", () => answer(410));
    await add([ENDPOINT], [about(1, 1), about(2, 2)]);
    await run();
    assert.notEqual((await store.webhooks.find(ENDPOINT.id))?.disabledAt, null);
    for (const n of [1, 2]) assert.equal((await delivery(n, ENDPOINT)).state, "FAILED");
  }));
