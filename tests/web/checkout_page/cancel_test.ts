import assert from "node:assert/strict";
import type { CheckoutForm } from "../../../src/domain/shop/checkout_form.ts";
import { left, paid } from "../api/checkout.ts";
import { HOUR_MS, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";

const RULES = { shipping: [], paymentOffers: [] };
const WAYS: readonly (readonly [string, Partial<CheckoutForm>])[] = [
  ["a provider", { paymentUrl: "https://pay.shop.example/" }],
  ["manual payment", { manual: { instructions: "Transfer it", upi: null, days: 2 } }],
];

/** The field of the button to pay. */
async function seen(page: LinkedPage): Promise<{ readonly seen: string }> {
  const { priced } = await page.checkout.stored();
  return { seen: String(priced.totals.totalPayable) };
}

/** Starts the payment; its id. */
async function pay(page: LinkedPage): Promise<string> {
  const { status } = await page.post("pay", await seen(page));
  assert.equal(status, 303);
  const { payment } = await page.checkout.stored();
  assert.ok(payment);
  return payment.id;
}

for (const [way, checkout] of WAYS) {
  Deno.test(`POST cancel gives back what a payment holds, and thaws the cart: ${way}`, () =>
    withShop(async (world) => {
      const page = await LinkedPage.open(world);
      const first = await pay(page);
      assert.equal(await left(world), 18);
      const { state, payment } = await page.take("cancel", { payment_id: first });
      assert.deepEqual([state.payment, payment?.status], ["FAILED", "FAILED"]);
      assert.equal(await left(world), 20);
      await page.take("method", { method: "COD" });
      await page.take("method", { method: "PREPAID" });
      const second = await pay(page);
      assert.notEqual(second, first);
      // The form of the first payment, in another tab.
      const after = await page.take("cancel", { payment_id: first });
      assert.deepEqual([after.payment?.id, after.payment?.status], [second, "PENDING"]);
      assert.equal(await left(world), 18);
    }, { checkout, rules: RULES }));
}

Deno.test("POST cancel on a later day leaves the page open, to pay in another way", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const payment_id = await pay(page);
    world.clock.advance(47 * HOUR_MS);
    await page.take("cancel", { payment_id });
    await page.take("method", { method: "COD" });
    const { state } = await page.take("pay", await seen(page));
    assert.equal(state.session, "COMPLETED");
    assert.equal((await page.get()).status, 200);
    world.clock.advance(24 * HOUR_MS);
    assert.equal((await page.get()).status, 404);
  }, { checkout: WAYS[1]![1], rules: RULES }));

Deno.test("POST cancel after the payment was paid leads to the order", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const payment_id = await pay(page);
    await page.checkout.step(...paid({ payment_id, amount: 698 }));
    assert.equal((await page.take("cancel", { payment_id })).state.session, "COMPLETED");
    assert.equal(await left(world), 18);
  }, { checkout: WAYS[0]![1], rules: RULES }));

Deno.test("a failed payment leads back to the steps, with a note, and can be tried again", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const id = await pay(page);
    const word = (await page.get("/state")).text;
    await page.checkout.step(`POST /payment/${id}/result`, { status: "FAILED", reference: "no" });
    assert.notEqual((await page.get("/state")).text, word);
    const { status, text } = await page.get();
    assert.equal(status, 200);
    assert.ok(text.includes("The last payment was not completed"));
    assert.notEqual(await pay(page), id);
  }, { checkout: WAYS[0]![1], rules: RULES }));

Deno.test("a late result makes the order behind a page that waited too long", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const payment_id = await pay(page);
    world.clock.advance(HOUR_MS / 2);
    assert.equal(await world.services.housekeeping.releaseAll(), 1);
    const { text } = await page.get();
    assert.ok(text.includes("https://pay.shop.example/?session_id="), "still the same payment");
    assert.equal(await pay(page), payment_id);
    await page.checkout.step(...paid({ payment_id, amount: 698 }));
    const { order } = await page.checkout.stored();
    assert.equal(order?.late, true);
    assert.ok((await page.get()).text.includes(order!.number));
  }, { checkout: WAYS[0]![1], rules: RULES }));

Deno.test("a status in the address changes nothing, and waiting does not keep a session alive", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    await pay(page);
    const { text } = await page.get("?status=PAID&payment_status=success&paid=1");
    assert.ok(text.includes('action="'), "waiting");
    assert.equal((await page.checkout.stored()).state.payment, "PENDING");
    for (let minute = 0; minute < 60; minute++) {
      world.clock.advance(60_000);
      if (minute < 59) assert.equal((await page.get("/state")).status, 200);
    }
    await world.services.housekeeping.releaseAll();
    assert.equal(await world.services.housekeeping.sweepAll(), 1);
  }, { checkout: WAYS[0]![1], rules: RULES }));
