import assert from "node:assert/strict";
import { SLOTS, SLOTS_FOR_SLOW, SLOW_MS } from "../../../src/service/webhooks/dispatcher.ts";
import { addSession, aSession, putSession } from "../../store/support.ts";
import { uuid } from "../../support/builders.ts";
import { answer, hanging } from "../../support/fake_net.ts";
import { anEndpoint, anEvent, only, withDispatcher } from "../../support/webhooks.ts";

const [A, B] = [anEndpoint(1), anEndpoint(2)];

Deno.test("Dispatcher delivers to each endpoint in the order of events, one at a time", () =>
  withDispatcher(async ({ net, add, run, delivery, clock }) => {
    let underWay = 0;
    net.behaviour.set("a.example", async () => {
      underWay += 1;
      assert.equal(underWay, 1);
      await Promise.resolve();
      underWay -= 1;
      return answer(204);
    });
    // Ids are no order: the events happened in this one.
    await add([A, B], [anEvent(3), anEvent(1), anEvent(2)]);
    await run();
    for (const host of ["a.example", "b.example"]) {
      const got = net.log().filter((line) => line.startsWith(host));
      assert.deepEqual(got, [`${host} 3`, `${host} 1`, `${host} 2`]);
    }
    assert.deepEqual(await delivery(3, A), {
      eventId: uuid(3),
      endpointId: A.id,
      state: "DELIVERED",
      attempts: 1,
      nextAt: (await delivery(3, B)).nextAt,
      lastStatus: 204,
      lastError: "",
      batchId: null,
      updatedAt: clock.now(),
    });
    await run();
    assert.equal(net.arrived.length, 6, "what is delivered is not sent again");
  }));

Deno.test("Dispatcher sends an endpoint the events it asked for", () =>
  withDispatcher(async ({ net, add, run }) => {
    await add([anEndpoint(1, only("payment.paid"))], [
      anEvent(1),
      anEvent(2, { type: "payment.paid" }),
    ]);
    await run();
    assert.deepEqual(net.log(), ["a.example 2"]);
  }));

Deno.test("Dispatcher sends the buyer's e-mail to the endpoints that ask for it, as it is now", () =>
  withDispatcher(async ({ net, store, add, run }) => {
    const bodies: [string, unknown][] = [];
    for (const host of ["a.example", "b.example"]) {
      net.behaviour.set(host, ({ body }) => {
        bodies.push([host, JSON.parse(body).data.buyer]);
        return answer(200);
      });
    }
    const session = aSession(1);
    await store.commit([addSession(session)]);
    const about = { sessionId: session.id };
    await add([anEndpoint(1, { include: ["buyer.email"] }), B], [anEvent(1, about)]);
    await run();
    const known = { ...session, version: 2, buyer: { name: "Asha", email: "asha@example.com" } };
    await add([], [anEvent(2, about)]);
    await store.commit([putSession(known)]);
    await run();
    // Of a session that is gone there is no buyer.
    await add([], [anEvent(3)]);
    await run();
    const sent = (host: string) => bodies.filter(([one]) => one === host).map(([, data]) => data);
    assert.deepEqual(sent("a.example"), [
      { email: null },
      { email: "asha@example.com" },
      { email: null },
    ]);
    assert.deepEqual(sent("b.example"), [undefined, undefined, undefined]);
  }));

Deno.test("Dispatcher counts a session that cannot be read as a failed attempt", () =>
  withDispatcher(async ({ net, clock, store, add, run, delivery, told }) => {
    const asking = anEndpoint(1, { include: ["buyer.email"] });
    const find = store.sessions.find.bind(store.sessions);
    const damaged = aSession(1).id;
    Object.defineProperty(store.sessions, "find", {
      configurable: true,
      value: (id: typeof damaged) => {
        if (id === damaged) throw new Error("Row of table sessions cannot be read");
        return find(id);
      },
    });
    await add([asking], [anEvent(1, { sessionId: damaged }), anEvent(2)]);
    await run();
    const { state, attempts, lastError, nextAt } = await delivery(1, asking);
    assert.deepEqual([state, attempts, lastError], ["PENDING", 1, "Could not be sent"]);
    assert.deepEqual(told, ["A webhook could not be sent because of a bug"]);
    assert.deepEqual(net.log(), ["a.example 2"], "later events do not wait");
    Object.defineProperty(store.sessions, "find", { value: find });
    clock.advance(nextAt - clock.now());
    await run();
    assert.deepEqual(net.log(), ["a.example 2", "a.example 1"]);
  }));

Deno.test("Dispatcher lets a hanging endpoint delay only its own events", () =>
  withDispatcher(async ({ net, add, dispatcher, delivery }) => {
    const hang = hanging();
    net.behaviour.set("a.example", hang.behaviour);
    const delivered = Promise.withResolvers<void>();
    net.behaviour.set("b.example", ({ id }) => {
      if (id === uuid(2)) delivered.resolve();
      return answer(200);
    });
    await add([A, B], [anEvent(1), anEvent(2)]);
    dispatcher.wake();
    await delivered.promise;
    assert.deepEqual(net.log(), ["a.example 1", "b.example 1", "b.example 2"]);
    hang.end(200);
    await dispatcher.idle();
    assert.deepEqual(net.log().slice(3), ["a.example 2"]);
    assert.equal((await delivery(2, A)).state, "DELIVERED");
  }));

Deno.test("Dispatcher keeps half of its slots free of endpoints that were slow", () =>
  withDispatcher(async ({ net, clock, add, run, dispatcher }) => {
    const slow = Array.from(
      { length: SLOTS + 1 },
      (_, i) => anEndpoint(i, { url: `https://slow${i}.example/` }),
    );
    const hosts = slow.map(({ url }) => new URL(url).hostname);
    for (const host of hosts) {
      net.behaviour.set(host, () => {
        clock.advance(SLOW_MS + 1);
        return answer(200);
      });
    }
    await add(slow, [anEvent(1)]);
    await run();

    const hang = hanging();
    for (const host of hosts) net.behaviour.set(host, hang.behaviour);
    const delivered = Promise.withResolvers<void>();
    net.behaviour.set("quick.example", ({ id }) => {
      if (id === uuid(3)) delivered.resolve();
      return answer(200);
    });
    await add([anEndpoint(99, { url: "https://quick.example/" })], [anEvent(2), anEvent(3)]);
    dispatcher.wake();
    await delivered.promise;
    assert.equal(net.underWay - 1, SLOTS_FOR_SLOW, "besides the quick one that is answering");
    hang.end(200);
    await dispatcher.idle();
    assert.equal(net.log().filter((line) => line.endsWith(" 3")).length, SLOTS + 2);

    // They were quick this time: all of the slots are theirs again.
    const full = Promise.withResolvers<void>();
    const last = hanging();
    for (const host of hosts) {
      net.behaviour.set(host, (arrived) => {
        if (net.underWay === SLOTS) full.resolve();
        return last.behaviour(arrived);
      });
    }
    await add([], [anEvent(4)]);
    dispatcher.wake();
    await full.promise;
    last.end(200);
    await dispatcher.idle();
  }));

Deno.test("Dispatcher resumes from the store in another process, under the same webhook-id", () =>
  withDispatcher(async ({ net, clock, add, dispatcher, restarted, delivery }) => {
    const arrived = Promise.withResolvers<void>();
    net.behaviour.set("a.example", (post) => {
      arrived.resolve();
      return hanging().behaviour(post);
    });
    await add([A], [anEvent(1), anEvent(2)]);
    dispatcher.wake();
    await arrived.promise;
    await dispatcher.stop();
    assert.equal((await delivery(1, A)).attempts, 0, "given up on the way out: no attempt of it");
    dispatcher.wake();
    await dispatcher.idle();
    assert.equal(net.arrived.length, 1, "a stopped dispatcher begins nothing");

    net.behaviour.delete("a.example");
    clock.advance(60_000);
    const second = restarted();
    second.wake();
    await second.idle();
    assert.deepEqual(net.log(), ["a.example 1", "a.example 1", "a.example 2"]);
    assert.equal((await delivery(1, A)).state, "DELIVERED");
  }));

Deno.test("Dispatcher.stop() lets a delivery under way finish", () =>
  withDispatcher(async ({ net, add, dispatcher, delivery }) => {
    const arrived = Promise.withResolvers<void>();
    const hang = hanging();
    net.behaviour.set("a.example", (post) => {
      arrived.resolve();
      return hang.behaviour(post);
    });
    await add([A], [anEvent(1)]);
    dispatcher.wake();
    await arrived.promise;
    hang.end(200);
    await dispatcher.stop();
    assert.equal((await delivery(1, A)).state, "DELIVERED");
  }));

Deno.test("Dispatcher leaves the store alone once it has stopped", () =>
  withDispatcher(async ({ store, add, dispatcher, told }) => {
    await add([A], [anEvent(1)]);
    await dispatcher.stop();
    await store.close();
    dispatcher.wake();
    await dispatcher.idle();
    assert.deepEqual(told, []);
  }));
