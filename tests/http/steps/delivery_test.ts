import assert from "node:assert/strict";
import { Checkout } from "./checkout.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, mugs, withShop } from "./shop.ts";

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
      "The shop does not deliver there: 10115, DE",
    );
  }));

Deno.test("PUT /payment-method applies the offer of the method, or the fee of COD", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    const prepaid = (await checkout.step("PUT /payment-method", { method: "PREPAID" })).pricing;
    assert.deepEqual(
      [prepaid.payment_offer_discount, prepaid.cod_order, prepaid.total_payable],
      [34.9, false, 723.1],
    );
    const cod = (await checkout.step("PUT /payment-method", { method: "COD" })).pricing;
    assert.deepEqual(
      [cod.payment_offer_discount, cod.cod_order, cod.is_partial_cod, cod.total_payable],
      [0, true, false, 798],
    );
  }));

Deno.test("PUT /payment-method refuses COD that a coupon disables", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("POST /coupons", { code: "NOCOD" });
    assert.equal(
      await checkout.refused("PUT /payment-method", { method: "COD" }, "error.cod-not-available"),
      "Cash on delivery is not available for this cart",
    );
    await checkout.step("DELETE /coupons/NOCOD");
    const { pricing } = await checkout.step("PUT /payment-method", { method: "COD" });
    assert.equal(pricing.cod_order, true);
  }));

Deno.test("a coupon that disables COD takes the chosen method back with its fee", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /payment-method", { method: "COD" });
    const { pricing } = await checkout.step("POST /coupons", { code: "NOCOD" });
    assert.deepEqual(
      [pricing.cod_available, pricing.cod_order, pricing.cod_price, pricing.total_payable],
      [false, false, 0, 678],
    );
  }));

Deno.test("PUT /coins uses coins of the verified customer, as many as fit; 0 takes them back", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const { coin } = await checkout.verify();
    assert.deepEqual([coin.coin_available, coin.coin_redeemable, coin.coin_used], [500, 500, 0]);
    const used = await checkout.step("PUT /coins", { coins: 500 });
    assert.deepEqual(
      [used.coin.coin_used, used.pricing.coin_discount, used.pricing.total_payable],
      [500, 50, 648],
    );
    const none = await checkout.step("PUT /coins", { coins: 0 });
    assert.deepEqual([none.coin.coin_used, none.pricing.total_payable], [0, 698]);
  }));

Deno.test("PUT /coins refuses without a verified customer, and more than there are", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    assert.equal(
      await checkout.refused("PUT /coins", { coins: 1 }, "error.customer-required"),
      "Verify a phone number first",
    );
    await checkout.verify();
    assert.equal(
      await checkout.refused("PUT /coins", { coins: 501 }, "error.coins-not-available"),
      "At most 500 coins can be used on this cart: 501",
    );
  }));

Deno.test("coins are set aside by a payment: another session of the customer cannot use them", () =>
  withShop(async (world) => {
    const first = await Checkout.open(world);
    await first.verify();
    await first.step("PUT /coins", { coins: 400 });
    await first.step("PUT /address", ADDRESS);
    const { coin: held } = await first.step("POST /payment");
    // Both of the moment after the 400 were set aside.
    assert.deepEqual([held.coin_available, held.coin_redeemable], [100, 100]);
    world.clock.advance(30_000);

    const second = await Checkout.open(world);
    const { coin } = await second.verify();
    assert.deepEqual([coin.coin_available, coin.coins_processing], [100, 400]);
    assert.equal(
      await second.refused("PUT /coins", { coins: 101 }, "error.coins-not-available"),
      "At most 100 coins can be used on this cart: 101",
    );
    const balances = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))
      ?.balances;
    assert.deepEqual([balances?.AVAILABLE, balances?.PROCESSING], [100, 400]);
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
