import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/domain/errors.ts";
import { NO_DELIVERY_FILTER } from "../../../src/domain/filters.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import {
  type DeliverySelection,
  NO_DELIVERY_SELECTION,
} from "../../../src/service/webhooks/deliveries.ts";
import { aMerchant, NOW, uuid } from "../../support/builders.ts";
import { refused } from "../../support/refused.ts";
import { answer } from "../../support/fake_net.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  deliveriesOver,
  withDispatcher,
} from "../../support/webhooks.ts";
import { OPERATOR } from "../../support/operator.ts";

const MERCHANT = uuid<MerchantId>(1);

Deno.test("Deliveries.list() lists the latest first, up to a limit", () =>
  withDispatcher(async (world) => {
    const deliveries = deliveriesOver(world);
    const { id } = anEndpoint(1);
    world.net.behaviour.set("a.example", () => answer(500));
    await world.add([anEndpoint(1)], [anEvent(1), anEvent(2)]);
    await world.run();
    await world.add([], [anEvent(3)]);
    const listed =
      (await deliveries.list({ ...NO_DELIVERY_SELECTION, endpoint: id }, { limit: 2 })).rows;
    assert.deepEqual(
      listed.map(({ event, delivery }) => [event.id, delivery.attempts, delivery.lastError]),
      [[uuid(3), 0, ""], [uuid(2), 1, "HTTP 500"]],
    );
    await refused(
      deliveries.list({ ...NO_DELIVERY_SELECTION, endpoint: uuid(7) }, { limit: 2 }),
      "error.webhook-not-found",
      /No such endpoint/,
    );
  }));

Deno.test("Deliveries.replay() delivers an event again: to all it was meant for, or to one", () =>
  withDispatcher(async (world) => {
    const deliveries = deliveriesOver(world);
    const [a, b] = [anEndpoint(1), anEndpoint(2)];
    const other = { ...aMerchant(), id: uuid<MerchantId>(2), domains: ["other.example"] };
    await world.store.commit([{ kind: "merchant.put", merchant: other }]);
    await world.add([a, b, anEndpoint(3, { merchantId: other.id })], [anEvent(1)]);
    await world.run();
    assert.deepEqual(world.net.log(), ["a.example 1", "b.example 1"]);

    const again = await deliveries.replay(uuid(1), null, OPERATOR);
    assert.deepEqual(
      again.map(({ endpoint, delivery }) => [endpoint.id, delivery.state, delivery.attempts]),
      [[a.id, "PENDING", 0], [b.id, "PENDING", 0]],
    );
    await world.run();
    assert.deepEqual(world.net.log().slice(2), ["a.example 1", "b.example 1"]);

    await deliveries.replay(uuid(1), b.id, OPERATOR);
    await world.run();
    assert.deepEqual(world.net.log().slice(4), ["b.example 1"]);
  }));

Deno.test("Deliveries.replay() gives an event that failed all its attempts back", () =>
  withDispatcher(async (world) => {
    world.net.behaviour.set("a.example", () => answer(500));
    await world.add([anEndpoint(1)], [anEvent(1)]);
    for (let i = 0; i < 8; i++, world.clock.advance(2e8)) await world.run();
    assert.equal((await world.delivery(1, anEndpoint(1))).state, "FAILED");
    await deliveriesOver(world).replay(uuid(1), null, OPERATOR);
    await world.run();
    const { state, attempts } = await world.delivery(1, anEndpoint(1));
    assert.deepEqual([state, attempts], ["PENDING", 1]);
  }));

Deno.test("Deliveries.replay() refuses what was never sent, and disabled endpoints", () =>
  withDispatcher(async (world) => {
    const deliveries = deliveriesOver(world);
    const paid = anEndpoint(2, { events: ["payment.paid"] });
    world.net.behaviour.set("a.example", () => answer(410));
    await world.add([anEndpoint(1), paid], [anEvent(1)]);
    await world.run();
    const rows: [string, string | null, ErrorCode][] = [
      [uuid(1), null, "error.event-not-found"],
      [uuid(1), paid.id, "error.event-not-found"],
      [uuid(7), paid.id, "error.event-not-found"],
      ["nonsense", null, "error.event-not-found"],
      [uuid(1), uuid(7), "error.webhook-not-found"],
      [uuid(1), anEndpoint(1).id, "error.conflict"],
    ];
    for (const [event, endpoint, code] of rows) {
      await refused(deliveries.replay(event, endpoint, OPERATOR), code, /: /);
    }
  }));

Deno.test("Deliveries.list() lists those of a shop, of a state, of a type and since a time", () =>
  withDispatcher(async (world) => {
    const other = { ...aMerchant(), id: uuid<MerchantId>(2), domains: ["other.example"] };
    await world.store.commit([{ kind: "merchant.put", merchant: other }]);
    const [a, b] = [anEndpoint(1), anEndpoint(2, { disabledAt: null, events: ["payment.paid"] })];
    await world.add([a, b, anEndpoint(3, { merchantId: other.id })], [
      anEvent(1),
      anEvent(2, { type: "payment.paid" }),
    ]);
    world.net.behaviour.set("b.example", () => answer(410));
    await world.run();
    await world.add([], [anEvent(3, { at: NOW + 60_000 })]);
    const list = async (over: Partial<DeliverySelection>) => {
      const selection = { ...NO_DELIVERY_SELECTION, ...over };
      const { rows } = await deliveriesOver(world).list(selection, { limit: 9 });
      return rows.map(({ event, endpoint }) => [event.id, endpoint.id]);
    };
    const all = [[uuid(3), a.id], [uuid(2), b.id], [uuid(2), a.id], [uuid(1), a.id]];
    assert.deepEqual(await list({ merchantId: MERCHANT }), all);
    assert.deepEqual(await list({ merchantId: other.id }), []);
    assert.deepEqual(await list({}), all);
    assert.deepEqual(await list({ merchantId: MERCHANT, state: "FAILED" }), [[uuid(2), b.id]]);
    assert.deepEqual(await list({ merchantId: MERCHANT, type: "payment.paid" }), [all[1], all[2]]);
    assert.deepEqual(await list({ merchantId: MERCHANT, since: NOW + 60_000 }), [all[0]]);
    assert.deepEqual(await list({ endpoint: a.id, state: "DELIVERED" }), [all[2], all[3]]);
  }));

Deno.test("Deliveries.list() goes on after a delivery, of a shop by event and endpoint", () =>
  withDispatcher(async (world) => {
    const deliveries = deliveriesOver(world);
    const ids = [anEndpoint(1), anEndpoint(2)].map(({ id }) => id);
    await world.add([anEndpoint(1), anEndpoint(2)], [anEvent(1), anEvent(2)]);
    const shop = { ...NO_DELIVERY_SELECTION, merchantId: MERCHANT };
    const first = await deliveries.list(shop, { limit: 1 });
    assert.equal(first.next, `${uuid(2)}/${ids[1]}`);
    const second = await deliveries.list(shop, { limit: 2, after: first.next ?? "" });
    assert.deepEqual(
      second.rows.map(({ event, endpoint }) => [event.id, endpoint.id]),
      [[uuid(2), ids[0]], [uuid(1), ids[1]]],
    );
    const own = await deliveries.list({ ...NO_DELIVERY_SELECTION, endpoint: ids[0]! }, {
      limit: 1,
    });
    assert.equal(own.next, uuid(2), "the endpoint is known");
    for (const after of [uuid(2), `${uuid(2)}/${uuid(7)}`, "nonsense", "/"]) {
      const listing = deliveries.list(shop, { limit: 1, after });
      await refused(listing, "error.event-not-found", /no delivery of this event/);
    }
  }));

Deno.test("Deliveries.replayFailed() delivers what failed again, but no expired code", () =>
  withDispatcher(async (world) => {
    const [a, b, off] = [anEndpoint(1), anEndpoint(2), anEndpoint(3)];
    for (const host of ["a.example", "b.example", "c.example"]) {
      world.net.behaviour.set(host, () => answer(500));
    }
    await world.add([a, b, off], [anEvent(1), anOtpEvent(2), anEvent(3, { type: "payment.paid" })]);
    for (let i = 0; i < 8; i++, world.clock.advance(2e8)) await world.run();
    await world.store.commit([{ kind: "webhook.put", endpoint: { ...off, disabledAt: NOW } }]);
    await world.add([], [anEvent(4)]);
    const deliveries = deliveriesOver(world);

    const one = await deliveries.replayFailed({
      ...NO_DELIVERY_SELECTION,
      endpoint: a.id,
      type: "payment.paid",
    }, OPERATOR);
    assert.deepEqual(
      one.map(({ event, delivery }) => [event.id, delivery.state, delivery.attempts]),
      [
        [uuid(3), "PENDING", 0],
      ],
    );
    assert.deepEqual(
      await deliveries.replayFailed(
        { ...NO_DELIVERY_SELECTION, since: world.clock.now() },
        OPERATOR,
      ),
      [],
    );
    const rest = await deliveries.replayFailed(
      { ...NO_DELIVERY_SELECTION, merchantId: MERCHANT },
      OPERATOR,
    );
    assert.deepEqual(
      rest.map(({ event, endpoint }) => [event.id, endpoint.id]),
      [[uuid(1), a.id], [uuid(1), b.id], [uuid(3), b.id]],
    );
    assert.deepEqual(await deliveries.replayFailed(NO_DELIVERY_SELECTION, OPERATOR), []);
    await refused(
      deliveries.replayFailed({ ...NO_DELIVERY_SELECTION, endpoint: off.id }, OPERATOR),
      "error.conflict",
      /^Enable/,
    );
  }));

Deno.test("Deliveries.replayFailed() takes as many as there are", () =>
  withDispatcher(async (world) => {
    world.net.behaviour.set("a.example", () => answer(410));
    const events = Array.from({ length: 250 }, (_, i) => anEvent(i + 1));
    await world.add([anEndpoint(1)], events);
    const { rows } = await world.store.webhooks.deliveries([anEndpoint(1).id], NO_DELIVERY_FILTER, {
      limit: 999,
    });
    await world.store.commit(rows.map(({ delivery }) => ({
      kind: "delivery.put",
      delivery: { ...delivery, state: "FAILED" },
    })));
    const again = await deliveriesOver(world).replayFailed(NO_DELIVERY_SELECTION, OPERATOR);
    assert.deepEqual(again.map(({ event }) => event.id), events.map(({ id }) => id));
  }));
