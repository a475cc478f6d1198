import assert from "node:assert/strict";
import { Checkout } from "./checkout.ts";
import { aCode, ADDRESS, off, withShop } from "./shop.ts";

const ONCE = aCode(70, "ONCE", { usageLimitPerCustomer: 1, ...off(3_000) });
const WITH_ONCE = { more: [{ kind: "coupon.put", coupon: ONCE } as const] };

async function requires(checkout: Checkout): Promise<string[]> {
  return (await checkout.world.send("GET", checkout.path)).json.data.requires;
}

Deno.test("requires lists what is missing now, and payment says the same", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    assert.deepEqual(await requires(checkout), ["address"]);
    const { requires: both } = await checkout.step("POST /coupons", { code: "ONCE" });
    assert.deepEqual(both, ["phone", "address"]);
    await checkout.refused("POST /payment", undefined, "error.address-required");
    await checkout.step("PUT /address", ADDRESS);
    assert.deepEqual(await requires(checkout), ["phone"]);
    assert.equal(
      await checkout.refused("POST /payment", undefined, "error.phone-required"),
      "Verify your phone number to use ONCE",
    );
    const verified = await checkout.verify();
    assert.deepEqual(verified.requires, []);
    const order = await checkout.pay();
    assert.deepEqual([order.session_state, order.requires], ["COMPLETED", []]);
  }, WITH_ONCE));

Deno.test("a phone is required for cash on delivery too, and no longer once the code is gone", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await checkout.step("PUT /address", ADDRESS);
    await checkout.step("POST /coupons", { code: "ONCE" });
    const chosen = await checkout.step("PUT /payment-method", { method: "COD" });
    assert.deepEqual(chosen.requires, ["phone"]);
    await checkout.refused("POST /complete", undefined, "error.phone-required");
    const without = await checkout.step("DELETE /coupons/ONCE");
    assert.deepEqual(without.requires, []);
    assert.equal((await checkout.step("POST /complete")).session_state, "COMPLETED");
  }, WITH_ONCE));

Deno.test("a shop without shipping rules requires no address", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    assert.deepEqual(await requires(checkout), []);
    assert.equal((await checkout.pay()).session_state, "COMPLETED");
  }, { rules: { shipping: [] } }));
