import assert from "node:assert/strict";
import { Checkout } from "./checkout.ts";
import { ADDRESS, KNOWN_PHONE, withShop } from "./shop.ts";

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
      "At most 500 coins can be used on this cart, got 501",
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
      "At most 100 coins can be used on this cart, got 101",
    );
    const balances = (await world.store.customers.byPhone(world.merchant.id, KNOWN_PHONE))
      ?.balances;
    assert.deepEqual([balances?.AVAILABLE, balances?.PROCESSING], [100, 400]);
  }));
