/** Provider, manual payment and cash beside each other. */
import assert from "node:assert/strict";
import { fingerprint } from "../../../src/domain/idempotency.ts";
import { payOrder, type PayWay } from "../../../src/domain/shop/pay_ways.ts";
import type { World } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { Checkout } from "../api/checkout.ts";
import { ADDRESS, PREPAID_COD, withShop } from "../api/shop.ts";
import { KIND, RULES, seen } from "./at_provider.ts";
import { BASE, LinkedPage } from "./link.ts";

const DAY_MS = 86_400_000;
const MANUAL = { instructions: "To 12345", upi: null, days: 3 };

/** A shop with all three ways. */
function withWays(
  named: readonly PayWay[],
  test: (world: World) => Promise<void>,
  rules: Parameters<typeof withShop>[1] = {},
): Promise<void> {
  return withShop(async (world) => {
    await world.services.providers.add(world.merchant, { kind: KIND, livemode: true }, OPERATOR);
    world.services.pages.servedAt(BASE);
    await test(world);
  }, { ...rules, isDemo: true, checkout: { manual: MANUAL, payOrder: payOrder(named) } });
}

async function addressed(world: World): Promise<LinkedPage> {
  const page = await LinkedPage.open(world);
  await page.take("address", { ...ADDRESS, email: "a@b.example" });
  await page.take("shipping", { option: "standard" });
  return page;
}

/** The ways that a page offers, and the one that is chosen. */
function offered(text: string): { readonly ways: string[]; readonly chosen: string | undefined } {
  const inputs = [...text.matchAll(/<input type="radio" name="method" value="(\w+)"([^>]*)>/g)];
  return {
    ways: inputs.map(([, way = ""]) => way),
    chosen: inputs.find(([, , rest = ""]) => /checked/.test(rest))?.[1],
  };
}

for (const named of [[], ["COD", "MANUAL"], ["MANUAL"]] satisfies PayWay[][]) {
  Deno.test(`the page offers the ways in the shop's order: ${named.join(", ") || "default"}`, () =>
    withWays(named, async (world) => {
      const page = await addressed(world);
      assert.deepEqual(offered((await page.get()).text), {
        ways: payOrder(named),
        chosen: undefined,
      });
      for (const [language, text] of [["en", "Pay by transfer"], ["ar", "الدفع بالتحويل"]]) {
        const headers = { "accept-language": language! };
        assert.ok((await page.get("", { headers })).text.includes(text!));
      }
    }));
}

Deno.test("each way leads where it says: a provider's page, the details of a transfer, an order", () =>
  withWays([], async (world) => {
    const pay = async (method: string) => {
      const page = await addressed(world);
      await page.take("method", { method });
      const { text } = await page.get("?edit=method");
      assert.equal(offered(text).chosen, method);
      const answer = await page.post("pay", await seen(page));
      return { page, answer, ...await page.checkout.stored() };
    };
    const provider = await pay("PROVIDER");
    assert.match(provider.answer.text, /url=https:\/\/pay\.example\/demo-pay\//);
    assert.equal(provider.payment?.atProvider?.provider, KIND);
    const manual = await pay("MANUAL");
    assert.equal(manual.answer.status, 303);
    assert.deepEqual(
      [manual.payment?.atProvider, manual.payment?.dueAt],
      [null, world.clock.at + 3 * DAY_MS],
    );
    assert.match((await manual.page.get()).text, /To 12345/);
    const cash = await pay("COD");
    assert.deepEqual([cash.state.session, cash.payment], ["COMPLETED", null]);
  }));

Deno.test("another way after a payment is chosen again, and a second tab is told of a change", () =>
  withWays([], async (world) => {
    const page = await addressed(world);
    await page.take("method", { method: "MANUAL" });
    const { text } = await page.get();
    const [, mark = ""] = /name="mark" value="([^"]+)"/.exec(text) ?? [];
    await page.take("method", { method: "PROVIDER" });
    const old = { ...await seen(page), mark };
    await page.refused("pay", old, { status: 409, code: "error.price-changed" });
    await page.post("pay", await seen(page));
    const { payment } = await page.checkout.stored();
    await page.take("cancel", { payment_id: payment!.id });
    await page.take("method", { method: "MANUAL" });
    await page.post("pay", await seen(page));
    assert.notEqual((await page.checkout.stored()).payment?.dueAt, null);
  }));

Deno.test("the part of a cash order that is prepaid goes the shop's first way", async () => {
  for (const [named, isManual] of [[[], false], [["COD", "MANUAL"], true]] as const) {
    await withWays(named, async (world) => {
      const page = await addressed(world);
      await page.take("method", { method: "COD" });
      await page.post("pay", await seen(page));
      const { payment } = await page.checkout.stored();
      assert.deepEqual([payment?.method, payment?.dueAt !== null], ["COD", isManual]);
    }, { rules: PREPAID_COD });
  }
});

/** The hidden fields of the form that pays. */
async function shownOn(page: LinkedPage): Promise<Record<string, string>> {
  const fields = (await page.get()).text.matchAll(/name="(seen|mark|way)" value="([^"]+)"/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]));
}

/** Takes the shop's provider, or its manual payment, out of use. */
async function giveUp({ merchant, store, services, clock }: World, way: PayWay): Promise<void> {
  const [account] = await store.providers.of(merchant.id);
  const off = { ...merchant, checkout: { ...merchant.checkout, manual: null } };
  if (way === "MANUAL") await store.commit([{ kind: "merchant.put", merchant: off }]);
  else {
    await services.providers.remove(merchant, account!.id, { isAtOnce: false, by: OPERATOR });
  }
  clock.advance(10);
}

for (const [way, other] of [["PROVIDER", "MANUAL"], ["MANUAL", "PROVIDER"]] as const) {
  Deno.test(`${way}, chosen and then given up by the shop, is never ${other} unasked`, () =>
    withWays([], async (world) => {
      const page = await addressed(world);
      await page.take("method", { method: way });
      const shown = await shownOn(page);
      assert.equal(shown["way"], way);
      await giveUp(world, way);
      const wanted = { status: 409, code: "error.price-changed" };
      // A page of an earlier version does not tell the way.
      for (const { way: _, ...fields } of [shown, { ...shown, way: "" }]) {
        await page.refused("pay", fields, wanted);
      }
      const { text } = await page.refused("pay", shown, wanted);
      assert.match(text, /role="alert"[^>]*>The order has changed since you saw it/);
      assert.deepEqual(offered(text).ways, [other, "COD"]);
      assert.doesNotMatch(text, /name="seen"/);
      assert.equal((await page.checkout.stored()).payment, null);
      await page.take("method", { method: other });
      await page.post("pay", await shownOn(page));
      const { payment } = await page.checkout.stored();
      assert.equal(payment?.atProvider === null, other === "MANUAL");
    }));
}

Deno.test("the way that was not chosen, as the only one, is not another one unasked either", () =>
  withWays([], async (world) => {
    const page = await addressed(world);
    await page.take("method", { method: "COD" });
    const shown = await shownOn(page);
    assert.equal(shown["way"], "PROVIDER");
    await giveUp(world, "PROVIDER");
    await page.refused("pay", shown, { status: 409, code: "error.price-changed" });
    const again = await shownOn(page);
    assert.equal(again["way"], "MANUAL");
    await page.post("pay", again);
    assert.notEqual((await page.checkout.stored()).payment?.dueAt, null);
  }, { rules: PREPAID_COD }));

Deno.test("the API starts the payment that it names, and the provider's without a name", () =>
  withWays(["MANUAL"], async (world) => {
    const start = async (body?: unknown) => {
      const checkout = await Checkout.open(world);
      const path = `/session/${checkout.id}/payment`;
      const { status, json } = await world.send("POST", path, body === undefined ? {} : { body });
      return { status, payment: json.data?.payment, error: json.error, checkout };
    };
    for (const body of [undefined, {}, { data: {} }, { data: { way: "PROVIDER" } }]) {
      assert.equal((await start(body)).payment.provider, KIND, JSON.stringify(body));
    }
    const { payment, checkout } = await start({ data: { way: "MANUAL" } });
    const due = new Date(world.clock.at + 3 * DAY_MS).toISOString();
    assert.deepEqual([payment.provider, payment.url, payment.due_at], [null, null, due]);
    const paid = { status: "PAID", amount: payment.amount, reference: "UTR1" };
    const order = await checkout.step(`POST /payment/${payment.payment_id}/result`, paid);
    assert.equal(order.session_state, "COMPLETED");
    assert.equal((await start({ data: { way: "CASH" } })).error.code, "error.invalid-request");
    // A payment at the provider under way is not replaced by another way.
    const under = await start();
    const again = { body: { data: { way: "MANUAL" } } };
    const answer = await world.send("POST", `/session/${under.checkout.id}/payment`, again);
    assert.equal(answer.json.error.code, "error.invalid-state");
  }, { rules: RULES }));

Deno.test("the API refuses a way that the shop has given up, and names it", () =>
  withWays([], async (world) => {
    await giveUp(world, "PROVIDER");
    await giveUp(world, "MANUAL");
    for (const way of ["MANUAL", "PROVIDER"]) {
      const checkout = await Checkout.open(world);
      const body = { data: { way } };
      const { status, json } = await world.send("POST", `/session/${checkout.id}/payment`, {
        body,
      });
      assert.equal(status, 400);
      assert.match(json.error.message, /^data\.way must be one that the shop has: /);
      assert.equal((await checkout.stored()).payment, null);
    }
  }, { rules: RULES }));

Deno.test("a start without a body has the fingerprint that earlier versions give it", () =>
  withWays([], async (world) => {
    const path = `/session/${(await Checkout.open(world)).id}/payment`;
    const headers = { "idempotency-key": "one" };
    assert.equal((await world.send("POST", path, { headers })).status, 200);
    const { id: merchantId } = world.merchant;
    const named = { merchantId, livemode: true, method: "POST", path, key: "one" };
    const record = await world.services.idempotency.find(named);
    assert.equal(record?.fingerprint, fingerprint(""));
    const other = await world.send("POST", path, { headers, body: { data: { way: "MANUAL" } } });
    assert.equal(other.json.error.code, "error.idempotency-key-reused");
  }, { rules: RULES }));
