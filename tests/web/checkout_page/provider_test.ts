/** Payments at a provider, from the page: the demo provider stands for all of them. */
import assert from "node:assert/strict";
import type { DemoAct } from "../../../src/domain/session/provider_payment.ts";
import type { ProviderKind } from "../../../src/domain/shop/provider.ts";
import { OPERATOR } from "../../support/operator.ts";
import type { World } from "../../support/app.ts";
import { Checkout, left } from "../api/checkout.ts";
import { ADDRESS, withShop } from "../api/shop.ts";
import { testing } from "../test_mode/testing.ts";
import { BASE, LinkedPage } from "./link.ts";

const MINUTE_MS = 60_000;
const KIND: ProviderKind = "demo";
const RULES = { shipping: [], paymentOffers: [] };

/** A shop whose payments the demo provider takes, as a demo server does. */
function withProvider(test: (world: World) => Promise<void>): Promise<void> {
  return withShop(async (world) => {
    await world.services.providers.add(world.merchant, { kind: KIND, livemode: true }, OPERATOR);
    world.services.pages.servedAt(BASE);
    await test(world);
  }, { isDemo: true, rules: RULES });
}

/** The field of the button to pay. */
async function seen(page: LinkedPage): Promise<{ readonly seen: string }> {
  const { priced } = await page.checkout.stored();
  return { seen: String(priced.totals.totalPayable) };
}

interface Started {
  readonly page: LinkedPage;
  /** Of the demo provider's page, from its root. */
  readonly path: string;
  readonly back: string;
}

/** Pays on the page without a script: it leads to the provider's page. */
async function start(world: World, over: Record<string, unknown> = {}): Promise<Started> {
  const page = await LinkedPage.open(world, over);
  const { status, text, headers } = await page.post("pay", await seen(page));
  assert.equal(status, 200, text);
  assert.match(headers.get("content-security-policy") ?? "", /form-action 'self';/);
  const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1] ?? "";
  assert.ok(url.startsWith(`${BASE}/demo-pay/`), url);
  assert.ok(text.includes(`href="${url}" target="_top"`));
  const code = new URL(url).searchParams.get("code") ?? "";
  return { page, path: url.slice(BASE.length), back: `/r/${code}` };
}

async function act({ page, path, back }: Started, act: DemoAct): Promise<void> {
  const { status, headers } = await page.pages.send("POST", path, { form: { act } });
  assert.deepEqual([status, headers.get("location")], [303, `..${back}`]);
}

const lookAtDue = ({ services }: World) => services.providerPayments.lookAtDue();

Deno.test("who pays at the provider and comes back has an order, once", () =>
  withProvider(async (world) => {
    const started = await start(world);
    const { page, path, back } = started;
    const before = await page.checkout.stored();
    assert.deepEqual([before.state.payment, before.payment?.holds], ["PENDING", "held"]);
    assert.match((await page.pages.send("GET", path)).text, /Demo payment/);
    assert.match((await page.get()).text, /Continue to pay/);
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

Deno.test("a payment that fails says so, and the customer pays again", () =>
  withProvider(async (world) => {
    const before = await left(world);
    const started = await start(world);
    await act(started, "fail");
    assert.match((await started.page.pages.send("GET", started.back)).text, /Choose another way/);
    const { state } = await started.page.checkout.stored();
    assert.deepEqual([state.session, state.payment], ["IN_PROGRESS", "FAILED"]);
    assert.equal(await left(world), before);
    const again = await started.page.post("pay", await seen(started.page));
    assert.match(again.text, /demo-pay/);
  }));

Deno.test("a payment that waits for the bank is shown as waiting, then as paid", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await act(started, "wait");
    assert.match((await started.page.pages.send("GET", started.back)).text, /Waiting for your/);
    world.clock.advance(MINUTE_MS);
    assert.match((await started.page.pages.send("GET", started.back)).text, /Thank you/);
  }));

Deno.test("a page that ends unpaid gives back what it held, at the provider first", () =>
  withProvider(async (world) => {
    const before = await left(world);
    const started = await start(world);
    assert.equal(await left(world), before! - 2);
    world.clock.advance(40 * MINUTE_MS);
    await lookAtDue(world);
    assert.equal((await started.page.checkout.stored()).state.payment, "FAILED");
    assert.equal(await left(world), before);
    // The provider takes no money for it any more.
    assert.match((await started.page.pages.send("GET", started.path)).text, /has ended/);
  }));

Deno.test("money that comes after the holds were released is a late order", () =>
  withProvider(async (world) => {
    const started = await start(world);
    await act(started, "late");
    // The provider does not answer when its page is to end: the holds stand 15 minutes more.
    world.clock.advance(31 * MINUTE_MS);
    await lookAtDue(world);
    await world.services.housekeeping.releaseAll();
    assert.equal((await started.page.checkout.stored()).payment?.holds, "held");
    world.clock.advance(15 * MINUTE_MS);
    await lookAtDue(world);
    await world.services.housekeeping.releaseAll();
    assert.equal((await started.page.checkout.stored()).payment?.holds, "released");
    world.clock.advance(60 * MINUTE_MS);
    await lookAtDue(world);
    const { state, order } = await started.page.checkout.stored();
    assert.deepEqual([state.session, order?.late], ["COMPLETED", true]);
  }));

Deno.test("choosing another way ends the page; if it was paid meanwhile, the order stands", () =>
  withProvider(async (world) => {
    for (const isPaid of [false, true]) {
      const started = await start(world);
      const { page, path } = started;
      if (isPaid) await act(started, "pay");
      const { payment } = await page.checkout.stored();
      await page.take("cancel", { payment_id: payment!.id });
      const { state } = await page.checkout.stored();
      assert.equal(state.session, isPaid ? "COMPLETED" : "IN_PROGRESS");
      assert.match((await page.pages.send("GET", path)).text, /has ended/);
    }
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
    assert.equal((await checkout.send(call, told)).json.error.code, "error.payment-at-provider");
    assert.equal((await checkout.stored()).state.session, "COMPLETED");
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
