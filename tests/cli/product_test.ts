import assert from "node:assert/strict";
import { currencyOf } from "../../src/domain/values/money.ts";
import { readProducts } from "../../src/schema/seed/products_file.ts";
import { OPERATOR } from "../support/operator.ts";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];
const MAX = "9223372036854775807";

function file(...products: string[]): string {
  return `{"products":[${products.join(",")}]}`;
}

const MUG = `{"id":${MAX},"title":"Mug","handle":"mug","vendor":"Kiln","body_html":null,
  "images":[{"id":5,"src":"https://cdn.example/mug.png"}],
  "variants":[{"id":-9223372036854775808,"title":"Blue","price":"349.00","compare_at_price":"",
    "grams":300,"taxable":true,"image_id":5,"inventory_quantity":3,
    "inventory_management":"shopify","inventory_policy":"deny"}]}`;

Deno.test("product import then list --json keeps 64-bit ids digit for digit", () =>
  withShell(async (shell) => {
    await createShop(shell);
    shell.files.set("products.json", file(MUG));
    assert.deepEqual(await shell.json("product", "import", "products.json", ...SHOP), {
      products: { created: 1, updated: 0, unchanged: 0 },
    });
    const { out } = await shell.run("product", "list", ...SHOP, "--json");
    assert.match(out, new RegExp(`"id": ${MAX},`));
    assert.match(out, /"id": -9223372036854775808,/);
    const [{ id: _id, variants, ...product }] = JSON.parse(out);
    assert.deepEqual(product, {
      title: "Mug",
      handle: "mug",
      vendor: "Kiln",
      body_html: "",
      status: "active",
      images: [{ id: 5, src: "https://cdn.example/mug.png" }],
      options: [],
      max_quantity: null,
    });
    assert.equal(variants[0].price, "349.00");
    assert.equal(variants[0].compare_at_price, null);
    assert.equal(variants[0].inventory_quantity, 3);
    const table = await shell.run("product", "list", ...SHOP);
    assert.match(
      table.out,
      new RegExp(`^${MAX} +-9223372036854775808 +Mug +active +349\\.00 +3$`, "m"),
    );
  }));

Deno.test("product import twice changes nothing, an edited file updates in place", () =>
  withShell(async (shell) => {
    await createShop(shell);
    shell.files.set("products.json", file(MUG));
    await shell.json("product", "import", "products.json", ...SHOP);
    const again = await shell.run("product", "import", "products.json", ...SHOP);
    assert.equal(again.out, "Products: 0 created, 0 updated, 1 unchanged\n");
    shell.files.set("products.json", file(MUG.replace("349.00", "399.00")));
    const edited = await shell.run("product", "import", "products.json", ...SHOP);
    assert.equal(edited.out, "Products: 0 created, 1 updated, 0 unchanged\n");
    const [{ variants }] = await shell.json("product", "list", ...SHOP);
    assert.equal(variants[0].price, "399.00");
  }));

Deno.test("product import of a broken file writes nothing and names file and path", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const broken = MUG.replace(MAX, "2").replace("349.00", "free");
    shell.files.set("products.json", file(MUG, broken));
    const { code, out, err } = await shell.run("product", "import", "products.json", ...SHOP);
    assert.equal(code, 1);
    assert.equal(out, "");
    assert.equal(
      err,
      'error: products.json: products[1].variants[0].price must be an amount of 0 or more, got "free" ' +
        "(error.invalid-request)\n",
    );
    assert.deepEqual(await shell.json("product", "list", ...SHOP), []);
  }));

Deno.test("product import refuses a variant that another product has, as a conflict", () =>
  withShell(async (shell) => {
    await createShop(shell);
    shell.files.set("products.json", file(MUG));
    await shell.json("product", "import", "products.json", ...SHOP);
    shell.files.set("products.json", file(MUG.replace(MAX, "2").replace('"mug"', '"cup"')));
    const { code, err } = await shell.run("product", "import", "products.json", ...SHOP);
    assert.equal(code, 1);
    assert.match(err, /-9223372036854775808 \(error\.conflict\)\n$/);
  }));

Deno.test("product import of a missing file fails with a clear message", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { code, err } = await shell.run("product", "import", "none.json", ...SHOP);
    assert.equal(code, 1);
    assert.match(err, /^error: Cannot read the file, it does not exist: none\.json /);
  }));

Deno.test("product import shows progress on a terminal once it takes over a second", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const products = Array.from({ length: 450 }, (_, i) =>
      MUG.replace(MAX, `${i + 1}`)
        .replace("-9223372036854775808", `${1000 + i}`));
    shell.files.set("products.json", file(...products));
    const { commit } = shell.store;
    shell.store.commit = async (changes) => {
      shell.clock.advance(700);
      await commit.call(shell.store, changes);
    };
    shell.isTerminal = true;
    shell.env["NO_COLOR"] = "1";
    const { out, err } = await shell.run("product", "import", "products.json", ...SHOP);
    assert.equal(out, "Products: 450 created, 0 updated, 0 unchanged\n");
    assert.equal(
      err,
      "\r\u001b[K400 of at most 450 products written\r\u001b[K450 of at most 450 products written" +
        "\r\u001b[K",
    );
  }));

Deno.test("product list cuts titles to the width of a terminal and nothing in a pipe", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const title = "A very long title that goes on and on beyond any terminal of eighty columns";
    shell.files.set("products.json", file(MUG.replace('"Mug"', `"${title}"`)));
    await shell.json("product", "import", "products.json", ...SHOP);
    assert.ok((await shell.run("product", "list", ...SHOP)).out.includes(title));
    shell.isTerminal = true;
    shell.env["NO_COLOR"] = "1";
    const { out } = await shell.run("product", "list", ...SHOP);
    assert.match(out, /A very lo.*…/);
    assert.ok(out.includes(MAX), "ids stay whole");
    assert.deepEqual(out.split("\n").filter((line) => [...line].length > 80), []);
  }));

Deno.test("product update --inventory sets, adds, takes and ends the stock of a variant", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const tea = '{"id":2,"title":"Tea","handle":"tea","vendor":"","images":[],"variants":[' +
      '{"id":21,"title":"Default Title","price":"5.00","inventory_quantity":3}]}';
    shell.files.set("products.json", file(tea));
    await shell.json("product", "import", "products.json", ...SHOP);
    const update = (inventory: string) =>
      shell.run("product", "update", "21", ...SHOP, "--inventory", inventory);
    const rows = [
      ["42", "42 units left"],
      ["+10", "52 units left"],
      ["-3", "49 units left"],
      ["none", "not tracked"],
      ["1", "1 unit left"],
    ] as const;
    for (const [inventory, left] of rows) {
      assert.equal((await update(inventory)).out, `Stock of Tea: ${left}\n`);
    }
    await shell.json("product", "import", "products.json", ...SHOP);
    const json = await shell.json("product", "update", "21", ...SHOP, "--inventory", "+1");
    assert.deepEqual(json, { product_id: 2, variant_id: 21, title: "Tea", inventory_quantity: 2 });
    await update("none");
    const untracked = await update("+1");
    assert.equal(untracked.code, 1);
    assert.match(untracked.err, /its stock is not tracked: 21 \(error\.conflict\)/);
    const unknown = await shell.run("product", "update", "7", ...SHOP, "--inventory", "1");
    assert.match(unknown.err, /^error: No such variant: 7 \(error\.variant-not-found\)/);
  }));

Deno.test("product import says that the last one was killed, until one has ended", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const products = (n: number) =>
      Array.from({ length: n }, (_, i) => ({
        ...JSON.parse(MUG),
        id: i + 1,
        variants: [{ id: i + 1, title: "Default Title", price: "1.00" }],
      }));
    const write = (n: number) =>
      shell.files.set("products.json", JSON.stringify({ products: products(n) }));
    const run = async () => await shell.run("product", "import", "products.json", ...SHOP);
    write(450);
    const { services: { catalog } } = shell;
    const merchantId = (await shell.json("merchant", "show", "demo-store.example")).id;
    const drafts = readProducts(JSON.stringify({ products: products(450) }), currencyOf("INR"));
    await assert.rejects(
      catalog.import(merchantId, drafts, {
        by: OPERATOR,
        onProgress: () => {
          throw new Error("killed");
        },
      }),
      /killed/,
    );
    shell.clock.advance(60_000);
    const rest = await run();
    assert.match(rest.err, /^The import of 2026-\S+ \S+Z by cli:?\S* was not finished; /);
    assert.equal(rest.out, "Products: 250 created, 0 updated, 200 unchanged\n");
    assert.equal((await run()).err, "");
  }));
