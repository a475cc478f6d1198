import assert from "node:assert/strict";
import { readSeed } from "../src/wire/seed_file.ts";
import { aCart, withWorld, type World } from "./support/app.ts";
import { blocks, codes, readRoot, section, table, withoutComments } from "./support/readme.ts";

/** The example of the page, as the file would be. */
async function seedText(): Promise<string> {
  const [example] = blocks(await readRoot("docs/seed.md"), "jsonc");
  assert.ok(example);
  return withoutComments(example.text);
}

Deno.test("docs/seed.md: the example is a seed file, and uses every part of one", async () => {
  const [shop] = readSeed(await seedText());
  assert.ok(shop);
  const { rules } = shop.merchant;
  assert.ok(rules.cod && rules.coin && rules.shipping.length > 0 && rules.paymentOffers.length > 0);
  assert.ok(shop.coupons.some(({ gift }) => gift !== null));
  assert.deepEqual([shop.products.length, shop.coupons.length, shop.customers.length], [3, 4, 1]);
});

Deno.test("docs/seed.md: the four fields it calls required are, and no others", async () => {
  const page = await readRoot("docs/seed.md");
  const sentence = /^Required are [^.]*/m.exec(page)?.[0] ?? "";
  const { merchants: [shop] } = JSON.parse(await seedText());
  const isRequired = (key: string) => {
    const { [key]: _, ...rest } = shop;
    try {
      readSeed(JSON.stringify({ merchants: [rest] }));
      return false;
    } catch {
      return true;
    }
  };
  assert.deepEqual(Object.keys(shop).filter(isRequired).sort(), codes(sentence).sort());
});

/** The cart of the example: what the page says in words. */
const CART = {
  data: {
    shop_domain: "hill-house.example",
    items: [
      { product_id: 1, variant_id: 11, quantity: 2 },
      { product_id: 2, variant_id: 21, quantity: 1 },
      { product_id: 3, variant_id: 31, quantity: 1 },
    ],
  },
};

// deno-lint-ignore no-explicit-any -- an answer is what the test is about
type Shown = any;

/** The example's session as it is created, and once it is sent to 560001 and prepaid with 100 coins. */
async function example({ services, send, clock, told }: World): Promise<readonly [Shown, Shown]> {
  clock.at = Date.UTC(2026, 5, 1);
  const { merchantIds: [merchantId] } = await services.seeder.run(readSeed(await seedText()));
  assert.ok(merchantId);
  const { secret } = await services.keys.create({
    merchantId,
    name: "example",
    lifetimeMs: null,
    rateLimit: null,
  });
  const created = await send("POST", "/session", { body: CART, secret });
  const path = created.headers.get("location") ?? "";
  const step = async (method: string, suffix: string, data: unknown): Promise<Shown> => {
    const { json, text } = await send(method, `${path}${suffix}`, { body: { data }, secret });
    assert.equal(json.status, "SUCCESS", text);
    return json.data;
  };
  const { json: { data: atOnce } } = await send("GET", path, { secret });
  const phone = "+919876543210";
  const place = { name: "Asha Rao", line1: "12 MG Road", city: "Bengaluru", country_code: "IN" };
  await step("PUT", "/address", { ...place, phone, postal_code: "560001" });
  await step("POST", "/otp", { phone });
  await step("POST", "/otp/verify", { phone, otp: told.at(-1)?.["otp"] });
  await step("PUT", "/payment-method", { method: "PREPAID" });
  return [atOnce, await step("PUT", "/coins", { coins: 100 })];
}

Deno.test("docs/pricing.md: the worked example is what the engine computes, now and later", async () => {
  const rows = table(await readRoot("docs/pricing.md"), "Amount");
  await withWorld(async (world) => {
    const columns = await example(world);
    const [shown] = columns;
    for (const [label = "", ...amounts] of rows) {
      const [field = ""] = codes(label);
      const title = label.includes(",") ? label.split(",", 1)[0] : undefined;
      const computed = columns.map(({ items, pricing }: Shown) =>
        title === undefined
          ? pricing[field]
          : items.find((line: Shown) => line.title === title)?.[field]
      );
      assert.deepEqual(amounts.map(Number), computed, label);
    }
    assert.equal(rows.length, 14);
    assert.deepEqual(shown.coupons.map(({ code }: Shown) => code), ["MUGS10", "WELCOME5"]);
    assert.deepEqual(shown.coupons.map((one: Shown) => one.cart_discount_amount), [69.8, 47.39]);
    assert.equal(shown.coupons[0].cart_discounted_amount, 947.7);
    assert.equal(shown.add_ons.length, 1);
  });
});

Deno.test("docs/pricing.md: where the amounts of a cart.js line disagree the unit price counts", async () => {
  const page = await readRoot("docs/pricing.md");
  const [, unit, quantity, whole] = /\((\d+) x (\d+) against (\d+)\)/.exec(page)?.map(Number) ??
    [];
  assert.ok(unit && quantity && whole);
  const product = { product_id: 77, variant_id: 771, title: "Three for ten" };
  const item = { ...product, quantity, price: unit, final_price: unit, final_line_price: whole };
  await withWorld(async ({ send }) => {
    const created = await send("POST", "/session", { body: aCart({ items: [item] }) });
    const { json } = await send("GET", created.headers.get("location") ?? "");
    const [line] = json.data.items;
    assert.equal(line.sub_total_price, unit * quantity / 100);
    assert.notEqual(unit * quantity, whole);
  }, { merchant: { cartFormat: "shopify" } });
});

Deno.test("docs/pricing.md: the figures in the example's text are the engine's", async () => {
  const text = section(await readRoot("docs/pricing.md"), "An example").replaceAll("\n", " ");
  const [paid, base, five] = [69_800, 94_770, 4_739];
  assert.match(text, new RegExp(`10 % of ${paid / 100}\\.00 is ${(paid * 0.1) / 100}0`));
  assert.match(
    text,
    new RegExp(`left, ${base / 100}0: 5 % is ${(base * 5) / 10_000}, so ${five / 100}`),
  );
  const shares = [62_820, 19_950, 12_000].map((left) => (five * left / base / 100).toFixed(4));
  assert.ok(text.includes(`${shares[0]}, ${shares[1]} and ${shares[2]}`), String(shares));
  const missing = five - shares.reduce((sum, one) => sum + Math.floor(Number(one) * 100), 0);
  assert.equal(missing, 1);
});
