import assert from "node:assert/strict";
import { EVENT_TYPES } from "../../../src/domain/events.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import type { EndpointRequest } from "../../../src/service/webhooks/endpoint.ts";
import { MAX_ENDPOINTS, type Webhooks } from "../../../src/service/webhooks/webhooks.ts";
import { uuid } from "../../support/builders.ts";
import { refused } from "../../support/refused.ts";
import { answer } from "../../support/fake_net.ts";
import {
  anEndpoint,
  anEvent,
  anOtpEvent,
  type DispatchWorld,
  webhooksOver,
  withDispatcher,
} from "../../support/webhooks.ts";
import { OPERATOR } from "../../support/operator.ts";

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
    livemode: true,
    ...over,
  };
}

Deno.test("Webhooks.add() makes an endpoint with a secret of 32 random bytes", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const { endpoint, secret } = await webhooks.add(
      aRequest({ events: ["payment.paid", "session.created", "payment.paid"] }),
      OPERATOR,
    );
    assert.deepEqual(endpoint, {
      kind: "webhook",
      id: uuid(900),
      merchantId: MERCHANT,
      url: "https://shop.example/hook?t=1",
      secret: { stored: secret },
      previous: null,
      events: ["session.created", "payment.paid"],
      include: [],
      lanes: 4,
      batch: false,
      livemode: true,
      allowInsecure: false,
      disabledAt: null,
      createdAt: endpoint.createdAt,
    });
    const [, base64 = ""] = /^whsec_(.+)$/.exec(secret) ?? [];
    assert.deepEqual(Uint8Array.fromBase64(base64), Uint8Array.from({ length: 32 }, (_, i) => i));
    assert.deepEqual(await webhooks.list(MERCHANT), [endpoint]);
    assert.deepEqual(world.clock.waited, [SETTLE_MS], "running servers know of it by then");
    assert.notEqual((await webhooks.add(aRequest(), OPERATOR)).secret, secret);
  }));

Deno.test("Webhooks.add() adds what is not https and public only if told to", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const url = "http://localhost:9000/hook";
    await refused(
      webhooks.add(aRequest({ url }), OPERATOR),
      "error.invalid-request",
      /http, not https$/,
    );
    assert.deepEqual(await webhooks.list(MERCHANT), []);
    const { endpoint } = await webhooks.add(aRequest({ url, allowInsecure: true }), OPERATOR);
    assert.equal(endpoint.url, url);
    assert.deepEqual(
      (await webhooks.list(MERCHANT)).map(({ allowInsecure }) => allowInsecure),
      [true],
    );
  }));

Deno.test("Webhooks.add() refuses unknown events and more than MAX_ENDPOINTS", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    const adding = webhooks.add(aRequest({ events: ["payment.paid", "cart.lost"] }), OPERATOR);
    await refused(adding, "error.invalid-request", /^events must be among .*, got "cart\.lost"$/);
    await webhooks.add(aRequest({ events: EVENT_TYPES }), OPERATOR);
    for (let i = 1; i < MAX_ENDPOINTS; i++) await webhooks.add(aRequest(), OPERATOR);
    await refused(
      webhooks.add(aRequest(), OPERATOR),
      "error.invalid-request",
      /at most 16 endpoints/,
    );
  }));

Deno.test("Webhooks.remove() drops the endpoint with what it was to get", () =>
  withDispatcher(async (world) => {
    const webhooks = webhooksOf(world);
    await world.add([anEndpoint(1), anEndpoint(2)], [anEvent(1)]);
    assert.deepEqual(await webhooks.remove(anEndpoint(1).id, OPERATOR), anEndpoint(1));
    await world.run();
    assert.deepEqual(world.net.log(), ["b.example 1"]);
    for (const id of [anEndpoint(1).id, "nonsense"]) {
      await refused(
        webhooks.remove(id, OPERATOR),
        "error.webhook-not-found",
        new RegExp(`: ${id}$`),
      );
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
      endpoint,
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
      test: true,
      data: { merchant_id: MERCHANT, endpoint_id: endpoint.id },
    });
    await refused(webhooksOf(world).test(uuid(7)), "error.webhook-not-found", /No such endpoint/);
  }));

Deno.test("Webhooks.trigger() sends a sample to the enabled endpoints of a shop that take it", () =>
  withDispatcher(async (world) => {
    const { net, store } = world;
    const all = anEndpoint(1, { include: ["buyer.email"] });
    const paid = anEndpoint(2, { events: ["payment.paid"] });
    const off = anEndpoint(3, { disabledAt: 5 });
    await world.add([all, paid, off], []);
    net.behaviour.set("b.example", () => answer(500));
    const results = await webhooksOf(world).trigger("payment.paid", { merchantId: MERCHANT });
    assert.deepEqual(
      results.map(({ endpoint: { id }, attempt: { status } }) => [id, status]),
      [[all.id, 200], [paid.id, 500]],
    );
    const [first, second] = net.arrived.map(({ body }) => JSON.parse(body));
    assert.deepEqual([first.type, first.test, first.data.buyer], [
      "payment.paid",
      true,
      { email: "asha@example.com" },
    ]);
    assert.equal("buyer" in second.data, false);
    assert.deepEqual(await store.sessions.events(first.data.session_id), [], "nothing is stored");
    assert.equal(await store.webhooks.lastEvent(), 0);

    const [one, ...others] = await webhooksOf(world).trigger("session.created", {
      endpoint: paid.id,
    });
    assert.deepEqual([one?.endpoint.id, others], [paid.id, []], "it takes others when it is named");
  }));

Deno.test("Webhooks.trigger() refuses where no endpoint takes the event", () =>
  withDispatcher(async (world) => {
    await world.add([anEndpoint(1, { events: ["payment.paid"] })], []);
    const webhooks = webhooksOf(world);
    const to = { merchantId: MERCHANT };
    await refused(
      webhooks.trigger("session.idle", to),
      "error.webhook-not-found",
      /: session.idle$/,
    );
    const stranger = webhooks.trigger("session.idle", { endpoint: uuid(7) });
    await refused(stranger, "error.webhook-not-found", /No such endpoint/);
  }));
