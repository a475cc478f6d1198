import assert from "node:assert/strict";
import { createSessionCommand } from "../../src/demo/curl.ts";
import { sampleCart } from "../../src/demo/sample_cart.ts";
import { readLine } from "../../src/domain/cart/cart.ts";
import { type CartFormat, type MerchantDraft, NO_RULES } from "../../src/domain/shop/merchant.ts";
import { currencyOf } from "../../src/domain/values/money.ts";
import { createSessionSchema } from "../../src/schema/api/create_session.ts";
import { readLineItems } from "../../src/schema/api/line_item.ts";
import { NO_CATALOG } from "../support/builders.ts";

function aShop(cartFormat: CartFormat, currencyCode: string, codMin = 0): MerchantDraft {
  const cod = { fee: 0, min: codMin, max: null, countries: [], prepaid: null };
  return {
    name: "Shop",
    domains: ["a.example", "b.example"],
    countryCode: "IN",
    currencyCode,
    catalogue: "open",
    cartFormat,
    redirectUrl: "",
    rules: { ...NO_RULES, cod },
    otpCountries: null,
  };
}

/** What one unit of the sample costs, in minor units, as a shop reads it. */
function priceOf(shop: MerchantDraft): number | undefined {
  const { data } = createSessionSchema.parse(sampleCart(shop));
  assert.equal(data.shop_domain, "a.example");
  const { cartFormat: format, currencyCode } = shop;
  const context = {
    ...NO_CATALOG,
    format,
    currency: currencyOf(currencyCode),
    rule: "open",
  } as const;
  const [line] = readLineItems(data.items).map((one) => readLine(one, context));
  assert.equal(line?.title, "Sample mug");
  return line.unitPrice;
}

for (const format of ["plain", "shopify"] as const) {
  Deno.test(`sampleCart() costs the same in any number of decimals, ${format}`, () => {
    assert.equal(priceOf(aShop(format, "INR")), 2000);
    assert.equal(priceOf(aShop(format, "JPY")), 2000);
    assert.equal(priceOf(aShop(format, "KWD")), 20_000);
  });

  Deno.test(`sampleCart() reaches the least that cash on delivery is for, ${format}`, () => {
    assert.equal(priceOf(aShop(format, "INR", 20_050)), 20_100);
    assert.equal(priceOf(aShop(format, "KWD", 20_001)), 21_000);
  });
}

Deno.test("createSessionCommand() quotes what it is given for a shell", () => {
  assert.equal(
    createSessionCommand({ baseUrl: "http://h", secret: "k", body: { a: "it's" } }),
    `curl -sS 'http://h/session' -H 'Authorization: Bearer k' -H 'Content-Type: application/json' ` +
      `-d '{"a":"it'\\''s"}'`,
  );
});
