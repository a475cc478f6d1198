import assert from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../src/domain/shop/checkout_form.ts";
import { NO_RULES } from "../../src/domain/shop/merchant.ts";
import { readMerchant, writeMerchant } from "../../src/schema/seed/merchant.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { COD, COINS, EXPRESS, fixed, percent } from "../support/shop.ts";

const SHOP = { name: "Shop", domains: ["shop.example"], country_code: "in", currency_code: "inr" };
const MUG = { id: 1, title: "Mug", variants: [{ id: 11, price: "349.00" }] };
const SAVE = { code: "SAVE10", discount_type: "PERCENTAGE", discount_amount: 10 };
const GIFT = { target_type: "PURCHASE_AMOUNT", target: 999, product_ids: [1] };

/** A file with one shop that has these fields besides the required ones. */
function file(fields: Record<string, unknown>): string {
  return JSON.stringify({ merchants: [{ ...SHOP, ...fields }] });
}

function one(fields: Record<string, unknown>) {
  const [shop] = readSeed(file(fields));
  assert.ok(shop);
  return shop;
}

Deno.test("readSeed() fills what may be left out", () => {
  assert.deepEqual(readSeed(file({})), [{
    merchant: {
      name: "Shop",
      domains: ["shop.example"],
      countryCode: "IN",
      currencyCode: "INR",
      cartFormat: "plain",
      catalogue: "open",
      redirectUrl: "",
      rules: { ...NO_RULES, verifyPhone: null },
      otpCountries: null,
      timeZone: "UTC",
      idleAfterMinutes: 30,
      staffRefundsDaily: 0,
      refundsDaily: 0,
      coinsDaily: 0,
      picturesMb: 500,
      ordersHourly: 0,
      signInsHourly: 0,
      messagesHourly: 0,
      refundsFactorOver: 0,
      requiresFactor: false,
      recoveryUrl: "",
      checkout: NO_CHECKOUT_FORM,
    },
    products: [],
    coupons: [],
    customers: [],
  }]);
});

Deno.test("readSeed() reads which products a cart may hold, and writeMerchant() writes it back", () => {
  const { merchant } = one({ catalogue: "strict" });
  assert.equal(merchant.catalogue, "strict");
  assert.equal(readMerchant(writeMerchant(merchant)).catalogue, "strict");
});

Deno.test("readSeed() reads where codes may be sent, and writeMerchant() writes it back", () => {
  for (const [written, read] of [[undefined, null], [null, null], [[], []], [["in"], ["IN"]]]) {
    const { merchant } = one({ otp_countries: written });
    assert.deepEqual(merchant.otpCountries, read);
    assert.deepEqual(readMerchant(writeMerchant(merchant)).otpCountries, read);
  }
});

Deno.test("readSeed() reads a time zone in any case, and writeMerchant() writes it back", () => {
  for (const [written, read] of [[undefined, "UTC"], ["asia/kathmandu", "Asia/Kathmandu"]]) {
    const { merchant } = one({ time_zone: written });
    assert.equal(merchant.timeZone, read);
    assert.equal(readMerchant(writeMerchant(merchant)).timeZone, read);
  }
});

Deno.test("readSeed() reads the rules of a shop in minor units and parts per million", () => {
  const { merchant } = one({
    tax: { rate: 18, included: false },
    shipping: [{
      countries: ["in"],
      postal_prefixes: ["56 0", "a-b"],
      price: 60,
      free_above: 999.5,
    }, {
      countries: ["NP"],
      options: [{ id: "express", name: "Express", price: "150.00" }],
    }],
    cod: { fee: 40, min: "200", max: 10000, prepaid: { type: "FIXED", amount: 50 } },
    payment_offers: [{
      method: "PREPAID",
      discount_type: "PERCENTAGE",
      discount_amount: 0.0001,
      discount_max_cap: 100,
    }],
    coin: { name: "Coins", coin_value: 10, base_currency_value: 1, earn_percent: 5 },
  });
  assert.deepEqual(merchant.rules, {
    tax: { rate: 180_000, included: false },
    shipping: [{
      countries: ["IN"],
      postalPrefixes: ["560", "AB"],
      options: [{ id: "standard", name: "Standard", price: 6000, freeAbove: 99_950 }],
    }, {
      countries: ["NP"],
      postalPrefixes: [],
      options: [EXPRESS],
    }],
    cod: { ...COD, min: 20_000, max: 1_000_000, prepaid: fixed(5000) },
    paymentOffers: [{ method: "PREPAID", discount: percent(0.0001, 10_000) }],
    coin: { ...COINS, name: "Coins" },
    verifyPhone: null,
  });
});

for (const [currency, price, minor] of [["JPY", 349, 349], ["KWD", "1.234", 1234]] as const) {
  Deno.test(`readSeed() reads amounts by the exponent of ${currency}`, () => {
    const product = { ...MUG, variants: [{ id: 11, price }] };
    const { products } = one({ currency_code: currency, products: [product] });
    assert.equal(products[0]?.variants[0]?.price, minor);
  });
}

Deno.test("readSeed() reads 64-bit ids exactly", () => {
  const text = file({ products: [MUG], coupons: [{ ...SAVE, product_ids: [1] }] })
    .replace('"id":11', '"id":9223372036854775807')
    .replace('"product_ids":[1]', '"product_ids":[-9223372036854775808]');
  const [shop] = readSeed(text);
  assert.equal(shop?.products[0]?.variants[0]?.variantId, "9223372036854775807");
  assert.deepEqual(shop?.coupons[0]?.productIds, ["-9223372036854775808"]);
});

Deno.test("readSeed() reads a product with its images and stock", () => {
  const variant = { compare_at_price: 400, grams: 300, taxable: false, inventory_quantity: -2 };
  const { products } = one({
    products: [{
      ...MUG,
      options: ["Colour"],
      max_quantity: 4,
      images: [{ id: 5, src: "https://cdn.example/mug.png" }],
      variants: [{ ...MUG.variants[0], ...variant, inventory_policy: "continue", image_id: 5 }]
        .map((one) => ({ ...one, options: ["Blue"], sku: "MUG-B" })),
    }],
  });
  assert.deepEqual(products, [{
    productId: "1",
    title: "Mug",
    handle: "",
    vendor: "",
    bodyHtml: "",
    status: "active",
    images: [{ id: "5", src: "https://cdn.example/mug.png" }],
    pictures: [],
    optionNames: ["Colour"],
    maxQuantity: 4,
    variants: [{
      variantId: "11",
      productId: "1",
      title: "Blue",
      optionValues: ["Blue"],
      sku: "MUG-B",
      price: 34_900,
      compareAtPrice: 40_000,
      grams: 300,
      taxable: false,
      inventoryQuantity: -2,
      inventoryPolicy: "continue",
      imageId: "5",
    }],
  }]);
});

Deno.test("readSeed() reads times with any offset, discounts and gifts", () => {
  const { coupons } = one({
    coupons: [
      { ...SAVE, starts_at: "2026-01-01T05:30:00+05:30", ends_at: "2026-01-01T00:00:01Z" },
      { code: "FREE", application_type: "AUTOMATIC", gift: { ...GIFT, max_quantity: 2 } },
      { code: "THREE", gift: { ...GIFT, target_type: "QUANTITY", target: 3 } },
    ],
  });
  const [save, free, three] = coupons;
  assert.equal(save?.startsAt, Date.UTC(2026, 0, 1));
  assert.equal(save?.endsAt, Date.UTC(2026, 0, 1) + 1000);
  assert.deepEqual(save?.discount, { type: "PERCENTAGE", rate: 100_000, cap: null });
  assert.equal(save?.gift, null);
  assert.deepEqual(free?.gift, {
    targetType: "PURCHASE_AMOUNT",
    target: 99_900,
    maxQuantity: 2,
    productIds: ["1"],
  });
  assert.deepEqual(free?.discount, { type: "FIXED", amount: 0, cap: null });
  assert.equal(three?.gift?.target, 3);
  assert.equal(three?.gift?.maxQuantity, 1);
});

Deno.test("readMerchant() makes of writeMerchant()'s form the same merchant", () => {
  const { merchant } = one({
    tax: { rate: 12.3456, included: false },
    shipping: [{ countries: ["IN"], price: "60.05" }],
    cod: { fee: 1, max: "90071992547409.91", prepaid: { type: "PERCENTAGE", amount: 10 } },
    coin: { name: "C", coin_value: 3, base_currency_value: 0.07 },
  });
  assert.deepEqual(readMerchant(writeMerchant(merchant)), merchant);
});
