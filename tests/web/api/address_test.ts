import assert from "node:assert/strict";
import { Checkout } from "./checkout.ts";
import { ADDRESS, HOUR_MS, mugs, withShop } from "./shop.ts";

Deno.test("PUT /address shows the address as it was read and prices shipping and COD", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const session = await checkout.step("PUT /address", {
      ...ADDRESS,
      line2: "Flat 2",
      state: "Karnataka",
      email: "asha@example.com",
      country_code: "in",
    });
    assert.deepEqual(session.address, {
      name: "Asha Rao",
      phone: "+919876543210",
      line1: "1 Residency Road",
      line2: "Flat 2",
      city: "Bengaluru",
      state: "Karnataka",
      postal_code: "561 001",
      country_code: "IN",
      email: "asha@example.com",
    });
    const { shipping, cod_available, cod_price, total_payable } = session.pricing;
    assert.deepEqual([shipping, cod_available, cod_price, total_payable], [60, true, 40, 758]);
  }));

Deno.test("PUT /address takes the longest postal prefix, and free shipping from a purchase amount", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { items: mugs(3) });
    const rows: [string, number][] = [["110001", 80], ["560-025", 30], ["561001", 0]];
    for (const [postal_code, shipping] of rows) {
      const { pricing } = await checkout.step("PUT /address", { ...ADDRESS, postal_code });
      assert.equal(pricing.shipping, shipping, postal_code);
    }
  }));

Deno.test("PUT /address refuses where the shop does not deliver, and keeps the last address", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const abroad = { ...ADDRESS, phone: "+491512345678", postal_code: "10115", country_code: "DE" };
    assert.equal(
      await checkout.refused("PUT /address", abroad, "error.address-not-serviceable"),
      "The shop does not deliver to this address: 10115, DE",
    );
  }));

Deno.test("expires_at moves with every step, and is null once the session is completed", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const steps: [string, unknown][] = [
      ["PUT /items", { items: mugs(3) }],
      ["PUT /address", ADDRESS],
      ["POST /coupons", { code: "FLAT50" }],
      ["DELETE /coupons/FLAT50", undefined],
      ["PUT /payment-method", { method: "PREPAID" }],
    ];
    for (const [call, data] of steps) {
      world.clock.advance(HOUR_MS - 1);
      const { expires_at } = await checkout.step(call, data);
      assert.equal(expires_at, new Date(world.clock.at + HOUR_MS).toISOString(), call);
    }
    assert.equal((await checkout.pay()).expires_at, null);
  }));
