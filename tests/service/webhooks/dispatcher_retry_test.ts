import assert from "node:assert/strict";
import type { CheckoutEvent } from "../../../src/domain/events.ts";
import { OTP_LIFETIME_MS } from "../../../src/domain/session/otp.ts";
import { RETRY_DELAYS_MS } from "../../../src/domain/shop/webhook.ts";
import { NOW, SESSION_ID } from "../../support/builders.ts";
import { answer, hanging } from "../../support/fake_net.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  type DispatchWorld,
  withDispatcher,
} from "../../support/webhooks.ts";

const [A, B] = [anEndpoint(1), anEndpoint(2)];
const SECOND_MS = 1000;

for (const [random, factor] of [[0, 1], [1, 1.2]] as const) {
  Deno.test(`Dispatcher tries again after 5 s, 30 s, ... 24 h, times ${factor}, then gives up`, () =>
    withDispatcher(async ({ net, clock, add, run, delivery }) => {
      net.behaviour.set("a.example", () => answer(500));
      await add([A], [anEvent(1)]);
      await run();
      for (const [i, delayMs] of RETRY_DELAYS_MS.entries()) {
        clock.advance(delayMs * factor - 1);
        await run();
        assert.equal(net.arrived.length, i + 1, `not before ${delayMs * factor} ms`);
        clock.advance(1);
        await run();
        assert.equal(net.arrived.length, i + 2, `after ${delayMs * factor} ms`);
      }
      const { state, attempts, lastStatus, lastError } = await delivery(1, A);
      assert.deepEqual([state, attempts, lastStatus, lastError], ["FAILED", 8, 500, "HTTP 500"]);
      clock.advance(1e9);
      await run();
      assert.equal(net.arrived.length, 8);
    }, { random }));
}

Deno.test("Dispatcher sends later events while an earlier one waits to be tried again", () =>
  withDispatcher(async ({ net, clock, add, run }) => {
    net.behaviour.set("a.example", ({ id }) => answer(id === anEvent(1).id ? 503 : 200));
    await add([A], [anEvent(1), anEvent(2)]);
    await run();
    net.behaviour.delete("a.example");
    clock.advance(5 * SECOND_MS);
    await add([], [anEvent(3)]);
    await run();
    assert.deepEqual(net.log(), ["a.example 1", "a.example 2", "a.example 1", "a.example 3"]);
  }));

Deno.test("Dispatcher honours a Retry-After that asks for more than the pause", async () => {
  const rows: [string, number][] = [
    ["90", 90],
    ["3", 5],
    [new Date(NOW + 600 * SECOND_MS).toUTCString(), 600],
    [new Date(NOW - SECOND_MS).toUTCString(), 5],
    ["soon", 5],
  ];
  for (const [retryAfter, seconds] of rows) {
    await withDispatcher(async ({ net, clock, add, run, delivery }) => {
      clock.at = NOW;
      net.behaviour.set("a.example", () => answer(429, retryAfter));
      await add([A], [anEvent(1)]);
      await run();
      // An HTTP date has no milliseconds.
      const waitedMs = (await delivery(1, A)).nextAt - clock.now();
      assert.equal(Math.ceil(waitedMs / SECOND_MS), seconds, retryAfter);
    });
  }
});

Deno.test("Dispatcher disables an endpoint that answers 410 and sends it nothing more", () =>
  withDispatcher(async ({ net, clock, store, add, run, delivery, told }) => {
    net.behaviour.set("a.example", () => answer(410));
    await add([A, B], [anEvent(1), anEvent(2)]);
    await run();
    assert.deepEqual(net.log(), ["a.example 1", "b.example 1", "b.example 2"]);
    assert.equal((await delivery(1, A)).state, "FAILED");
    assert.equal((await store.webhooks.find(A.id))?.disabledAt, clock.now());
    assert.equal((await store.webhooks.find(B.id))?.disabledAt, null);
    assert.deepEqual(told, ["A webhook endpoint answered 410 Gone and is disabled"]);
    clock.advance(1e9);
    await run();
    assert.equal(net.arrived.length, 3);
  }));

Deno.test("Dispatcher does not bring back an endpoint that is removed while it answers 410", () =>
  withDispatcher(async ({ net, store, add, run }) => {
    net.behaviour.set("a.example", async () => {
      await store.commit([{ kind: "webhook.remove", merchantId: A.merchantId, endpointId: A.id }]);
      return answer(410);
    });
    await add([A], [anEvent(1)]);
    await run();
    assert.equal(await store.webhooks.find(A.id), null);
  }));

Deno.test("Dispatcher does not send again what it could not note at first", async () => {
  let failures = 2;
  await withDispatcher(async ({ store, net, add, restarted, delivery, told }) => {
    const dispatcher = restarted({
      commit: async (changes) => {
        if (failures-- > 0) throw new Error("database is locked");
        await store.commit(changes);
      },
    });
    await add([A], [anEvent(1)]);
    dispatcher.wake();
    await dispatcher.idle();
    assert.equal(net.arrived.length, 1);
    assert.equal((await delivery(1, A)).state, "DELIVERED");
    assert.deepEqual(told, ["Cannot record the result of a delivery"], "said once");
  });
});

async function codeOf({ store }: DispatchWorld, event: CheckoutEvent): Promise<unknown> {
  const events = await store.sessions.events(SESSION_ID);
  const found = events.find(({ id }) => id === event.id);
  assert.ok(found);
  return found.data["otp"];
}

Deno.test("Dispatcher blots a code out once it is delivered or failed everywhere", () =>
  withDispatcher(async (world) => {
    const { net, add, dispatcher, store } = world;
    const hang = hanging();
    net.behaviour.set("b.example", hang.behaviour);
    const event = anOtpEvent(1);
    // Of no concern: one that does not take such events, and one that is disabled.
    const others = [anEndpoint(3, { events: ["payment.paid"] }), anEndpoint(4)];
    await add([A, B, ...others], [event]);
    await store.commit([{ kind: "webhook.put", endpoint: anEndpoint(4, { disabledAt: NOW }) }]);
    const delivered = Promise.withResolvers<void>();
    net.behaviour.set("a.example", ({ id }) => {
      if (id === anEvent(2).id) delivered.resolve();
      return answer(200);
    });
    await add([], [anEvent(2)]);
    dispatcher.wake();
    await delivered.promise;
    assert.equal(await codeOf(world, event), "123456", "b.example still waits for it");
    hang.end(410);
    await dispatcher.idle();
    assert.equal(await codeOf(world, event), null);
  }));

Deno.test("Dispatcher does not try a code again that will have expired by then", () =>
  withDispatcher(async (world) => {
    const { net, clock, add, run, delivery } = world;
    net.behaviour.set("a.example", () => answer(500));
    const event = anOtpEvent(1);
    await add([A], [event]);
    for (const pauseMs of RETRY_DELAYS_MS.slice(0, 3)) {
      await run();
      assert.equal((await delivery(1, A)).state, "PENDING");
      clock.advance(pauseMs);
    }
    assert.equal(await codeOf(world, event), "123456");
    await run();
    // 155 s have passed, and the next pause is 10 min.
    const { state, attempts, lastError } = await delivery(1, A);
    assert.deepEqual([state, attempts, lastError], ["FAILED", 4, "HTTP 500"]);
    assert.equal(await codeOf(world, event), null);
  }));

Deno.test("Dispatcher does not send a code that has expired or was blotted out", () =>
  withDispatcher(async (world) => {
    const { net, clock, store, add, run, delivery } = world;
    const [late, blotted] = [anOtpEvent(1), anOtpEvent(2)];
    await add([A], [blotted]);
    await store.commit([{ kind: "event.redact", eventId: blotted.id }]);
    await run();
    clock.at = late.at + OTP_LIFETIME_MS;
    await add([], [late]);
    await run();
    assert.equal(net.arrived.length, 0);
    for (const n of [1, 2]) {
      const { state, attempts, lastError } = await delivery(n, A);
      assert.deepEqual([state, attempts, lastError], ["FAILED", 0, "The code has expired"]);
    }
    assert.equal(await codeOf(world, late), null);
  }));

Deno.test("Dispatcher goes on when an endpoint is removed while it answers", () =>
  withDispatcher(async ({ net, store, add, run, told }) => {
    net.behaviour.set("a.example", async () => {
      await store.commit([{ kind: "webhook.remove", merchantId: A.merchantId, endpointId: A.id }]);
      return answer(200);
    });
    await add([A, B], [anEvent(1), anEvent(2)]);
    await run();
    assert.deepEqual(net.log(), ["a.example 1", "b.example 1", "b.example 2"]);
    assert.deepEqual(told, []);
  }));
