/** Products that are made and changed in the dashboard, and their links. */
import assert from "node:assert/strict";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import { NO_PRODUCT_FILTER } from "../../../src/domain/filters.ts";
import { OPERATOR } from "../../support/operator.ts";
import { audited, fieldsOf, location, type Scene, withOwner } from "./owner.ts";

const SHIRT = {
  title: "Linen shirt",
  price: "1299",
  text: "Soft & <b>light</b>",
  options: "Size: S, M",
  inventory_quantity: "5",
  status: "active",
};

async function only({ services, merchant }: Scene): Promise<Product> {
  const { rows } = await services.catalog.list(merchant.id, NO_PRODUCT_FILTER, { limit: 10 });
  assert.equal(rows.length, 1);
  return rows[0]!;
}

/** What a browser sends of the form at a path, with these changes. */
async function form({ owner }: Scene, path: string, over: Record<string, string>) {
  return { ...Object.fromEntries(fieldsOf((await owner.get(path)).text)), ...over };
}

Deno.test("a product is added, shown as text, changed and archived, each with an audit entry", () =>
  withOwner("products", async (scene) => {
    const { owner, path } = scene;
    const made = location(await owner.post(`${path}/new`, SHIRT));
    const { productId, variants, bodyHtml } = await only(scene);
    assert.equal(made, `${path}/${productId}?saved=1`);
    assert.deepEqual(
      variants.map(({ title, price, inventoryQuantity }) => [title, price, inventoryQuantity]),
      [["S", 129_900, 5], ["M", 129_900, 5]],
    );
    assert.equal(bodyHtml, "<p>Soft &amp; &lt;b&gt;light&lt;/b&gt;</p>");
    const { text } = await owner.get(made);
    assert.ok(text.includes("Soft &amp; &lt;b&gt;light&lt;/b&gt;"));
    const edit = `${path}/${productId}/edit`;
    location(
      await owner.post(edit, await form(scene, edit, { title: "Shirt", max_quantity: "2" })),
    );
    const variant = `${path}/${productId}/variants/${variants[0]!.variantId}/edit`;
    const cheap = { price: "999", compare_at_price: "1299", sku: "LS-S" };
    location(await owner.post(variant, await form(scene, variant, cheap)));
    location(await owner.post(edit, await form(scene, edit, { status: "archived" })));
    const product = await only(scene);
    assert.deepEqual(
      [product.title, product.maxQuantity, product.status, product.bodyHtml],
      ["Shirt", 2, "archived", bodyHtml],
    );
    assert.deepEqual(
      product.variants.map((one) => [one.price, one.compareAtPrice, one.sku, one.taxable]),
      [[99_900, 129_900, "LS-S", true], [129_900, null, "", true]],
    );
    assert.deepEqual(await audited(scene), [
      "anna product.create Linen shirt",
      ...Array(3).fill("anna product.update Shirt"),
    ]);
  }));

for (
  const [name, value, message] of [
    ["title", "", "Title must not be empty"],
    ["price", "free", "Price must be an amount of 0 or more, got &quot;free&quot;"],
    ["compare_at_price", "-1", "Price before must be an amount of 0 or more"],
    ["inventory_quantity", "many", "Stock must be"],
    ["max_quantity", "0", "Units in an order must be"],
    ["options", "Size", "Options must be a name and its values, such as Size: S, M, L"],
  ] as const
) {
  Deno.test(`a product is refused at its field: ${name} "${value}"`, () =>
    withOwner("products", async (scene) => {
      const { owner, path } = scene;
      const { status, text } = await owner.post(`${path}/new`, { ...SHIRT, [name]: value });
      assert.equal(status, 422);
      assert.ok(text.includes(message), text.slice(text.indexOf("<main")));
      assert.ok(text.includes("Linen shirt") || name === "title", "what was entered stays");
    }));
}

Deno.test("a renamed value is a new variant, which the form says with its stock", () =>
  withOwner("products", async (scene) => {
    const { owner, path } = scene;
    await owner.post(`${path}/new`, SHIRT);
    const { productId } = await only(scene);
    const edit = `${path}/${productId}/edit`;
    const sent = await form(scene, edit, { options: "Size: Small, M" });
    const { status, text } = await owner.post(edit, sent);
    assert.equal(status, 422);
    assert.ok(text.includes("These variants would be removed: S (5 units in stock)"));
    location(await owner.post(edit, { ...sent, may_remove: "on" }));
    const { variants } = await only(scene);
    assert.deepEqual(variants.map(({ title, inventoryQuantity }) => [title, inventoryQuantity]), [
      ["Small", 0],
      ["M", 5],
    ]);
  }));

Deno.test("a change that another person was faster with is shown beside what was entered", () =>
  withOwner("products", async (scene) => {
    const { owner, path } = scene;
    await owner.post(`${path}/new`, SHIRT);
    const { productId } = await only(scene);
    const edit = `${path}/${productId}/edit`;
    const [mine, theirs] = [
      await form(scene, edit, { vendor: "Mine" }),
      await form(scene, edit, { vendor: "Theirs" }),
    ];
    location(await owner.post(edit, theirs));
    const { status, text } = await owner.post(edit, mine);
    assert.equal(status, 422);
    assert.match(text, /This product was changed since you loaded it/);
    assert.ok(text.includes("Theirs") && text.includes("Mine"));
    assert.equal((await only(scene)).vendor, "Theirs");
  }));

Deno.test("a product has a link of each variant, unless the shop sells by none", () =>
  withOwner("products", async (scene) => {
    const { owner, path, services, merchant } = scene;
    await owner.post(`${path}/new`, SHIRT);
    const { productId, variants } = await only(scene);
    const show = async (query = "") => (await owner.get(`${path}/${productId}${query}`)).text;
    assert.match(await show(), /The shop does not sell by links/);
    await services.merchants.update(
      merchant.id,
      (old) => ({ ...old, checkout: { ...old.checkout, cartLinks: true } }),
      OPERATOR,
    );
    services.pages.servedAt("https://pay.demo-store.example");
    const link = (id: string) =>
      `https://pay.demo-store.example/buy?v=${id}:1&amp;shop=demo-store.example`;
    const [small, medium] = variants.map(({ variantId }) => variantId);
    assert.ok((await show()).includes(link(small!)));
    const text = await show(`?share=${medium}`);
    assert.ok(text.includes(link(medium!)) && !text.includes(link(small!)));
    assert.match(text, /href="https:\/\/wa\.me\/\?text=Linen%20shirt%20-%20M%2C%20/);
    assert.match(text, /<svg class="qr"[^>]* aria-label="QR code of the link: Linen shirt - M"/);
  }));
