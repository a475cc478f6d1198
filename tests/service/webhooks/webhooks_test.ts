import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/domain/errors.ts";
import { EVENT_TYPES } from "../../../src/domain/events.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import type { EndpointRequest } from "../../../src/service/webhooks/endpoint.ts";
import { MAX_ENDPOINTS, type Webhooks } from "../../../src/service/webhooks/webhooks.ts";
import { aMerchant, uuid } from "../../support/builders.ts";
import { refused } from "../../support/refused.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  answer,
  type DispatchWorld,
  webhooksOver,
  withDispatcher,
} from "../../support/webhooks.ts";

const MERCHANT = uuid<MerchantId>(1);

/** Webhooks whose ids and secrets are counted up. */
function webhooksOf(world: DispatchWorld): Webhooks {
  let ids = 900;
  let bytes = 0;
  return webhooksOver(world, {
    newId: () => uuid(ids++),
    randomBytes: (length) => Uint8Array.from({ length }, () => bytes++ % 256),
  });
}

function aRequest(over: Partial<EndpointRequest> = {}): EndpointRequest {
  return {
    merchantId: MERCHANT,
    url: "https://shop.example/hook?t=1",
    events: [],
    allowInsecure: false,
    ...over,
  };
}

Deno.test("Webhooks.add() makes an endpoint with a secret of 32 random bytes", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const { endpoint, secret } = await webhooks.add(
      aRequest({ events: ["payment.paid", "session.created", "payment.paid"] }),
    );
    assert.deepEqual(endpoint, {
      kind: "webhook",
      id: uuid(900),
      merchantId: MERCHANT,
      url: "https://shop.example/hook?t=1",
      secret,
      events: ["session.created", "payment.paid"],
      include: [],
      allowInsecure: false,
      disabledAt: null,
      createdAt: endpoint.createdAt,
    });
    const [, base64 = ""] = /^whsec_(.+)$/.exec(secret) ?? [];
    assert.deepEqual(Uint8Array.fromBase64(base64), Uint8Array.from({ length: 32 }, (_, i) => i));
    assert.deepEqual(await webhooks.list(MERCHANT), [endpoint]);
    assert.deepEqual(world.clock.waited, [SETTLE_MS], "running servers know of it by then");
    assert.notEqual((await webhooks.add(aRequest())).secret, secret);
  }));

Deno.test("Webhooks.add() adds what is not https and public only if told to", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const url = "http://localhost:9000/hook";
    await refused(webhooks.add(aRequest({ url })), "error.invalid-request", /http, not https$/);
    assert.deepEqual(await webhooks.list(MERCHANT), []);
    const { endpoint } = await webhooks.add(aRequest({ url, allowInsecure: true }));
    assert.equal(endpoint.url, url);
    assert.deepEqual(
      (await webhooks.list(MERCHANT)).map(({ allowInsecure }) => allowInsecure),
      [true],
    );
  }));

Deno.test("Webhooks.add() refuses unknown events and more than MAX_ENDPOINTS", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const adding = webhooks.add(aRequest({ events: ["payment.paid", "cart.lost"] }));
    await refused(adding, "error.invalid-request", /^events must be among .*, got "cart\.lost"$/);
    await webhooks.add(aRequest({ events: EVENT_TYPES }));
    for (let i = 1; i < MAX_ENDPOINTS; i++) await webhooks.add(aRequest());
    await refused(webhooks.add(aRequest()), "error.invalid-request", /at most 16 endpoints/);
  }));

Deno.test("Webhooks.remove() drops the endpoint with what it was to get", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    await world.add([anEndpoint(1), anEndpoint(2)], [anEvent(1)]);
    assert.deepEqual(await webhooks.remove(anEndpoint(1).id), anEndpoint(1));
    await world.run();
    assert.deepEqual(world.net.log(), ["b.example 1"]);
    for (const id of [anEndpoint(1).id, "nonsense"]) {
      await refused(webhooks.remove(id), "error.webhook-not-found", new RegExp(`: ${id}$`));
    }
  }));

Deno.test("Webhooks.deliveries() lists the latest first, up to a limit", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const { id } = anEndpoint(1);
    world.net.behaviour.set("a.example", () => answer(500));
    await world.add([anEndpoint(1)], [anEvent(1), anEvent(2)]);
    await world.run();
    await world.add([], [anEvent(3)]);
    const listed = (await webhooks.deliveries(id, { limit: 2 })).rows;
    assert.deepEqual(
      listed.map(({ event, delivery }) => [event.id, delivery.attempts, delivery.lastError]),
      [[uuid(3), 0, ""], [uuid(2), 1, "HTTP 500"]],
    );
    await refused(
      webhooks.deliveries(uuid(7), { limit: 2 }),
      "error.webhook-not-found",
      /No such endpoint/,
    );
  }));

Deno.test("Webhooks.replay() delivers an event again: to all it was meant for, or to one", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const [a, b] = [anEndpoint(1), anEndpoint(2)];
    const other = { ...aMerchant(), id: uuid<MerchantId>(2), domains: ["other.example"] };
    await world.store.commit([{ kind: "merchant.put", merchant: other }]);
    await world.add([a, b, anEndpoint(3, { merchantId: other.id })], [anEvent(1)]);
    await world.run();
    assert.deepEqual(world.net.log(), ["a.example 1", "b.example 1"]);

    const again = await webhooks.replay(uuid(1));
    assert.deepEqual(
      again.map(({ endpoint, delivery }) => [endpoint.id, delivery.state, delivery.attempts]),
      [[a.id, "PENDING", 0], [b.id, "PENDING", 0]],
    );
    await world.run();
    assert.deepEqual(world.net.log().slice(2), ["a.example 1", "b.example 1"]);

    await webhooks.replay(uuid(1), b.id);
    await world.run();
    assert.deepEqual(world.net.log().slice(4), ["b.example 1"]);
  }));

Deno.test("Webhooks.replay() gives an event that failed all its attempts back", () =>
  withDispatcher(async (world) => {
    world.net.behaviour.set("a.example", () => answer(500));
    await world.add([anEndpoint(1)], [anEvent(1)]);
    for (let i = 0; i < 8; i++, world.clock.advance(2e8)) await world.run();
    assert.equal((await world.delivery(1, anEndpoint(1))).state, "FAILED");
    await webhooksOf(world).replay(uuid(1));
    await world.run();
    const { state, attempts } = await world.delivery(1, anEndpoint(1));
    assert.deepEqual([state, attempts], ["PENDING", 1]);
  }));

Deno.test("Webhooks.replay() refuses what was never sent, and disabled endpoints", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const paid = anEndpoint(2, { events: ["payment.paid"] });
    world.net.behaviour.set("a.example", () => answer(410));
    await world.add([anEndpoint(1), paid], [anEvent(1)]);
    await world.run();
    const rows: [string, string | undefined, ErrorCode][] = [
      [uuid(1), undefined, "error.event-not-found"],
      [uuid(1), paid.id, "error.event-not-found"],
      [uuid(7), paid.id, "error.event-not-found"],
      ["nonsense", undefined, "error.event-not-found"],
      [uuid(1), uuid(7), "error.webhook-not-found"],
      [uuid(1), anEndpoint(1).id, "error.conflict"],
    ];
    for (const [event, endpoint, code] of rows) {
      await refused(webhooks.replay(event, endpoint), code, /: /);
    }
  }));

Deno.test("Webhooks.test() sends one signed event at once and says what came back", () =>
  withDispatcher(async (world) => {
    const { net, clock, add } = world;
    const endpoint = anEndpoint(1, { disabledAt: 5 });
    await add([endpoint], [anOtpEvent(1)]);
    net.behaviour.set("a.example", () => {
      clock.advance(30);
      return answer(418);
    });
    assert.deepEqual(await webhooksOf(world).test(endpoint.id), {
      eventId: uuid(900),
      attempt: { status: 418, error: "HTTP 418", retryAfterMs: null },
      tookMs: 30,
    });
    const [sent, ...more] = net.arrived;
    assert.equal(more.length, 0);
    assert.equal(sent?.id, uuid(900));
    assert.deepEqual(JSON.parse(sent.body), {
      type: "webhook.test",
      timestamp: new Date(sent.at).toISOString(),
      data: { merchant_id: MERCHANT, endpoint_id: endpoint.id },
    });
    await refused(webhooksOf(world).test(uuid(7)), "error.webhook-not-found", /No such endpoint/);
  }));
