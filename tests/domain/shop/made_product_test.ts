import assert from "node:assert/strict";
import fc from "fast-check";
import type { MerchantId } from "../../../src/domain/ids.ts";
import {
  editProduct,
  handleOf,
  makeProduct,
  optionsOf,
  type ProductEntry,
} from "../../../src/domain/shop/made_product.ts";
import { uuid } from "../../support/builders.ts";
import { someDetails } from "../../support/shop.ts";

const SHOP: MerchantId = uuid(1);
const SHIRT: ProductEntry = {
  title: "Linen shirt",
  handle: "",
  vendor: "",
  bodyHtml: "",
  status: "active",
  maxQuantity: null,
  options: [{ name: "Colour", values: ["Blue", "Red"] }, { name: "Size", values: ["S", "M"] }],
};

const DETAILS = someDetails({ price: 129_900 });

/** A product as it is stored. */
function stored(entry: ProductEntry) {
  return { ...makeProduct(SHOP, entry, DETAILS), id: uuid(2) };
}

for (
  const [title, handle] of [
    ["Enamel mug, 0.3 l", "enamel-mug-0-3-l"],
    ["  Crème brûlée! ", "creme-brulee"],
    ["कप", "कप"],
    ["!!!", ""],
  ] as const
) {
  Deno.test(`handleOf() makes ${JSON.stringify(handle)} of ${JSON.stringify(title)}`, () => {
    assert.equal(handleOf(title), handle);
  });
}

Deno.test("makeProduct() has a variant for each combination of the options' values", () => {
  const { variants, handle, optionNames } = makeProduct(SHOP, SHIRT, DETAILS);
  assert.equal(handle, "linen-shirt");
  assert.deepEqual(optionNames, ["Colour", "Size"]);
  assert.deepEqual(variants.map(({ title }) => title), [
    "Blue / S",
    "Blue / M",
    "Red / S",
    "Red / M",
  ]);
  const plain = makeProduct(SHOP, { ...SHIRT, options: [] }, DETAILS);
  assert.deepEqual(plain.variants.map(({ title, optionValues }) => [title, optionValues]), [
    ["Default Title", []],
  ]);
});

Deno.test("ids are 52 bits of SHA-256 of shop, handle and option values", async () => {
  const sha256 = async (...parts: string[]) => {
    const bytes = new TextEncoder().encode(JSON.stringify(parts));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return String(new DataView(digest.buffer).getBigUint64(0) >> 12n);
  };
  const { productId, variants: [first] } = makeProduct(SHOP, SHIRT, DETAILS);
  assert.equal(productId, await sha256(SHOP, "linen-shirt"));
  assert.equal(first?.variantId, await sha256(SHOP, "linen-shirt", "Blue", "S", "variant"));
  assert.ok(Number.isSafeInteger(Number(productId)));
  assert.notEqual(makeProduct(uuid(3), SHIRT, DETAILS).productId, productId);
});

Deno.test("editProduct() keeps ids and data of variants by their values; a new value is new", () => {
  const old = stored(SHIRT);
  const priced = {
    ...old,
    variants: old.variants.map((one, i) => ({ ...one, price: i + 1, sku: one.title })),
  };
  const options = [SHIRT.options[0]!, { name: "Size", values: ["L", "S"] }];
  const { draft, removed } = editProduct(SHOP, priced, {
    ...SHIRT,
    title: "Shirt",
    handle: "shirt",
    options,
  }, true);
  assert.equal(draft.productId, old.productId);
  assert.deepEqual(draft.variants.map(({ title, price, sku }) => [title, price, sku]), [
    ["Blue / L", 1, ""],
    ["Blue / S", 1, "Blue / S"],
    ["Red / L", 1, ""],
    ["Red / S", 3, "Red / S"],
  ]);
  assert.equal(draft.variants[1]?.variantId, old.variants[0]?.variantId);
  assert.deepEqual(removed.map(({ title }) => title), ["Blue / M", "Red / M"]);
});

Deno.test("editProduct() leaves the variants of a file, whose options are not known", () => {
  const old = stored(SHIRT);
  const ofFile = {
    ...old,
    optionNames: [],
    variants: old.variants.map((one) => ({ ...one, optionValues: [] })),
  };
  const { draft, removed } = editProduct(
    SHOP,
    ofFile,
    { ...SHIRT, options: [], title: "New" },
    true,
  );
  assert.deepEqual([draft.variants, removed, draft.title], [ofFile.variants, [], "New"]);
});

Deno.test("options in any order lead to the same variants, and back to the options", () => {
  const values = fc.uniqueArray(fc.constantFrom("S", "M", "L", "XL"), { minLength: 1 });
  fc.assert(fc.property(values, values, (colours, sizes) => {
    const options = [{ name: "Colour", values: colours }, { name: "Size", values: sizes }];
    const product = stored({ ...SHIRT, options });
    assert.equal(
      new Set(product.variants.map(({ variantId }) => variantId)).size,
      colours.length * sizes.length,
    );
    assert.deepEqual(optionsOf(product), options);
    const again = editProduct(SHOP, product, {
      ...SHIRT,
      options: options.map((one) => ({ ...one, values: one.values.toReversed() })),
    }, true);
    assert.deepEqual(again.removed, []);
    const ids = (of: typeof product.variants) => of.map(({ variantId }) => variantId).toSorted();
    assert.deepEqual(ids(again.draft.variants), ids(product.variants));
  }));
});

for (
  const [options, message] of [
    [[{ name: "Size", values: [] }], "options must have values, each once: Size"],
    [[{ name: "Size", values: ["S", "S"] }], "options must have values, each once: Size"],
    [
      [{ name: "Size", values: ["S"] }, { name: "size", values: ["M"] }],
      'options must have different names, got "size" twice',
    ],
    [
      [1, 2, 3, 4].map((n) => ({ name: `Option ${n}`, values: ["A"] })),
      "options must be at most 3, got 4",
    ],
    [
      [1, 2, 3].map((n) => ({ name: `Option ${n}`, values: ["A", "B", "C", "D", "E"] })),
      "options may have at most 100 combinations: enter fewer values",
    ],
  ] as const
) {
  Deno.test(`makeProduct() refuses options: ${message}`, () => {
    assert.throws(() => makeProduct(SHOP, { ...SHIRT, options }, DETAILS), {
      code: "error.invalid-request",
      message,
      field: "options",
    });
  });
}
