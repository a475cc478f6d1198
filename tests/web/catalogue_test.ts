import assert from "node:assert/strict";
import type { MerchantId } from "../../src/domain/ids.ts";
import type { CatalogueRule } from "../../src/domain/shop/merchant.ts";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { aCart, type World } from "../support/app.ts";
import { aMerchant, aProduct, aVariant, int64, uuid } from "../support/builders.ts";
import { Checkout } from "./api/checkout.ts";
import { ADDRESS, mugs, RULES, withShop } from "./api/shop.ts";
import { OPERATOR } from "../support/operator.ts";

/** A line at its own price, of a product that may be stored or not. */
function line(productId: number, variantId: number): Record<string, unknown> {
  return { product_id: productId, variant_id: variantId, quantity: 1, price: 1, title: "Cheap" };
}

async function setRule(world: World, catalogue: CatalogueRule): Promise<void> {
  await world.services.merchants.update(
    world.merchant.id,
    (old) => ({ ...old, catalogue }),
    OPERATOR,
  );
  world.clock.advance(SETTLE_MS);
}

async function refusal(world: World, items: unknown[]): Promise<string> {
  const { status, json } = await world.send("POST", "/session", { body: aCart({ items }) });
  assert.deepEqual([status, json.error.code], [400, "error.invalid-request"]);
  return json.error.message;
}

/** Counts how often the store is asked for the catalogue of a cart. */
function counting({ store }: World): () => number {
  const { catalog } = store;
  const cart = catalog.cart.bind(catalog);
  let asked = 0;
  Object.defineProperty(catalog, "cart", {
    value: (...args: Parameters<typeof cart>) => {
      asked += 1;
      return cart(...args);
    },
  });
  return () => asked;
}

for (const rule of ["open", "strict"] as const) {
  Deno.test(`an unknown variant of a known product is 400 in a catalogue that is ${rule}`, () =>
    withShop(async (world) => {
      await setRule(world, rule);
      const message = "must be a variant of product 1, got 12";
      assert.equal(
        await refusal(world, [...mugs(1), line(1, 12)]),
        `data.items[1].variant_id ${message}`,
      );
      const checkout = await Checkout.open(world);
      assert.equal(
        await checkout.refused("PUT /items", { items: [line(1, 12)] }, "error.invalid-request"),
        `data.items[0].variant_id ${message}`,
      );
    }));
}

Deno.test("an unknown product sells at the cart's price in an open catalogue", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { items: [line(77, 771)] });
    const { pricing } = await checkout.step("PUT /items", { items: [...mugs(1), line(77, 771)] });
    assert.equal(pricing.sub_total, 350);
  }));

Deno.test("an unknown product is 400 in a strict catalogue, once the shop has made it so", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world);
    await setRule(world, "strict");
    const message = "must be in the shop's catalogue, got 77";
    assert.equal(await refusal(world, [line(77, 771)]), `data.items[0].product_id ${message}`);
    assert.equal(
      await checkout.refused(
        "PUT /items",
        { items: [...mugs(1), line(77, 771)] },
        "error.invalid-request",
      ),
      `data.items[1].product_id ${message}`,
    );
    // A catalogue variant sells at the catalogue's price, not the cart's.
    const { pricing } = await checkout.step("PUT /items", { items: [line(1, 11)] });
    assert.equal(pricing.sub_total, 349);
  }));

Deno.test("a cart that an open catalogue took is paid after the catalogue became strict", () =>
  withShop(async (world) => {
    const checkout = await Checkout.open(world, { items: [line(77, 771)] });
    await setRule(world, "strict");
    await checkout.step("PUT /address", ADDRESS);
    const { payment } = await checkout.step("POST /payment");
    assert.equal(payment.amount, 61);
  }));

Deno.test("a product that is imported becomes known, and another shop's never is", () =>
  withShop(async (world) => {
    const merchantId = uuid<MerchantId>(2);
    const product = aProduct({
      productId: int64(77),
      id: uuid(31),
      handle: "pot",
      variants: [aVariant({ productId: int64(77), variantId: int64(770) })],
    });
    const other = aMerchant({ id: merchantId, domains: ["other.example"], rules: RULES });
    await world.store.commit([
      { kind: "merchant.put", merchant: other },
      { kind: "product.put", merchantId, product },
    ]);
    await Checkout.open(world, { items: [line(77, 771)] });
    await world.services.catalog.import(world.merchant.id, [product], { by: OPERATOR });
    world.clock.advance(SETTLE_MS);
    assert.equal(
      await refusal(world, [line(77, 771)]),
      "data.items[0].variant_id must be a variant of product 77, got 771",
    );
  }));

Deno.test("variants and products of a cart are asked for together, once", () =>
  withShop(async (world) => {
    const asked = counting(world);
    await Checkout.open(world, { items: mugs(2) });
    assert.equal(asked(), 1);
    const items = [...mugs(1), line(77, 771), line(77, 772), line(78, 781)];
    const checkout = await Checkout.open(world, { items });
    assert.equal(asked(), 2);
    await Checkout.open(world, { items });
    await checkout.step("PUT /items", { items });
    await checkout.step("POST /coupons", { code: "FLAT50" });
    assert.equal(asked(), 2);
  }));
