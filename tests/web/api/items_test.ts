import assert from "node:assert/strict";
import { Checkout, left, linesOf } from "./checkout.ts";
import { ADDRESS, mugs, withShop } from "./shop.ts";

Deno.test("PUT /items replaces the cart and prices it anew", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const session = await checkout.step("PUT /items", { items: mugs(3) });
    assert.deepEqual(linesOf(session), [[11, 3, 1047, "MANUAL"]]);
    assert.equal(session.pricing.total_payable, 1047);
    assert.equal(session.session_state, "IN_PROGRESS");
  }));

Deno.test("PUT /items keeps a code and brings it back when the cart earns it again", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { items: mugs(3) });
    const amounts = [await checkout.step("POST /coupons", { code: "SAVE10" })];
    amounts.push(await checkout.step("PUT /items", { items: mugs(2) }));
    amounts.push(await checkout.step("PUT /items", { items: mugs(3) }));
    assert.deepEqual(amounts.map(({ pricing }) => pricing.coupon_discount), [104.7, 0, 104.7]);
  }));

Deno.test("PUT /items marks lines that are out of stock, summed over the variant", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    const { items } = await checkout.step("PUT /items", { items: [...mugs(12), ...mugs(9)] });
    assert.deepEqual(items.map((one: { out_of_stock: boolean }) => one.out_of_stock), [true, true]);
    await checkout.step("PUT /address", ADDRESS);
    assert.equal(
      await checkout.refusedAnew("POST /payment", undefined, "error.out-of-stock"),
      "Not enough left of Mug. The price is still 7329.00",
    );
    assert.equal(await left(world), 20);
  }));
