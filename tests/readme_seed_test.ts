import assert from "node:assert/strict";
import { orderOf } from "../src/domain/session.ts";
import type { CheckoutSession } from "../src/domain/session.ts";
import type { PricedCart, PricingRules } from "../src/domain/pricing/model.ts";
import { price } from "../src/domain/pricing/price.ts";
import { presentSession } from "../src/http/present.ts";
import { readSeed } from "../src/wire/seed_file.ts";
import { withShell } from "./cli/support.ts";
import { withWorld, type World } from "./support/app.ts";
import { NOW, someRules } from "./support/builders.ts";
import { shellWords } from "./support/curl.ts";
import {
  blocks,
  codes,
  readPages,
  readRoot,
  section,
  table,
  withoutComments,
} from "./support/readme.ts";

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

Deno.test("README: the commands of checkoutctl run as they stand, the seed file twice", async () => {
  const files = new Map([
    ["shop.json", await seedText()],
    [
      "products.json",
      '{"products": [{"id": 4, "title": "Tray", "variants": [{"id": 41, "price": "80.00"}]}]}',
    ],
  ]);
  const shown = blocks(section(await readRoot("README.md"), "Command line"), "sh")
    .flatMap(({ text }) => text.replaceAll("\\\n", " ").trim().split("\n"));
  assert.ok(shown.length >= 5);
  const inText = codes(await readPages()).filter((code) => /^deno task ctl \w+ /.test(code));
  assert.ok(inText.some((code) => code.includes(" seed ")));
  await withShell(async (shell) => {
    shell.files = files;
    for (const line of [...shown, ...inText, ...inText]) {
      const [deno, task, ctl, ...argv] = shellWords(line);
      assert.deepEqual([deno, task, ctl], ["deno", "task", "ctl"], line);
      const { code, err } = await shell.run(...argv);
      assert.equal(code, 0, `${line}: ${err}`);
    }
    const again = await shell.json("seed", "shop.json");
    assert.deepEqual(
      [again.merchants.updated, again.products.created, again.coupons.updated],
      [0, 0, 0],
    );
  });
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

/** The example's session, opened by the API in a world that has the page's shop. */
async function openExample({ services, send, clock }: World): Promise<{
  readonly shown: Shown;
  readonly session: CheckoutSession;
  readonly rules: PricingRules;
}> {
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
  const { json } = await send("GET", path, { secret });
  const { session } = await services.sessionAdmin.show(created.json.data.session_id);
  const rules = someRules({
    shop: (await services.merchants.find("hill-house.example")).rules,
    coupons: (await services.coupons.list(merchantId)).map(({ coupon }) => coupon),
    coinBalance: { available: 120, processing: 0 },
  });
  return { shown: json.data, session, rules };
}

/** The same cart after steps that have no endpoint yet: the price is computed all the same. */
function later(session: CheckoutSession, rules: PricingRules): Shown {
  const decided = {
    ...session,
    choices: {
      ...session.choices,
      destination: { countryCode: "IN", postalCode: "560001" },
      method: "PREPAID" as const,
      coins: 100,
    },
  };
  const priced: PricedCart = price(orderOf(decided, true), rules, NOW);
  return JSON.parse(presentSession({ ...decided, priced }));
}

Deno.test("docs/pricing.md: the worked example is what the engine computes, now and later", async () => {
  const rows = table(await readRoot("docs/pricing.md"), "Amount");
  await withWorld(async (world) => {
    const { shown, session, rules } = await openExample(world);
    const columns = [shown, later(session, rules)];
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
