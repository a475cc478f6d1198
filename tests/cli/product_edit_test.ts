import assert from "node:assert/strict";
import { createShop, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];
const SHIRT = ["--title", "Linen shirt", "--price", "1299", "--option", "Size: S, M"];

Deno.test("product create makes a variant of each value, with stock, and says the id", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { out } = await shell.run("product", "create", ...SHOP, ...SHIRT, "--inventory", "5");
    assert.match(out, /^Created product Linen shirt, 2 variants: [0-9]{1,16}\n$/);
    const [made] = await shell.json("product", "list", ...SHOP);
    assert.ok(out.includes(String(made.id)));
    assert.deepEqual([made.handle, made.options, made.status], ["linen-shirt", ["Size"], "active"]);
    assert.deepEqual(
      made.variants.map((one: Record<string, unknown>) => [
        one["title"],
        one["price"],
        one["inventory_quantity"],
      ]),
      [["S", "1299.00", 5], ["M", "1299.00", 5]],
    );
    const again = await shell.run("product", "create", ...SHOP, ...SHIRT);
    assert.deepEqual([again.code, again.err], [
      1,
      "error: Another product has, or had, the handle linen-shirt: enter another one (error.conflict)\n",
    ]);
  }));

Deno.test("product update changes a variant and its product; what would go is agreed to", () =>
  withShell(async (shell) => {
    await createShop(shell);
    await shell.run("product", "create", ...SHOP, ...SHIRT, "--text", "Soft & light");
    const [{ variants: [small] }] = await shell.json("product", "list", ...SHOP);
    const update = (...words: string[]) =>
      shell.run("product", "update", String(small.id), ...SHOP, ...words);
    const { out } = await update(
      ...["--price", "999", "--compare-at", "1299", "--sku", "LS-S", "--inventory", "7"],
      ...["--max-quantity", "3", "--status", "unlisted"],
    );
    assert.equal(out, "Updated Linen shirt - S: stock 7 units left\n");
    const gone = await update("--option", "Size: S, L");
    assert.equal(gone.code, 1);
    assert.match(gone.err, /^error: These variants would be removed: M \(stock not tracked\)\. /);
    assert.equal((await update("--option", "Size: S, L", "--remove-variants")).code, 0);
    const [made] = await shell.json("product", "list", ...SHOP);
    assert.deepEqual(
      [made.max_quantity, made.status, made.body_html],
      [3, "unlisted", "<p>Soft &amp; light</p>"],
    );
    assert.deepEqual(
      made.variants.map((one: Record<string, unknown>) =>
        ["title", "price", "compare_at_price", "sku", "inventory_quantity"].map((name) => one[name])
      ),
      [["S", "999.00", "1299.00", "LS-S", 7], ["L", "999.00", "1299.00", "", 0]],
    );
    const entries = await shell.json("audit", "list", "--action", "product.update");
    assert.equal(entries.length, 3);
    const nothing = await update();
    assert.match(nothing.err, /^error: Nothing to change: add at least one option/);
  }));

for (
  const [words, message] of [
    [["--title", "X"], "--price is required"],
    [["--title", "X", "--price", "free"], '--price must be an amount of 0 or more, got "free"'],
    [
      ["--title", "X", "--price", "1", "--option", "Size"],
      '--option must be a name and its values, such as Size: S, M, L, got "Size"',
    ],
    [["--title", "!!", "--price", "1"], "handle must have a letter or a digit: enter one"],
    [
      ["--title", "X", "--price", "1", "--inventory", "+1"],
      "--inventory of a new product is no change",
    ],
  ] as const
) {
  Deno.test(`product create ${words.join(" ")} is refused: ${message}`, () =>
    withShell(async (shell) => {
      await createShop(shell);
      const { code, err } = await shell.run("product", "create", ...SHOP, ...words);
      assert.notEqual(code, 0);
      assert.ok(err.startsWith(`error: ${message}`), err);
    }));
}
