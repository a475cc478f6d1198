/** Payments at a provider, from the page. */
import assert from "node:assert/strict";
import { OPERATOR } from "../../support/operator.ts";
import { Checkout, left } from "../api/checkout.ts";
import { ADDRESS, withShop } from "../api/shop.ts";
import { testing } from "../test_mode/testing.ts";
import {
  act,
  FEW,
  KIND,
  lookAtDue,
  MINUTE_MS,
  RULES,
  seen,
  start,
  withProvider,
} from "./at_provider.ts";
import { BASE, LinkedPage } from "./link.ts";

Deno.test("who pays at the provider and comes back has an order, once", () =>
  withProvider(async (world) => {
    const started = await start(world);
    const { page, path, back } = started;
    const before = await page.checkout.stored();
    assert.deepEqual([before.state.payment, before.payment?.holds], ["PENDING", "held"]);
    assert.match((await page.pages.send("GET", path)).text, /Demo payment/);
    assert.match((await page.get()).text, /Continue to pay/);
    // Nothing that the shop would have to confirm.
    const { count } = await world.store.attention.awaitedPayments(world.merchant.id);
    assert.equal(count, 0);
    await act(started, "pay");
    assert.match((await page.pages.send("GET", back)).text, /Thank you/);
    const { state, payment, order } = await page.checkout.stored();
    assert.deepEqual([state.session, payment?.reference], ["COMPLETED", `demo_${payment?.id}`]);
    assert.ok(order);
    // Every later look finds the same.
    await world.services.providerPayments.look(payment!.id);
    world.clock.advance(24 * 60 * MINUTE_MS);
    await lookAtDue(world);
    const events = await page.checkout.events();
    assert.equal(events.filter((type) => type === "session.completed").length, 1);
    assert.equal(await world.services.unexpectedPayments.openCount(null), 0);
  }));

Deno.test("who pays and never comes back has an order by the timer", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await act(started, "pay");
    assert.equal((await started.page.checkout.stored()).state.payment, "PENDING");
    world.clock.advance(MINUTE_MS);
    assert.equal(await lookAtDue(world), 1);
    assert.equal((await started.page.checkout.stored()).state.session, "COMPLETED");
    assert.equal(await lookAtDue(world), 0);
  }));

Deno.test("a payment that waits for the bank is shown as waiting, then as paid", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await act(started, "wait");
    assert.match((await started.page.pages.send("GET", started.back)).text, /Waiting for your/);
    world.clock.advance(MINUTE_MS);
    assert.match((await started.page.pages.send("GET", started.back)).text, /Thank you/);
  }));

Deno.test("60 payments that are due at once are all looked at", () =>
  withProvider(async (world) => {
    for (let n = 0; n < 60; n++) await act(await start(world, { items: FEW }), "pay");
    world.clock.advance(MINUTE_MS);
    assert.ok(await lookAtDue(world) >= 60);
    assert.deepEqual(world.told, []);
    assert.equal(await lookAtDue(world), 0);
  }));

Deno.test("what is told of a payment at a provider is no money, and a reason to ask", () =>
  withProvider(async (world) => {
    const started = await start(world);
    const { checkout } = started.page;
    const { payment } = await checkout.stored();
    const told = { status: "PAID", amount: 1, reference: "pay_x" };
    const call = `POST /payment/${payment!.id}/result`;
    await checkout.refused(call, told, "error.payment-at-provider");
    assert.equal((await checkout.stored()).state.payment, "PENDING");
    assert.equal(await world.services.unexpectedPayments.openCount(null), 0);
    await act(started, "pay");
    // It was asked just now: once in ten seconds.
    await checkout.refused(call, told, "error.payment-at-provider");
    assert.equal((await checkout.stored()).state.payment, "PENDING");
    world.clock.advance(10_000);
    assert.equal((await checkout.send(call, told)).json.error.code, "error.payment-at-provider");
    assert.equal((await checkout.stored()).state.session, "COMPLETED");
  }));

Deno.test("session paid is refused for a payment at a provider, which is asked instead", () =>
  withProvider(async (world) => {
    const { services: { sessionAdmin } } = world;
    const started = await start(world);
    const { id } = started.page.checkout;
    const refused = () =>
      assert.rejects(sessionAdmin.paid(id, null, OPERATOR), { code: "error.payment-at-provider" });
    await refused();
    await act(started, "pay");
    world.clock.advance(10_000);
    await refused();
    const { state, payment } = await started.page.checkout.stored();
    assert.deepEqual([state.session, payment?.reference], ["COMPLETED", `demo_${payment?.id}`]);
  }));

Deno.test("the API starts a payment at the provider, and answers a repeated request with it", () =>
  withProvider(async (world) => {
    const checkout = await Checkout.open(world);
    const send = () => checkout.send("POST /payment", undefined, { "idempotency-key": "one" });
    const first = await send();
    const { payment } = first.json.data;
    assert.deepEqual([payment.provider, payment.status], [KIND, "PENDING"]);
    assert.ok(payment.url.startsWith(`${BASE}/demo-pay/${payment.payment_id}?code=`));
    const again = await send();
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.deepEqual(again.json.data.payment, payment);
    // Another key, as of a second tab, does not start a second payment.
    const other = await checkout.step("POST /payment");
    assert.deepEqual(other.payment, payment);
    assert.deepEqual(
      (await checkout.events()).filter((type) => type === "payment.pending").length,
      1,
    );
  }));

Deno.test("the demo provider takes no live payment but on a demo server: the payment fails", () =>
  withShop(async (world) => {
    await world.services.providers.add(world.merchant, { kind: KIND, livemode: true }, OPERATOR);
    const page = await LinkedPage.open(world);
    await page.take("address", { ...ADDRESS, email: "a@b.example" });
    await page.take("method", { method: "PREPAID" });
    const { status, text } = await page.post("pay", await seen(page));
    assert.equal(status, 502);
    assert.match(text, /Nothing was charged/);
    const { state } = await page.checkout.stored();
    assert.deepEqual([state.session, state.payment], ["IN_PROGRESS", "FAILED"]);
  }, { rules: RULES }));

Deno.test("a test key pays at the demo provider, on any server and whatever the amount", () =>
  withShop(async (world) => {
    await world.services.providers.add(world.merchant, { kind: KIND, livemode: false }, OPERATOR);
    const units = await left(world);
    // Of 3,490.01 a payment without a provider would be paid at once.
    const items = [{ product_id: 5, variant_id: 55, quantity: 1, price: 3490.01, title: "Rug" }];
    const started = await start(await testing(world), { items });
    assert.equal((await started.page.checkout.stored()).state.payment, "PENDING");
    await act(started, "pay");
    assert.match((await started.page.pages.send("GET", started.back)).text, /Thank you/);
    const { state, livemode } = await started.page.checkout.stored();
    assert.deepEqual([state.session, livemode], ["COMPLETED", false]);
    assert.equal(await left(world), units);
    // Live payments of the shop go another way.
    const live = await LinkedPage.open(world);
    assert.equal((await live.post("pay", await seen(live))).status, 409);
  }, { rules: RULES }));

Deno.test("30 at once, by return, timer and operator: one order", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await act(started, "pay");
    world.clock.advance(MINUTE_MS);
    const { payment } = await started.page.checkout.stored();
    await Promise.all(
      Array.from(
        { length: 30 },
        (_, n) =>
          n % 3 === 0
            ? lookAtDue(world)
            : n % 3 === 1
            ? world.services.providerPayments.look(payment!.id)
            : started.page.pages.send("GET", started.back),
      ),
    );
    const events = await started.page.checkout.events();
    assert.equal(events.filter((type) => type === "session.completed").length, 1);
    assert.equal(await world.services.unexpectedPayments.openCount(null), 0);
  }));
