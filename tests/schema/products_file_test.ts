import assert from "node:assert/strict";
import { AppError } from "../../src/domain/errors.ts";
import { currencyOf } from "../../src/domain/values/money.ts";
import { readProducts } from "../../src/schema/seed/products_file.ts";
import { requireOtpNumber } from "../../src/domain/session/otp_numbers.ts";
import { phoneOrigins } from "../../src/schema/phone.ts";
import { aMerchant } from "../support/builders.ts";

const INR = currencyOf("INR");

/** One product as the storefront's /products.json gives it. */
const STOREFRONT = `{"products":[{
  "id":9223372036854775807,"title":"Mug","handle":"mug","body_html":null,
  "published_at":"2026-01-01T00:00:00+05:30","vendor":"Kiln","product_type":"","tags":["a"],
  "variants":[{"id":11,"title":"Blue","option1":"Blue","sku":"","requires_shipping":true,
    "taxable":true,"featured_image":{"id":5,"product_id":1,"src":"https://cdn.example/5.png"},
    "available":true,"price":"349.00","grams":300,"compare_at_price":"","position":1}],
  "images":[{"id":5,"position":1,"src":"//cdn.example/5.png","width":1,"height":1}],
  "options":[{"name":"Colour","position":1,"values":["Blue"]}]}]}`;

/** A product with one variant of these fields. */
function file(variant: Record<string, unknown>, product: Record<string, unknown> = {}): string {
  const variants = [{ id: 11, price: "349.00", ...variant }];
  return JSON.stringify({ products: [{ id: 1, title: "Mug", variants, ...product }] });
}

function variantOf(fields: Record<string, unknown>, currency = INR) {
  const variant = readProducts(file(fields), currency)[0]?.variants[0];
  assert.ok(variant);
  return variant;
}

Deno.test("readProducts() reads what a storefront gives, its stock untracked", () => {
  assert.deepEqual(readProducts(STOREFRONT, INR), [{
    productId: "9223372036854775807",
    title: "Mug",
    handle: "mug",
    vendor: "Kiln",
    bodyHtml: "",
    status: "active",
    images: [{ id: "5", src: "https://cdn.example/5.png" }],
    pictures: [],
    optionNames: ["Colour"],
    maxQuantity: null,
    variants: [{
      variantId: "11",
      productId: "9223372036854775807",
      title: "Blue",
      optionValues: ["Blue"],
      sku: "",
      price: 34_900,
      compareAtPrice: null,
      grams: 300,
      taxable: true,
      inventoryQuantity: null,
      inventoryPolicy: "deny",
      imageId: "5",
    }],
  }]);
});

Deno.test("readProducts() reads what the Admin API gives, its stock tracked", () => {
  const variant = variantOf({
    product_id: 1,
    inventory_management: "shopify",
    inventory_quantity: -2,
    inventory_policy: "continue",
    compare_at_price: "399.00",
    image_id: null,
    taxable: false,
  });
  assert.equal(variant.inventoryQuantity, -2);
  assert.equal(variant.inventoryPolicy, "continue");
  assert.equal(variant.compareAtPrice, 39_900);
  assert.equal(variant.imageId, null);
  assert.equal(variant.taxable, false);
});

/** Stock fields of the file and the units they mean. */
const STOCK: readonly (readonly [fields: Record<string, unknown>, units: number | null])[] = [
  [{ inventory_management: null, inventory_quantity: 7 }, null],
  [{ inventory_management: "", inventory_quantity: 7 }, null],
  [{ inventory_management: "shopify" }, null],
  [{ inventory_management: "shopify", inventory_quantity: 0 }, 0],
  [{ inventory_quantity: 7 }, 7],
  [{}, null],
];

for (const [fields, units] of STOCK) {
  Deno.test(`readProducts() takes ${JSON.stringify(fields)} for stock ${units}`, () => {
    assert.equal(variantOf(fields).inventoryQuantity, units);
  });
}

Deno.test("readProducts() reads prices by the shop's currency", () => {
  assert.equal(variantOf({ price: "1000.00" }, currencyOf("JPY")).price, 1000);
  assert.equal(variantOf({ price: "1.234" }, currencyOf("KWD")).price, 1234);
});

for (const status of ["active", "archived", "draft", "unlisted"] as const) {
  Deno.test(`readProducts() keeps the status ${status}`, () => {
    assert.equal(readProducts(file({}, { status }), INR)[0]?.status, status);
  });
}

/** A file that does not fit, and how the message begins. */
const REFUSED: readonly (readonly [text: string, message: string])[] = [
  ["{", "The file must be JSON"],
  ["[]", "The file must be an object with products, got an array"],
  ["{}", "products is required"],
  [file({ id: "11" }), 'products[0].variants[0].id must be a 64-bit integer, got "11"'],
  [
    file({ price: "free" }),
    'products[0].variants[0].price must be an amount of 0 or more, got "free"',
  ],
  [file({ price: null }), "products[0].variants[0].price must be a decimal number, got null"],
  [file({ price: "1.005" }), "products[0].variants[0].price must have at most 2 decimals"],
  [file({ compare_at_price: "x" }), "products[0].variants[0].compare_at_price must be an amount"],
  [
    file({ inventory_quantity: 1.5 }),
    "products[0].variants[0].inventory_quantity must be an integer",
  ],
  [file({ inventory_policy: "maybe" }), "products[0].variants[0].inventory_policy must be one of"],
  [file({ grams: -1 }), "products[0].variants[0].grams must be a weight of 0 or more, got -1"],
  [file({}, { variants: [] }), "products[0].variants must have at least 1 entry"],
  [file({}, { status: "gone" }), "products[0].status must be one of active"],
  [file({}, { title: undefined }), "products[0].title is required"],
  [
    JSON.stringify({
      products: [...JSON.parse(file({})).products, ...JSON.parse(file({})).products],
    }),
    "products[1].id repeats the product id of products[0].id: 1",
  ],
  [
    file({}, { variants: [{ id: 11, price: "1" }, { id: 11, price: "1" }] }),
    "products[0].variants[1].id repeats the variant id of products[0].variants[0].id: 11",
  ],
];

for (const [text, message] of REFUSED) {
  Deno.test(`readProducts() refuses with: ${message}`, () => {
    assert.throws(() => readProducts(text, INR), (error) => {
      assert.ok(error instanceof AppError);
      assert.ok(error.message.startsWith(message), error.message);
      return true;
    });
  });
}

/** Numbers that may be sent a code, and what their plans say of them. */
const ORDINARY = [
  ["+919876543210", "IN", "MOBILE"],
  ["+447400123456", "GB", "MOBILE"],
  ["+14155552671", "US", "FIXED_LINE_OR_MOBILE"],
  ["+18764123456", "JM", "MOBILE"],
  ["+77011234567", "KZ", "MOBILE"],
  ["+4930123456", "DE", "FIXED_LINE"],
] as const;

/** Numbers that may not: premium rate, shared cost, free of charge, personal, satellite. */
const REFUSED_PHONES = [
  ["+19005551212", "US", "PREMIUM_RATE"],
  ["+449012345678", "GB", "PREMIUM_RATE"],
  ["+447012345678", "GB", "PERSONAL_NUMBER"],
  ["+18005551212", "US", "TOLL_FREE"],
  ["+911800123456", "IN", "TOLL_FREE"],
  ["+881612345678", null, "MOBILE"],
  ["+870773111632", null, "MOBILE"],
  ["+882161234567", null, "VOIP"],
  ["+979123456789", null, "PREMIUM_RATE"],
] as const;

Deno.test("phoneOrigins() tells country and kind of a number", async () => {
  const originOf = await phoneOrigins();
  for (const [phone, countryCode, kind] of [...ORDINARY, ...REFUSED_PHONES]) {
    const origin = originOf(phone);
    assert.deepEqual([phone, origin.countryCode, origin.kind], [phone, countryCode, kind]);
    assert.ok(phone.startsWith(`+${origin.callingCode}`));
  }
});

Deno.test("real numbers are allowed and refused for one-time codes by what they are", async () => {
  const originOf = await phoneOrigins();
  const isAllowed = (phone: string) => {
    try {
      requireOtpNumber(phone, originOf(phone), aMerchant());
      return true;
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === "error.otp-number-not-allowed");
      return false;
    }
  };
  assert.deepEqual(ORDINARY.map(([phone]) => isAllowed(phone)), ORDINARY.map(() => true));
  assert.deepEqual(
    REFUSED_PHONES.map(([phone]) => isAllowed(phone)),
    REFUSED_PHONES.map(() => false),
  );
});
