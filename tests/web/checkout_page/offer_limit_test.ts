import assert from "node:assert/strict";
import { DEFAULT_LIMITS } from "../../../src/domain/shop/limits.ts";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { withWorld } from "../../support/app.ts";
import { aCustomer } from "../../support/builders.ts";
import { aMug, aStock } from "../../support/shop.ts";
import { pagesOf } from "./pages.ts";

Deno.test("GET /buy that only shows a cart is counted for its address, by the hour", () =>
  withWorld(async (world) => {
    const products = [aMug()];
    await world.store.commit(
      aStock({ merchantId: world.merchant.id, products, coupons: [], customer: aCustomer() }),
    );
    const { send } = pagesOf(world, { rateLimit: 1 });
    const shown = async (peer: string) => (await send("GET", "/buy?v=11:1", { peer })).status;
    for (let n = 0; n < 3; n++) assert.equal(await shown("192.0.2.1"), 200);
    assert.deepEqual([await shown("192.0.2.1"), await shown("192.0.2.2")], [429, 200]);
    assert.deepEqual([...world.services.refusals.totals()], [["cartsPerAddress", 1]]);
    world.clock.advance(3_600_000);
    assert.equal(await shown("192.0.2.1"), 200);
  }, {
    merchant: {
      catalogue: "strict",
      checkout: {
        ...NO_CHECKOUT_FORM,
        cartLinks: true,
        limits: { ...DEFAULT_LIMITS, cartsPerAddress: 3 },
      },
    },
  }));
