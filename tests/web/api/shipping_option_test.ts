import assert from "node:assert/strict";
import { EXPRESS, shippingAt } from "../../support/shop.ts";
import { Checkout } from "./checkout.ts";
import { ADDRESS, mugs, withShop } from "./shop.ts";
import { OPERATOR } from "../../support/operator.ts";

const STANDARD = { id: "standard", name: "Standard" };

Deno.test("PUT /shipping-option ships by it, and the order keeps it", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const { json: { data } } = await world.send("GET", checkout.path);
    assert.deepEqual([data.shipping_options, data.shipping_option], [[], null]);
    const addressed = await checkout.step("PUT /address", ADDRESS);
    const express = { id: "express", name: "Express", price: 150 };
    assert.deepEqual(addressed.shipping_options, [{ ...STANDARD, price: 60 }, express]);
    assert.deepEqual([addressed.shipping_option, addressed.pricing.shipping], ["standard", 60]);
    const { shipping_option, pricing } = await checkout.step("PUT /shipping-option", express);
    assert.deepEqual(
      [shipping_option, pricing.shipping, pricing.total_payable],
      ["express", 150, 848],
    );
    // From 999.00 on the standard option is free.
    const more = await checkout.step("PUT /items", { items: mugs(3) });
    assert.deepEqual(more.shipping_options, [{ ...STANDARD, price: 0 }, express]);
    assert.deepEqual([more.shipping_option, more.pricing.total_payable], ["express", 1197]);
    const order = await checkout.pay();
    assert.deepEqual([order.shipping_option, order.pricing.shipping], ["express", 150]);
    const events = await world.store.sessions.events(checkout.id);
    const told = new Map(events.map(({ type, data }) => [type, data["shipping_option"]]));
    assert.equal(told.get("session.completed"), "express");
    assert.deepEqual(
      events.flatMap(({ data }) => data["step"] ?? []),
      ["address", "shipping-option", "items"],
    );
  }));

Deno.test("PUT /shipping-option refuses an option that is not offered, and one without an address", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.refused("PUT /shipping-option", { id: "express" }, "error.address-required");
    await checkout.step("PUT /address", ADDRESS);
    const cases: [unknown, string][] = [
      [{ id: "EXPRESS" }, 'data.id must be one of standard, express, got "EXPRESS"'],
      [{ id: "" }, "data.id must not be empty"],
      [{ id: 1 }, "data.id must be a string, got 1"],
      [{}, "data.id is required"],
      [{ id: "x".repeat(65) }, `data.id must have at most 64 characters, got "${"x".repeat(65)}"`],
    ];
    for (const [data, message] of cases) {
      const refusal = await checkout.refused("PUT /shipping-option", data, "error.invalid-request");
      assert.equal(refusal, message);
    }
  }));

Deno.test("a shop without shipping rules ships by the standard option for nothing", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const { shipping_options } = await checkout.step("PUT /address", ADDRESS);
    assert.deepEqual(shipping_options, [{ ...STANDARD, price: 0 }]);
    const { pricing } = await checkout.step("PUT /shipping-option", { id: "standard" });
    assert.deepEqual([pricing.shipping, pricing.total_payable], [0, 698]);
  }, { rules: { shipping: [] } }));

Deno.test("an option that the shop removed becomes the first, and the payment says the new price", () =>
  withShop(async (world) => {
    const { services, merchant } = world;
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("PUT /shipping-option", { id: "express" });
    const shipping = [shippingAt(7_000, { more: [{ ...EXPRESS, id: "courier" }] })];
    await services.merchants.update(
      merchant.id,
      (old) => ({ ...old, rules: { ...old.rules, shipping } }),
      OPERATOR,
    );
    world.clock.advance(60_000);
    assert.equal(
      await checkout.refusedAnew("POST /payment", undefined, "error.price-changed"),
      "The order has changed since it was shown. The price is now 768.00 instead of 848.00",
    );
    const { json: { data } } = await world.send("GET", checkout.path);
    assert.deepEqual([data.shipping_option, data.pricing.shipping], ["standard", 70]);
    assert.equal((await checkout.pay()).pricing.total_payable, 768);
  }));
