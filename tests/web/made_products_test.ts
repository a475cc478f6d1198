/** Products that are made here, and files of a store that have them under other ids. */
import assert from "node:assert/strict";
import type { ProductEntry } from "../../src/domain/shop/made_product.ts";
import type { Variant } from "../../src/domain/shop/catalog.ts";
import { currencyOf } from "../../src/domain/values/money.ts";
import { readProducts } from "../../src/schema/seed/products_file.ts";
import { SETTLE_MS } from "../../src/service/cache/freshness.ts";
import { aCart, type World } from "../support/app.ts";
import { OPERATOR } from "../support/operator.ts";
import { someDetails } from "../support/shop.ts";
import { withShop } from "./api/shop.ts";

const ENTRY: ProductEntry = {
  title: "Cup",
  handle: "",
  vendor: "",
  bodyHtml: "",
  status: "active",
  maxQuantity: 3,
  options: [{ name: "Size", values: ["S", "M"] }],
};

const DETAILS = someDetails();
const CUP = { entry: ENTRY, details: DETAILS };

/** The cup as a store exports it. */
function file(units: number, sizes = ["S", "M"]): string {
  const variants = sizes.map((size, i) => ({
    id: 7001 + i,
    title: size,
    option1: size,
    price: "250.00",
    inventory_management: "shopify",
    inventory_quantity: units,
  }));
  return JSON.stringify({
    products: [{ id: 700, title: "Cup", handle: "cup", options: [{ name: "Size" }], variants }],
  });
}

async function importFile(world: World, text: string) {
  const drafts = readProducts(text, currencyOf("INR"));
  const tally = await world.services.catalog.import(world.merchant.id, drafts, { by: OPERATOR });
  world.clock.advance(SETTLE_MS);
  return tally;
}

async function cup({ services, merchant }: World) {
  const productId = await services.products.create(merchant.id, CUP, OPERATOR);
  const read = async () => (await services.catalog.find(merchant.id, [productId])).get(productId)!;
  return { productId, read };
}

Deno.test("a later file finds the product by its handle: its first ids stay, its others work", () =>
  withShop(async (world) => {
    const { productId, read } = await cup(world);
    const [small, medium] = (await read()).variants;
    assert.deepEqual(await importFile(world, file(8)), { created: 0, updated: 1, unchanged: 0 });
    assert.deepEqual(await importFile(world, file(8)), { created: 0, updated: 0, unchanged: 1 });
    const { variants, maxQuantity } = await read();
    assert.deepEqual(
      variants.map((
        { variantId, price, inventoryQuantity },
      ) => [variantId, price, inventoryQuantity]),
      [
        [small?.variantId, 25_000, 8],
        [medium?.variantId, 25_000, 8],
      ],
    );
    assert.equal(maxQuantity, 3);
    const item = { product_id: 700, variant_id: 7002, quantity: 2 };
    for (const _ of [1, 2]) {
      const made = await world.send("POST", "/session", { body: aCart({ items: [item] }) });
      assert.equal(made.status, 201);
      const { json } = await world.send("GET", `/session/${made.json.data.session_id}`);
      assert.deepEqual(
        json.data.items.map((one: Record<string, unknown>) => [
          String(one["product_id"]),
          String(one["variant_id"]),
          one["item_price"],
        ]),
        [[productId, medium?.variantId, 250]],
      );
    }
    const opened = await world.send("POST", "/session", { body: aCart() });
    const items = `/session/${opened.json.data.session_id}/items`;
    const replaced = await world.send("PUT", items, { body: { data: { items: [item] } } });
    assert.equal(String(replaced.json.data.items[0].variant_id), medium?.variantId);
    const stray = { ...item, product_id: 701 };
    const { status } = await world.send("POST", "/session", { body: aCart({ items: [stray] }) });
    assert.equal(status, 400);
  }));

Deno.test("a size that a later file adds has the file's id, under both ids of the product", () =>
  withShop(async (world) => {
    const { productId, read } = await cup(world);
    await importFile(world, file(8, ["S", "M", "L"]));
    const [, , large] = (await read()).variants;
    assert.equal(large?.variantId, "7003");
    for (const product_id of [700, Number(productId)]) {
      const body = aCart({ items: [{ product_id, variant_id: 7003, quantity: 1 }] });
      const { status } = await world.send("POST", "/session", { body });
      assert.equal(status, 201, String(product_id));
    }
    await importFile(world, file(8, ["S"]));
    assert.deepEqual((await read()).variants.map(({ title }) => title), ["S"]);
  }));

Deno.test("handles are of one product, and what is removed is agreed to", () =>
  withShop(async (world) => {
    const { productId, read } = await cup(world);
    const { services: { products, catalog }, merchant: { id } } = world;
    await assert.rejects(products.create(id, CUP, OPERATOR), {
      code: "error.conflict",
      field: "handle",
      message: "Another product has, or had, the handle cup: enter another one",
    });
    const [small] = (await read()).variants;
    await catalog.changeStock(id, small!.variantId, () => ({ add: -2 }), OPERATOR);
    const options = [{ name: "Size", values: ["Small", "M"] }];
    const update = (mayRemove: boolean) =>
      products.update(
        id,
        productId,
        () => ({ entry: { ...ENTRY, handle: "beaker", options }, mayRemove }),
        OPERATOR,
      );
    await assert.rejects(update(false), {
      code: "error.conflict",
      field: "options",
      message: /^These variants would be removed: S \(3 units in stock\)\. /,
    });
    await update(true);
    const renamed = await read();
    assert.deepEqual([renamed.handle, renamed.variants.map(({ title }) => title)], [
      "beaker",
      ["Small", "M"],
    ]);
    // The first id of the handle is still the renamed product's.
    await assert.rejects(products.create(id, CUP, OPERATOR), { code: "error.conflict" });
    const [{ variantId }] = renamed.variants as [Variant];
    const { inventoryQuantity: _, ...edit } = DETAILS;
    const variant = { ...edit, price: 1, variantId };
    await products.update(id, productId, () => ({ variant }), OPERATOR);
    assert.deepEqual(
      (await read()).variants.map(({ price, inventoryQuantity }) => [price, inventoryQuantity]),
      [[1, 0], [20_000, 5]],
    );
  }));
