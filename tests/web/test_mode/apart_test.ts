import assert from "node:assert/strict";
import {
  NO_ORDER_FILTER,
  NO_SESSION_FILTER,
  NO_UNEXPECTED_FILTER,
} from "../../../src/domain/filters.ts";
import { anEndpoint } from "../../support/webhooks.ts";
import { Checkout, paid } from "../api/checkout.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "../api/shop.ts";
import { testing, withLiveRows } from "./testing.ts";

Deno.test("a reference of a test blocks no live one, and is used once among tests", () =>
  withShop(async (world) => {
    const tests = await testing(world);
    const pay = async (caller: typeof world) => {
      const checkout = await Checkout.open(caller);
      await checkout.step("PUT /address", ADDRESS);
      const { payment } = await checkout.step("POST /payment");
      const [call, result] = paid(payment);
      return await checkout.send(call, { ...result as object, reference: "pay_same" });
    };
    assert.equal((await pay(tests)).status, 200);
    assert.equal((await pay(world)).status, 200);
    assert.equal((await pay(tests)).json.error.code, "error.payment-reference-used");
    assert.equal((await pay(world)).json.error.code, "error.payment-reference-used");
    const list = async (livemode: boolean) => {
      const filter = { ...NO_UNEXPECTED_FILTER, open: true, livemode };
      return (await world.services.unexpectedPayments.page(filter, { limit: 10 })).rows;
    };
    assert.deepEqual((await list(true)).map(({ livemode }) => livemode), [true]);
    assert.deepEqual((await list(false)).map(({ livemode }) => livemode), [false]);
    assert.equal((await world.services.overview.read()).openUnexpectedPayments, 1);
    // One of each was refused; only the live one says to check the money.
    const alarms = world.told.filter((told) => "reference" in told);
    assert.equal(alarms.length, 1);
  }));

Deno.test("a PAID by a test key for a live session is recorded as a test, without an event", () =>
  withLiveRows(async (world, rows) => {
    const live = await Checkout.open(world);
    await live.step("PUT /address", ADDRESS);
    const { payment } = await live.step("POST /payment");
    const stranger = new Checkout(await testing(world), live.id);
    const before = rows();
    const events = await live.events();
    assert.equal(
      (await stranger.send(...paid(payment))).json.error.code,
      "error.session-not-found",
    );
    assert.deepEqual([rows(), await live.events()], [before, events]);
    // The live result is not taken for a repetition of it.
    assert.equal((await live.step(...paid(payment))).session_state, "COMPLETED");
  }));

Deno.test("events go to the endpoints of their mode", () =>
  withShop(async (world) => {
    const { id: merchantId } = world.merchant;
    const live = anEndpoint(1, { merchantId });
    const test = anEndpoint(2, { merchantId, livemode: false });
    await world.store.commit([live, test].map((endpoint) => ({ kind: "webhook.put", endpoint })));
    for (const [caller, endpoint] of [[await testing(world), test], [world, live]] as const) {
      const checkout = await Checkout.open(caller);
      await checkout.step("PUT /address", ADDRESS);
      await checkout.step("POST /otp", { phone: KNOWN_PHONE });
      for (const { id, type } of await world.store.sessions.events(checkout.id)) {
        for (const one of [live, test]) {
          const delivery = await world.store.webhooks.delivery(id, one.id);
          assert.equal(delivery !== null, one === endpoint, `${type} to ${one.url}`);
        }
      }
    }
  }));

Deno.test("lists, counts, statistics and metrics leave tests out", () =>
  withShop(async (world) => {
    const { store, services, merchant: { id: merchantId }, clock } = world;
    const period = { merchantId, bounds: [0, clock.now() + 86_400_000] };
    const figures = async () => [
      await store.sessions.counts(null),
      await services.sessionAdmin.stats(period),
      (await services.overview.read()).sessions,
      (await store.sessions.list({ ...NO_SESSION_FILTER, merchantId }, { limit: 10 })).rows.length,
      (await store.sessions.list(NO_SESSION_FILTER, { limit: 10 })).rows.length,
      (await store.sessions.orders(NO_ORDER_FILTER, { limit: 10 })).rows.length,
    ];
    const live = await Checkout.open(world);
    await live.step("PUT /address", ADDRESS);
    await live.pay();
    const before = await figures();
    const tests = await testing(world);
    const checkout = await Checkout.open(tests);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.pay();
    const left = await Checkout.open(tests);
    await left.step("POST /abandon");
    clock.advance(20_000);
    assert.deepEqual(await figures(), before);
    const listed = async (filter: object) =>
      (await store.sessions.list({ ...NO_SESSION_FILTER, ...filter, livemode: false }, {
        limit: 10,
      })).rows.map(({ id }) => id);
    for (const filter of [{}, { merchantId }]) {
      assert.deepEqual((await listed(filter)).sort(), [checkout.id, left.id].sort());
    }
    const orders = await store.sessions.orders({ ...NO_ORDER_FILTER, livemode: false }, {
      limit: 10,
    });
    assert.deepEqual(orders.rows.map(({ id }) => id), [checkout.id]);
    assert.equal((await store.merchants.data(merchantId)).sessions, 3);
  }));
