import { deepEqual, equal, throws } from "node:assert/strict";
import { type CartContext, readLine } from "../../../src/domain/cart/cart.ts";
import type { VariantId } from "../../../src/domain/ids.ts";
import type { CatalogEntry, Product, Variant } from "../../../src/domain/shop/catalog.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { aProduct, aRawLine, aVariant, int64, NO_CATALOG } from "../../support/builders.ts";

const PLAIN: CartContext = {
  ...NO_CATALOG,
  format: "plain",
  currency: currencyOf("INR"),
  rule: "open",
};

const WEB = "https://x.example/i";

function withCatalog(variant: Partial<Variant>, product: Partial<Product> = {}): CartContext {
  const entry = { product: aProduct(product), variant: aVariant(variant) };
  return { ...PLAIN, catalog: new Map<VariantId, CatalogEntry>([[int64(11), entry]]) };
}

function read(fields: Record<string, unknown>, context = PLAIN) {
  return readLine(aRawLine(fields), context);
}

Deno.test("readLine() reads a plain line in the major unit", () => {
  const line = read({
    title: "Mug",
    handle: "mug",
    variant_title: "Red",
    price: "349.50",
    compare_at_price: 399,
    grams: 300,
    single_variant: true,
    taxable: false,
    image: "https://x.example/mug.png",
    properties: { Engraving: "For Asha" },
  });
  deepEqual(line, {
    productId: int64(1),
    variantId: int64(11),
    quantity: 1,
    properties: { Engraving: "For Asha" },
    source: "MANUAL",
    listed: false,
    title: "Mug",
    handle: "mug",
    variantTitle: "Red",
    unitPrice: 34_950,
    compareAtPrice: 39_900,
    grams: 300,
    singleVariant: true,
    taxable: false,
    image: "https://x.example/mug.png",
  });
});

Deno.test("readLine() fills what a plain line leaves out", () => {
  const { title, handle, variantTitle, compareAtPrice, grams, ...rest } = read({});
  deepEqual([title, handle, variantTitle, compareAtPrice, grams], ["", "", "", null, 0]);
  const { singleVariant, taxable, image, properties } = rest;
  deepEqual([singleVariant, taxable, image, properties], [false, true, "", {}]);
});

Deno.test("readLine() reads yen without decimals", () => {
  const yen = { ...PLAIN, currency: currencyOf("JPY") };
  equal(read({ price: 1_999 }, yen).unitPrice, 1_999);
  throws(() => read({ price: 19.99 }, yen), {
    message: "data.items[0].price must have at most 0 decimals for JPY, got 19.99",
  });
});

Deno.test("readLine() takes the catalogue's word before the line's", () => {
  const line = read(
    {
      title: "Cheap",
      price: 0.01,
      compare_at_price: 1,
      grams: 1,
      taxable: true,
      image: "https://x",
    },
    withCatalog({ title: "Red", price: 34_900, compareAtPrice: 39_900, taxable: false }),
  );
  deepEqual([line.title, line.variantTitle, line.handle], ["Mug", "Red", "mug"]);
  deepEqual([line.unitPrice, line.compareAtPrice, line.grams], [34_900, 39_900, 300]);
  deepEqual([line.taxable, line.singleVariant], [false, true]);
  equal(line.image, "https://cdn.example/mug.png");
});

Deno.test("readLine() needs no price of its own for a variant of the catalogue", () => {
  equal(read({ price: null }, withCatalog({})).unitPrice, 34_900);
  equal(read({ price: "nonsense" }, withCatalog({})).unitPrice, 34_900);
});

Deno.test("readLine() shows the line's text where the catalogue has none", () => {
  const bare = withCatalog({ title: "" }, { title: "", handle: "", images: [] });
  const own = { title: "Own", handle: "own", variant_title: "Blue", image: "//x.example/i" };
  const line = read(own, bare);
  deepEqual([line.title, line.handle, line.variantTitle], ["Own", "own", "Blue"]);
  equal(line.image, "https://x.example/i");
});

Deno.test("readLine() refuses a line without a price anywhere", () => {
  for (const price of [null, undefined]) {
    throws(() => read({ price }), {
      name: "AppError",
      code: "error.invalid-request",
      message: "data.items[0].price is required: the variant is not in the shop's catalogue",
    });
  }
});

Deno.test("readLine() refuses an amount it cannot read and names the field", () => {
  throws(() => read({ price: -1 }), { message: /^data\.items\[0\]\.price must be an amount/ });
  throws(() => read({ compare_at_price: "x" }), {
    message: 'data.items[0].compare_at_price must be an amount of 0 or more, got "x"',
  });
  equal(read({ compare_at_price: null }).compareAtPrice, null);
});

Deno.test("readLine() refuses a variant of another product", () => {
  throws(() => readLine(aRawLine({}, { productId: int64(2) }), withCatalog({})), {
    name: "AppError",
    code: "error.invalid-request",
    message: "data.items[0].variant_id belongs to product 1, not 2: 11",
  });
});

Deno.test("readLine() refuses a variant that a known product does not have", () => {
  for (const rule of ["open", "strict"] as const) {
    const context = { ...PLAIN, rule, knownProducts: new Set([int64(1)]) };
    throws(() => read({ price: 1 }, context), {
      name: "AppError",
      code: "error.invalid-request",
      message: "data.items[0].variant_id must be a variant of product 1, got 11",
    });
  }
});

Deno.test("readLine() sells an unknown product in an open catalogue, and not in a strict one", () => {
  const line = read({ price: 1 }, { ...PLAIN, knownProducts: new Set([int64(2)]) });
  deepEqual([line.unitPrice, line.listed], [100, false]);
  throws(() => read({ price: 1 }, { ...PLAIN, rule: "strict" }), {
    name: "AppError",
    code: "error.invalid-request",
    message: "data.items[0].product_id must be in the shop's catalogue, got 1",
  });
  equal(read({ price: 1 }, { ...withCatalog({}), rule: "strict" }).unitPrice, 34_900);
});

Deno.test("readLine() accepts UPSELL and refuses ADD_ON from a caller", () => {
  equal(read({ source: "UPSELL" }).source, "UPSELL");
  for (const source of ["ADD_ON", "MANUAL", "upsell", null, 1]) {
    equal(read({ source }).source, "MANUAL");
  }
});

Deno.test("readLine() counts a display field of an unexpected type as absent", () => {
  const line = read({ title: 1, handle: {}, variant_title: [], image: 7, grams: "300" });
  deepEqual([line.title, line.handle, line.variantTitle, line.image], ["", "", "", ""]);
  equal(line.grams, 0);
  equal(read({ taxable: null }).taxable, true);
  equal(read({ single_variant: "true" }).singleVariant, false);
});

Deno.test("readLine() takes pictures from the web alone, and lets no other stop a sale", () => {
  for (
    const image of [
      "javascript:alert(1)",
      " https://x.example/a",
      "data:image/png;base64,AA==",
      "file:///etc/passwd",
      "ftp://x.example/a.png",
      "/a.png",
      "a.png",
      "https://",
      "https:///a.png",
      "//",
      "",
    ]
  ) {
    equal(read({ image }).image, "", image);
    equal(read({ featured_image: { url: image }, image: "//x.example/i" }).image, WEB, image);
    const images = [{ id: int64(1), src: image }];
    equal(read({ image: "//x.example/i" }, withCatalog({}, { images })).image, WEB, image);
  }
  for (const image of [WEB, "http://x.example/i", "HTTPS://x.example/a b.png"]) {
    equal(read({ image }).image, image);
  }
});

Deno.test("readLine() reads grams as a whole number that is not negative", () => {
  const grams = [0, 12.4, 12.5, -1, NaN, 1e300].map((value) => read({ grams: value }).grams);
  deepEqual(grams, [0, 12, 13, 0, 0, 0]);
});

Deno.test("readLine() takes text alone as a plain line's properties", () => {
  deepEqual(read({ properties: null }).properties, {});
  for (const [value, shown] of [[true, "true"], [null, "null"], [{}, "an object"]] as const) {
    throws(() => read({ properties: { gift: value } }), {
      name: "AppError",
      code: "error.invalid-request",
      message: `data.items[0].properties.gift must be a string, got ${shown}`,
    });
  }
});

Deno.test("readLine() reads [] as no plain properties, as PHP writes an empty map", () => {
  deepEqual(read({ properties: [] }).properties, {});
});

Deno.test("readLine() refuses plain properties that are no object", () => {
  for (const [value, shown] of [[["x"], "an array"], ["1", '"1"'], [1, "1"]] as const) {
    throws(() => read({ properties: value }), {
      message: `data.items[0].properties must be an object, got ${shown}`,
    });
  }
});

Deno.test("readLine() keeps a property called __proto__ as a property", () => {
  const properties = JSON.parse('{"__proto__": "x", "constructor": "y"}');
  const kept = read({ properties }).properties;
  deepEqual(Object.entries(kept), [["__proto__", "x"], ["constructor", "y"]]);
  equal(Object.getPrototypeOf(kept), Object.prototype);
});
