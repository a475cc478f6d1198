import assert from "node:assert/strict";
import { Checkout } from "./checkout.ts";
import { ADDRESS, withShop } from "./shop.ts";

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
