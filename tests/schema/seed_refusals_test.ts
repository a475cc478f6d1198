import assert from "node:assert/strict";
import { AppError } from "../../src/domain/errors.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";

const SHOP = { name: "Shop", domains: ["shop.example"], country_code: "in", currency_code: "inr" };
const MUG = { id: 1, title: "Mug", variants: [{ id: 11, price: "349.00" }] };
const SAVE = { code: "SAVE10", discount_type: "PERCENTAGE", discount_amount: 10 };
const EXPRESS = { id: "express", name: "Express", price: 150 };
const GIFT = { target_type: "PURCHASE_AMOUNT", target: 999, product_ids: [1] };

/** A file with one shop that has these fields besides the required ones. */
function file(fields: Record<string, unknown>): string {
  return JSON.stringify({ merchants: [{ ...SHOP, ...fields }] });
}

/** A field of a shop that does not fit, and how the message begins. */
const REFUSED: readonly (readonly [fields: Record<string, unknown>, message: string])[] = [
  [{ naem: "x" }, "merchants[0].naem is not a known field"],
  [{ name: "" }, "merchants[0].name must not be empty"],
  [{ name: " \u200b" }, "merchants[0].name must contain a visible character"],
  [{ name: undefined }, "merchants[0].name is required"],
  [{ domains: [] }, "merchants[0].domains must have at least 1 entry"],
  [{ domains: ["a b"] }, 'merchants[0].domains[0] must be a domain, got "a b"'],
  [{ domains: ["a.example", "A.example."] }, "merchants[0].domains[1] repeats the domain of"],
  [{ country_code: "IND" }, "merchants[0].country_code must be a two-letter"],
  [{ currency_code: "XXY" }, "merchants[0].currency_code must be an ISO 4217"],
  [{ cart_format: "x" }, 'merchants[0].cart_format must be one of plain, shopify, got "x"'],
  [{ catalogue: "closed" }, 'merchants[0].catalogue must be one of open, strict, got "closed"'],
  [{ time_zone: "Mars/Base" }, "merchants[0].time_zone must be an IANA time zone, such as"],
  [{ verify_phone: "no" }, "merchants[0].verify_phone must be one of never, cod, always"],
  [{ redirect_url: "/x" }, "merchants[0].redirect_url must be an absolute http"],
  [{ tax: { rate: 101 } }, "merchants[0].tax.rate must be a percentage of 0 to 100"],
  [{ tax: { included: true } }, "merchants[0].tax.rate is required"],
  [{ shipping: [{ countries: [], price: 1 }] }, "merchants[0].shipping[0].countries must have"],
  [{ shipping: [{ countries: ["IN"] }] }, "merchants[0].shipping[0].price is required"],
  [
    { shipping: [{ countries: ["IN"], price: 1, options: [EXPRESS] }] },
    "merchants[0].shipping[0] must have price and free_above in its options",
  ],
  [
    { shipping: [{ countries: ["IN"], free_above: 0, options: [EXPRESS] }] },
    "merchants[0].shipping[0] must have price and free_above in its options",
  ],
  [
    { shipping: [{ countries: ["IN"], options: [] }] },
    "merchants[0].shipping[0].options must have",
  ],
  [
    { shipping: [{ countries: ["IN"], options: [EXPRESS, EXPRESS] }] },
    "merchants[0].shipping[0].options[1] repeats the id of merchants[0].shipping[0].options[0]: ex",
  ],
  [
    { shipping: [{ countries: ["IN"], options: [{ ...EXPRESS, id: "a/b" }] }] },
    "merchants[0].shipping[0].options[0].id must have letters, digits, dots, hyphens and",
  ],
  [
    { shipping: [{ countries: ["IN"], options: [{ ...EXPRESS, price: -1 }] }] },
    "merchants[0].shipping[0].options[0].price must be an amount of 0 or more",
  ],
  [
    { shipping: [{ countries: ["IN"], price: 1, postal_prefixes: [" - "] }] },
    "merchants[0].shipping[0].postal_prefixes[0] must contain a letter or digit",
  ],
  [
    { shipping: [{ countries: ["IN"], price: 1 }, { countries: ["NP", "in"], price: 2 }] },
    "merchants[0].shipping[1] repeats the place of merchants[0].shipping[0]: IN",
  ],
  [{ cod: { min: 5, max: 4.99 } }, "merchants[0].cod.max must be at least min, got 4.99"],
  [
    { coin: { name: "\u3164", coin_value: 1, base_currency_value: 1 } },
    "merchants[0].coin.name must contain a visible character",
  ],
  [{ coin: { name: "C", coin_value: 0, base_currency_value: 1 } }, "merchants[0].coin.coin_value"],
  [
    { coin: { name: "C", coin_value: 1, base_currency_value: 0 } },
    "merchants[0].coin.base_currency_value must be more than 0, got 0",
  ],
  [{ customers: [{ phone: "98765" }] }, "merchants[0].customers[0].phone must be in E.164"],
  [{ customers: [{ phone: "+919876543210", coins: 1.5 }] }, "merchants[0].customers[0].coins"],
  [
    { customers: [{ phone: "+919876543210" }, { phone: "+919876543210" }] },
    "merchants[0].customers[1].phone repeats the phone number of merchants[0].customers[0].phone",
  ],
  [{ products: [{ ...MUG, id: "1" }] }, "merchants[0].products[0].id must be a 64-bit integer"],
  [{ products: [{ ...MUG, variants: [] }] }, "merchants[0].products[0].variants must have"],
  [
    { products: [MUG, { ...MUG, variants: [{ id: 12, price: 1 }] }] },
    "merchants[0].products[1].id",
  ],
  [{ products: [MUG, { ...MUG, id: 2 }] }, "merchants[0].products[1].variants[0].id repeats"],
  [{ products: [{ ...MUG, images: [{ src: "x" }] }] }, "merchants[0].products[0].images[0].id is"],
  [
    { products: [{ ...MUG, variants: [{ id: 11, price: 1, image_id: 9 }] }] },
    "merchants[0].products[0].variants[0].image_id must be the id of one of the product's images, got 9",
  ],
  [
    { products: [{ ...MUG, variants: [{ id: 11, price: -1 }] }] },
    "merchants[0].products[0].variants[0].price must be an amount of 0 or more, got -1",
  ],
  [
    { coupons: [SAVE, { ...SAVE, code: "save10" }] },
    "merchants[0].coupons[1].code repeats the code",
  ],
  [{ coupons: [{ ...SAVE, code: "a\nb" }] }, "merchants[0].coupons[0].code must not begin or end"],
  [
    { coupons: [{ ...SAVE, discount_amount: 101 }] },
    "merchants[0].coupons[0].discount_amount must",
  ],
  [{ coupons: [{ ...SAVE, discount_amount: 0 }] }, "merchants[0].coupons[0].discount_amount must"],
  [{ coupons: [{ code: "X" }] }, "merchants[0].coupons[0].discount_type is required, unless"],
  [{ coupons: [{ ...SAVE, gift: GIFT }] }, "merchants[0].coupons[0].discount_type must not be set"],
  [
    { coupons: [{ ...SAVE, starts_at: "2026-01-01T00:00:00" }] },
    "merchants[0].coupons[0].starts_at",
  ],
  [
    { coupons: [{ ...SAVE, starts_at: "2026-02-30T00:00:00Z" }] },
    "merchants[0].coupons[0].starts_at",
  ],
  [{ coupons: [{ ...SAVE, ends_at: "1969-12-31T23:59:59Z" }] }, "merchants[0].coupons[0].ends_at"],
  [
    {
      coupons: [{
        ...SAVE,
        starts_at: "2026-01-01T00:00:00Z",
        ends_at: "2026-01-01T05:30:00+05:30",
      }],
    },
    "merchants[0].coupons[0].ends_at must be later than the start: 2026-01-01T00:00:00.000Z",
  ],
  [{ coupons: [{ ...SAVE, usage_limit: 0 }] }, "merchants[0].coupons[0].usage_limit must be"],
  [
    { coupons: [{ ...SAVE, product_ids: [1, 1] }] },
    "merchants[0].coupons[0].product_ids[1] repeats",
  ],
  [
    { coupons: [{ code: "X", gift: { ...GIFT, target_type: "QUANTITY", target: 1.5 } }] },
    "merchants[0].coupons[0].gift.target must be an integer from 1",
  ],
  [
    { coupons: [{ code: "X", gift: { ...GIFT, product_ids: [] } }] },
    "merchants[0].coupons[0].gift.product_ids must have at least 1 entry",
  ],
];

for (const [fields, message] of REFUSED) {
  Deno.test(`readSeed() refuses ${JSON.stringify(fields)}`, () => {
    refusesSeed(file(fields), message);
  });
}

for (
  const [text, message] of [
    ["", "The file must be JSON"],
    ["{", "The file must be JSON"],
    ["[]", "The file must be an object with merchants, got an array"],
    ["{}", "merchants is required"],
    ['{"merchants":[]}', "merchants must have at least 1 entry"],
    ['{"merchants":[],"merchants":[]}', "The file must not repeat a key: merchants"],
  ] as const
) {
  Deno.test(`readSeed() refuses the text ${text || "(none)"}`, () => refusesSeed(text, message));
}

Deno.test("readSeed() refuses a domain that two shops of the file have", () => {
  const text = JSON.stringify({ merchants: [SHOP, { ...SHOP, domains: ["SHOP.example"] }] });
  refusesSeed(text, "merchants[1].domains[0] repeats the domain of merchants[0].domains[0]");
});

function refusesSeed(text: string, message: string): void {
  assert.throws(() => readSeed(text), (error) => {
    assert.ok(error instanceof AppError);
    assert.ok(error.message.startsWith(message), error.message);
    return true;
  });
}
