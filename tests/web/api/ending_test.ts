import assert from "node:assert/strict";
import { NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { ShopRules } from "../../../src/domain/shop/merchant.ts";
import type { World } from "../../support/app.ts";
import { NOW } from "../../support/builders.ts";
import { paidEarlier } from "./part_paid.ts";
import { Checkout, left, paid } from "./checkout.ts";
import { ADDRESS, HOUR_MS, PREPAID_COD, RULES, withShop } from "./shop.ts";
import { aCode, fixed } from "../../support/shop.ts";

async function onDelivery(world: World): Promise<Checkout> {
  const checkout = await Checkout.open(world);
  await checkout.step("PUT /address", ADDRESS);
  await checkout.step("PUT /payment-method", { method: "COD" });
  return checkout;
}

Deno.test("POST /complete places a COD order without a prepaid part", () =>
  withShop(async (world) => {
    const checkout = await onDelivery(world);
    const session = await checkout.step("POST /complete");
    assert.deepEqual(
      [session.session_state, session.payment_state, session.payment, session.expires_at],
      ["COMPLETED", "DRAFT", null, null],
    );
    assert.deepEqual(
      [session.pricing.total_payable, session.pricing.amount_paid],
      [798, 0],
    );
    assert.equal((await checkout.events()).at(-1), "session.completed");
    assert.deepEqual(await world.store.sessions.holds(checkout.id), { coupons: [], stock: [] });
    assert.equal(await left(world), 18);
  }));

Deno.test("POST /payment refuses a COD order that has nothing to be paid ahead", () =>
  withShop(async (world) => {
    const checkout = await onDelivery(world);
    assert.equal(
      await checkout.refused("POST /payment", undefined, "error.invalid-state"),
      "A cash-on-delivery order without a prepaid part needs no payment: complete it",
    );
  }));

Deno.test("the prepaid part of a COD order places it; POST /complete then changes nothing", () =>
  withShop(async (world) => {
    const checkout = await onDelivery(world);
    assert.equal(
      await checkout.refused("POST /complete", undefined, "error.payment-required"),
      "The prepaid part must be paid first",
    );
    const { payment, pricing } = await checkout.step("POST /payment");
    assert.deepEqual(
      [payment.method, payment.amount, pricing.partial_cod_price, pricing.total_payable],
      ["COD", 79.8, 79.8, 798],
    );
    await checkout.refused("POST /complete", undefined, "error.invalid-state");
    const placed = await checkout.step(...paid(payment));
    assert.deepEqual(
      [placed.session_state, placed.payment_state, placed.pricing.amount_paid],
      ["COMPLETED", "PAID", 79.8],
    );
    assert.deepEqual((await checkout.events()).slice(-2), ["payment.paid", "session.completed"]);
    const events = await checkout.events();
    for (const headers of [{}, { "Idempotency-Key": "once" }, { "Idempotency-Key": "once" }]) {
      const again = await checkout.send("POST /complete", undefined, headers);
      assert.deepEqual([again.status, again.json.data], [200, placed]);
    }
    assert.deepEqual(await checkout.events(), events);
    assert.equal(placed.pricing.total_payable, 798);
    assert.equal(await left(world), 18);
  }, { rules: PREPAID_COD }));

Deno.test("POST /complete of another order, or of one that was cancelled, is refused", () =>
  withShop(async (world) => {
    const part = await onDelivery(world);
    await part.pay();
    await part.step("POST /cancel", {});
    await part.refused("POST /complete", undefined, "error.invalid-state");
    const prepaid = await onDelivery(world);
    await prepaid.step("PUT /payment-method", { method: "PREPAID" });
    await prepaid.pay();
    await prepaid.refused("POST /complete", undefined, "error.invalid-state");
  }, { rules: PREPAID_COD }));

Deno.test("a session part-paid under an earlier version is placed by POST /complete and the sweep", () =>
  withShop(async (world) => {
    const [asked, idle] = [await onDelivery(world), await onDelivery(world)];
    for (const checkout of [asked, idle]) {
      const { session_state, payment_state, pricing } = await paidEarlier(checkout);
      assert.deepEqual([session_state, payment_state, pricing.amount_paid], [
        "IN_PROGRESS",
        "PAID",
        79.8,
      ]);
    }
    assert.deepEqual((await world.store.sessions.holds(asked.id)).stock, [
      { variantId: "11", units: 2 },
    ]);
    const placed = await asked.step("POST /complete");
    assert.deepEqual([placed.session_state, placed.pricing.amount_paid], ["COMPLETED", 79.8]);
    assert.deepEqual((await asked.events()).slice(-2), ["payment.paid", "session.completed"]);
    world.clock.advance(2 * HOUR_MS);
    await world.services.housekeeping.sweepAll();
    const { json } = await world.send("GET", idle.path);
    assert.deepEqual([json.data.session_state, json.data.payment_state], ["COMPLETED", "PAID"]);
    assert.equal(await left(world), 16);
  }, { rules: PREPAID_COD }));

Deno.test("POST /complete refuses without an address, and where COD was not chosen", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const complete = (code: "error.address-required" | "error.cod-not-available") =>
      checkout.refused("POST /complete", undefined, code);
    assert.equal(
      await complete("error.address-required"),
      "Set an address before payment",
    );
    await checkout.step("PUT /address", ADDRESS);
    assert.equal(
      await complete("error.cod-not-available"),
      "Cash on delivery is not chosen for this order",
    );
  }));

Deno.test("POST /complete refuses what is no longer in stock", () =>
  withShop(async (world) => {
    const checkout = await onDelivery(world);
    const other = await Checkout.open(world, {
      items: [{ product_id: 1, variant_id: 11, quantity: 19 }],
    });
    await other.step("PUT /address", ADDRESS);
    await other.step("POST /payment");
    assert.equal(
      await checkout.refusedAnew("POST /complete", undefined, "error.out-of-stock"),
      "Not enough left of Mug. The price is still 798.00",
    );
  }));

Deno.test("POST /complete checks everything anew, as a payment does", () =>
  withShop(async (world) => {
    const coupon = aCode(70, "LATE", { discount: fixed(1_000) });
    await world.store.commit([{ kind: "coupon.put", coupon }]);
    world.clock.advance(1000);
    const checkout = await onDelivery(world);
    await checkout.step("POST /coupons", { code: "LATE" });
    const shopWith = async (rules: Partial<ShopRules>) => {
      const merchant = { ...world.merchant, rules: { ...RULES, ...rules } };
      await world.store.commit([{ kind: "merchant.put", merchant }]);
      world.clock.advance(1000);
    };
    await shopWith({ shipping: [{ ...RULES.shipping[0]!, countries: ["DE"] }] });
    await checkout.refused("POST /complete", undefined, "error.address-not-serviceable");
    await shopWith({ cod: { ...RULES.cod!, fee: 5_000 } });
    assert.equal(
      await checkout.refusedAnew("POST /complete", undefined, "error.price-changed"),
      "The order has changed since it was shown. The price is now 798.00 instead of 788.00",
    );
    await world.store.commit([{ kind: "coupon.put", coupon: { ...coupon, endsAt: NOW } }]);
    world.clock.advance(1000);
    assert.equal(
      await checkout.refusedAnew("POST /complete", undefined, "error.coupon-expired"),
      "Coupon LATE has expired. The price is now 808.00 instead of 798.00",
    );
    const { session_state, pricing } = await checkout.step("POST /complete");
    assert.deepEqual([session_state, pricing.total_payable], ["COMPLETED", 808]);
  }));

Deno.test("POST /abandon ends the checkout and gives back what a payment set aside", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.verify();
    await checkout.step("PUT /coins", { coins: 100 });
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("POST /payment");
    assert.equal(await left(world), 18);
    const session = await checkout.step("POST /abandon");
    assert.deepEqual([session.session_state, session.payment_state], ["ABANDONED", "PENDING"]);
    assert.equal((await checkout.events()).at(-1), "session.abandoned");
    assert.equal(await left(world), 20);
    const balances =
      (await world.store.customers.of(world.merchant.id, NO_PREFIX_FILTER, { limit: 1000 })).rows[0]
        ?.balances;
    assert.deepEqual([balances?.AVAILABLE, balances?.PROCESSING], [500, 0]);
  }));
