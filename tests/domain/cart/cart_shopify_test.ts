import { deepEqual, equal, throws } from "node:assert/strict";
import { type CartContext, readLine, unitsByVariant } from "../../../src/domain/cart/cart.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { anOrder, int64, NO_CATALOG, NOW, someRules } from "../../support/builders.ts";
import { aShopifyLine } from "../../support/shopify_line.ts";

function context(currency: string): CartContext {
  return { ...NO_CATALOG, format: "shopify", currency: currencyOf(currency), rule: "open" };
}

function read(fields: Record<string, unknown> = {}, currency = "INR") {
  return readLine(aShopifyLine(fields), context(currency));
}

Deno.test("readLine() reads a complete cart.js line", () => {
  deepEqual(read(), {
    productId: int64(8_100_200_300_400),
    variantId: int64(44_001_122_334_455),
    quantity: 3,
    properties: { Engraving: "For Asha", _bundle: "b-17" },
    source: "MANUAL",
    listed: false,
    title: "Steel Bottle",
    handle: "steel-bottle",
    variantTitle: "Blue / 750 ml",
    unitPrice: 116_910,
    compareAtPrice: null,
    grams: 420,
    singleVariant: false,
    taxable: true,
    image: "https://cdn.shop.example/files/bottle-blue.jpg?v=17",
  });
});

Deno.test("readLine() charges an already discounted cart.js line once", () => {
  const { totals } = price(anOrder({ lines: [read()] }), someRules(), NOW);
  equal(totals.subTotal, 350_730); // 3 x 1,169.10, the line's own final_line_price
  equal(totals.discount, 0);
});

Deno.test("readLine() falls back from final_price to price", () => {
  equal(read({ final_price: null }).unitPrice, 129_900);
  equal(read({ final_price: undefined }).unitPrice, 129_900);
  equal(read({ final_price: 0 }).unitPrice, 0);
  throws(() => read({ final_price: null, price: null }), {
    name: "AppError",
    code: "error.invalid-request",
    message: "data.items[0].price is required: the variant is not in the shop's catalogue",
  });
});

Deno.test("readLine() names the field whose amount it refuses", () => {
  throws(() => read({ final_price: "x" }), {
    message: 'data.items[0].final_price must be an amount of 0 or more, got "x"',
  });
  throws(() => read({ final_price: null, price: -1 }), {
    message: "data.items[0].price must be an amount of 0 or more, got -1",
  });
});

Deno.test("readLine() reads hundredths of a yen and of a dinar", () => {
  equal(read({ final_price: 199_900 }, "JPY").unitPrice, 1_999); // 1999 yen
  equal(read({ final_price: 1_250 }, "KWD").unitPrice, 12_500); // 12.500 dinar
});

Deno.test("readLine() takes no strike-through price from a cart.js line", () => {
  equal(read({ compare_at_price: 150_000 }).compareAtPrice, null);
});

Deno.test("readLine() makes text of cart.js property values", () => {
  const properties = {
    text: "x",
    yes: true,
    no: false,
    count: 3,
    big: 9_007_199_254_740_993n,
    none: null,
    nested: { a: [1, "b"], id: 9_007_199_254_740_993n },
    _hidden: "y",
  };
  deepEqual(read({ properties }).properties, {
    text: "x",
    yes: "true",
    no: "false",
    count: "3",
    big: "9007199254740993",
    none: "",
    nested: '{"a":[1,"b"],"id":"9007199254740993"}',
    _hidden: "y",
  });
});

Deno.test("readLine() reads [] and null as no cart.js properties", () => {
  deepEqual(read({ properties: [] }).properties, {});
  deepEqual(read({ properties: null }).properties, {});
  deepEqual(read({ properties: {} }).properties, {});
});

Deno.test("readLine() refuses cart.js properties that are no object", () => {
  throws(() => read({ properties: ["x"] }), {
    message: "data.items[0].properties must be an object, got an array",
  });
  throws(() => read({ properties: "x" }), {
    message: 'data.items[0].properties must be an object, got "x"',
  });
});

Deno.test("readLine() completes a protocol-relative image", () => {
  const url = "//cdn.shop.example/a.jpg";
  equal(read({ featured_image: null, image: url }).image, `https:${url}`);
  equal(read({ featured_image: { url } }).image, `https:${url}`);
});

Deno.test("readLine() prefers the featured image and lives without any", () => {
  const image = "https://cdn.shop.example/files/bottle.jpg?v=17";
  const empty = { aspect_ratio: null, alt: null, height: null, url: null, width: null };
  equal(read({ featured_image: empty }).image, image);
  equal(read({ featured_image: null }).image, image);
  equal(read({ featured_image: {} }).image, image);
  equal(read({ featured_image: "x" }).image, image);
  equal(read({ featured_image: null, image: null }).image, "");
});

Deno.test("readLine() reads the only variant of a product", () => {
  const line = read({ product_has_only_default_variant: true, variant_title: null });
  equal(line.singleVariant, true);
  equal(line.variantTitle, "");
});

Deno.test("readLine() falls back to the title with the variant in it", () => {
  equal(read({ product_title: null }).title, "Steel Bottle - Blue / 750 ml");
});

Deno.test("unitsByVariant() counts two lines of one variant together", () => {
  const engraved = read();
  const plain = read({ properties: {} });
  deepEqual([...unitsByVariant([engraved, plain])], [[engraved.variantId, 6]]);
});

Deno.test("price() marks both lines of a variant that are too many together", () => {
  const lines = [read(), read({ properties: {} })];
  const outOfStock = (units: number) => {
    const stock = new Map([[lines[0]!.variantId, units]]);
    return price(anOrder({ lines }), someRules({ stock }), NOW).lines.map((one) => one.outOfStock);
  };
  deepEqual(outOfStock(5), [true, true]); // 3 + 3 > 5, though each line alone would fit
  deepEqual(outOfStock(6), [false, false]);
});
