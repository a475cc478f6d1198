/** The page about integrating a shop: its carts, posted as it shows them. */
import assert from "node:assert/strict";
import type { Merchant } from "../../src/domain/shop/merchant.ts";
import { aCart, withWorld } from "../support/app.ts";
import { readRoot } from "../support/root.ts";
import { lacks } from "../support/tools.ts";
import { type Shown, withCommands } from "./commands.ts";
import { codes, table } from "./pages.ts";
import { type ProjectFolder, withProject } from "./project_folder.ts";

// deno-lint-ignore no-explicit-any -- a JSON document of nobody's type
type Json = any;

/** The session as its shop sees it. */
async function read({ URL, KEY }: Readonly<Record<string, string>>, id: string): Promise<Json> {
  const response = await fetch(`${URL}/session/${id}`, {
    headers: { authorization: `Bearer ${KEY}` },
  });
  return (await response.json()).data;
}

interface Shop {
  readonly serve: string;
  readonly KEY: string;
}

/** Creates the shop and the key of the page's first section. */
async function setUp(shown: Shown, project: ProjectFolder): Promise<Shop> {
  const [serve = "", create = "", key = "", url, secret] = shown.lines(5);
  assert.deepEqual([url, secret], [
    "export URL=http://127.0.0.1:8080",
    "export KEY=ck_live_...",
  ]);
  // The page has started a server by then.
  await project.typed("bin/checkoutctl db migrate");
  await project.typed(create);
  const [KEY = ""] = /ck_live_\w+/.exec(await project.typed(key)) ?? [];
  return { serve, KEY };
}

/** Runs a test of a section, and the section that sets it up before. */
async function withSetUp(
  test: (project: ProjectFolder, shop: Shop) => Promise<void>,
): Promise<void> {
  await withCommands("docs/integrating.md#set-up", (shown) =>
    withProject(async (project) => {
      await test(project, await setUp(shown, project));
    }));
}

Deno.test({
  name: "docs/integrating.md: a plain cart is taken as shown",
  ignore: await lacks("curl"),
  fn: () =>
    withCommands(
      "docs/integrating.md#plain-carts",
      (shown) =>
        withSetUp(async (project, { serve, KEY }) => {
          const [post] = shown.take(1, { of: "sh" });
          assert.ok(post);
          await project.serving(serve, async ({ url: URL }) => {
            const env = { URL, KEY };
            const { status, data } = JSON.parse(await project.typed(post.text, env));
            assert.equal(status, "SUCCESS");
            const { items: [line], pricing } = await read(env, data.session_id);
            assert.deepEqual(
              [line.title, line.item_price, line.sub_total_price, line.properties],
              ["Enamel mug", 120.5, 241, { Engraving: "For Asha" }],
            );
            assert.equal(pricing.cart_total, 241);
          });
        }),
    ),
});

/** The kettle of the page's cart, with a price of the shop's own. */
function catalogue(cart: Json): string {
  const [{ product_id, variant_id }] = cart.items;
  const variants = [{ id: variant_id, title: "2 litres", price: "1500.00" }];
  return JSON.stringify({ products: [{ id: product_id, title: "Kettle", variants }] });
}

Deno.test({
  name:
    "docs/integrating.md: a Shopify cart is taken as shown, and the catalogue's price wins over it",
  ignore: await lacks("node"),
  fn: () =>
    withCommands(
      "docs/integrating.md#shopify",
      (shown) =>
        withSetUp(async (project, { serve, KEY }) => {
          const [cart] = shown.take(1, { of: "json" });
          const [script] = shown.take(1, { of: "js" });
          const [update = "", importing = "", start = ""] = shown.lines(3);
          assert.match(start, /^node /);
          await project.save("cart.json", cart?.text ?? "");
          await project.save("start_checkout.mjs", script?.text ?? "");
          await project.save("products.json", '{"products": []}');
          await project.typed(update);
          await project.typed(importing);
          await project.serving(serve, async ({ url: URL }) => {
            const env = { URL, KEY };
            const id = (await project.typed(start, env)).trim();
            const { items: [line] } = await read(env, id);
            assert.deepEqual([line.title, line.variant.title], ["Copper kettle", "1.5 litres"]);
            assert.deepEqual([line.item_price, line.sub_total_price], [1169.1, 3507.3]);
            assert.deepEqual(line.properties, { Engraving: "For Asha", _bundle: "17" });
            assert.equal(line.image, "https://cdn.hill-house.example/kettle.jpg");
            const kept = await project.typed(`bin/checkoutctl --json session show ${id}`);
            for (const text of ["Please ring twice", "Gift wrap", "final_line_price"]) {
              assert.ok(kept.includes(text), text);
            }

            await project.save("products.json", catalogue(JSON.parse(cart?.text ?? "")));
            await project.typed(importing);
            const again = await read(env, (await project.typed(start, env)).trim());
            assert.deepEqual([again.items[0].title, again.items[0].item_price], ["Kettle", 1500]);
          });
          const refused = await project.type(start, { URL: "http://127.0.0.1:1", KEY });
          assert.equal(refused.code, 1);
        }),
    ),
});

/** A line with all fields that the page names, and what the session shows of each. */
const LINE: Readonly<Record<string, unknown>> = {
  product_id: 77,
  variant_id: 771,
  quantity: 2,
  price: 120,
  final_price: 110,
  compare_at_price: 150,
  title: "Own title",
  product_title: "Product title",
  variant_title: "Blue",
  handle: "mug",
  image: "//cdn.example/a.jpg",
  featured_image: { url: "//cdn.example/b.jpg" },
  grams: 300,
  taxable: false,
  single_variant: true,
  product_has_only_default_variant: true,
  properties: { Engraving: "For Asha" },
  source: "UPSELL",
};

/** A line of the session without some of its fields. */
async function shownLine(
  cartFormat: Merchant["cartFormat"],
  ...without: readonly string[]
): Promise<Json> {
  const item = Object.fromEntries(Object.entries(LINE).filter(([name]) => !without.includes(name)));
  let line: Json;
  await withWorld(async ({ send }) => {
    const created = await send("POST", "/session", { body: aCart({ items: [item] }) });
    if (created.status !== 201) return;
    const { json } = await send("GET", created.headers.get("location") ?? "");
    line = json.data.items[0];
  }, { merchant: { cartFormat } });
  return line;
}

Deno.test("docs/api.md: the fields of a line are those that are read, and have the effect in the table", async () => {
  const rows = table(await readRoot("docs/api.md"), "Field");
  const named = rows.flatMap(([field = ""]) => codes(field));
  const source = await readRoot("src/domain/cart/cart.ts");
  const read = [...source.matchAll(/fields\["(\w+)"\]/g)].map(([, name = ""]) => name);
  // One is read by way of a list of two.
  const required = ["product_id", "variant_id", "quantity"];
  assert.deepEqual([...named].sort(), [...new Set([...read, ...required, "final_price"])].sort());
  assert.deepEqual([...named].sort(), Object.keys(LINE).sort());

  const plain = await shownLine("plain");
  assert.deepEqual(
    [plain.item_price, plain.variant.compare_at_price, plain.title, plain.variant.title],
    [120, 150, "Product title", "Blue"],
  );
  assert.deepEqual(
    [plain.handle, plain.image, plain.grams, plain.taxable, plain.single_variant, plain.source],
    ["mug", "https://cdn.example/b.jpg", 300, false, true, "UPSELL"],
  );
  assert.deepEqual(plain.properties, LINE["properties"]);
  const shopify = await shownLine("shopify");
  assert.deepEqual([shopify.item_price, shopify.variant.compare_at_price], [1.1, null]);
  assert.equal((await shownLine("shopify", "final_price")).item_price, 1.2);
  const bare = await shownLine("plain", "product_title", "featured_image", "source", "taxable");
  assert.deepEqual(
    [bare.title, bare.image, bare.source, bare.taxable],
    ["Own title", "https://cdn.example/a.jpg", "MANUAL", true],
  );
  const single = "product_has_only_default_variant";
  assert.equal((await shownLine("plain", single)).single_variant, true);
  assert.equal((await shownLine("plain", single, "single_variant")).single_variant, false);
  for (const field of [...required, "price"]) {
    assert.equal(await shownLine("plain", field), undefined);
  }
});
