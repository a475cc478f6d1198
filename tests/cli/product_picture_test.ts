import assert from "node:assert/strict";
import { createShop, type Shell, withShell } from "./support.ts";

const SHOP = ["--merchant", "demo-store.example"];

/** Makes a product, and returns what calls `product picture` with its id. */
async function withMug(shell: Shell) {
  await createShop(shell);
  await shell.run("product", "create", ...SHOP, "--title", "Mug", "--price", "349");
  const [mug] = await shell.json("product", "list", ...SHOP);
  const picture = (verb: string, ...words: string[]) =>
    shell.run("product", "picture", verb, String(mug.id), ...words, ...SHOP);
  const hashes = async (): Promise<string[]> =>
    (await shell.json("product", "picture", "list", String(mug.id), ...SHOP)).pictures;
  return { mug, picture, hashes };
}

Deno.test("product picture adds, lists, moves and removes, each with an audit entry", () =>
  withShell(async (shell) => {
    const { mug, picture, hashes } = await withMug(shell);
    assert.equal((await picture("list")).out, "No pictures yet\n");
    shell.files.set("a.jpg", "picture a").set("b.jpg", "picture b");
    assert.match(
      (await picture("add", "a.jpg")).out,
      /^Added picture [0-9a-f]{32} to Mug, which has 1 picture\n$/,
    );
    await picture("add", "b.jpg");
    const [a = "", b = ""] = await hashes();
    assert.notEqual(a, b);
    // The same file again changes nothing.
    await picture("add", "a.jpg");
    assert.deepEqual(await hashes(), [a, b]);
    assert.equal(
      (await picture("move", b, "--to", "1")).out,
      `Moved picture ${b} of Mug, which has 2 pictures\n`,
    );
    assert.deepEqual(await hashes(), [b, a]);
    const far = await picture("move", b, "--to", "3");
    assert.match(far.err, /^error: place must be from 1 to 2, got 3 /);
    // By the id of a variant too.
    const { out } = await shell.run(
      ...["product", "picture", "remove", String(mug.variants[0].id), a, ...SHOP],
    );
    assert.equal(out, `Removed picture ${a} from Mug, which has 1 picture\n`);
    assert.match((await picture("remove", a)).err, /^error: The product has no such picture: /);
    assert.deepEqual(await hashes(), [b]);
    const entries = await shell.json("audit", "list", "--action", "product.update");
    assert.deepEqual(
      entries.map(({ after }: { after: { pictures: string[] } }) => after.pictures),
      [[b], [b, a], [a, b], [a]],
    );
  }));

Deno.test("a product has ten pictures, and a shop as many megabytes as its setting says", () =>
  withShell(async (shell) => {
    const { picture, hashes } = await withMug(shell);
    for (let n = 0; n < 11; n++) shell.files.set(`${n}.jpg`, `picture ${n}`);
    for (let n = 0; n < 10; n++) assert.equal((await picture("add", `${n}.jpg`)).code, 0);
    const { err } = await picture("add", "10.jpg");
    assert.equal(
      err,
      "error: A product has at most 10 pictures: remove one first (error.conflict)\n",
    );
    await picture("remove", (await hashes())[0]!);
    await shell.run("merchant", "update", "demo-store.example", "--pictures-mb", "0");
    const full = await picture("add", "10.jpg");
    assert.match(full.err, /^error: The pictures of the shop take 0\.0 of 0 MB: remove some, /);
    assert.equal((await hashes()).length, 9);
  }));

Deno.test("an import leaves the pictures of its products", () =>
  withShell(async (shell) => {
    const { picture, hashes, mug } = await withMug(shell);
    shell.files.set("a.jpg", "picture a");
    await picture("add", "a.jpg");
    const pictures = await hashes();
    const products = [{ ...mug, title: "Cup", variants: [{ ...mug.variants[0], price: "1.00" }] }];
    shell.files.set("products.json", JSON.stringify({ products }));
    const { out } = await shell.run("product", "import", "products.json", ...SHOP);
    assert.equal(out, "Products: 0 created, 1 updated, 0 unchanged\n");
    assert.deepEqual(await hashes(), pictures);
  }));

Deno.test("a file that is missing, and a product that is, are named", () =>
  withShell(async (shell) => {
    const { picture } = await withMug(shell);
    assert.match(
      (await picture("add", "none.jpg")).err,
      /^error: Cannot read the file, .*none\.jpg/,
    );
    shell.files.set("a.jpg", "picture a");
    const { err } = await shell.run("product", "picture", "add", "5", "a.jpg", ...SHOP);
    assert.equal(err, "error: No such product: 5 (error.not-found)\n");
  }));
