import assert from "node:assert/strict";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { codes, seedExample } from "./pages.ts";
import { readRoot } from "../support/root.ts";

Deno.test("docs/seed.md: the example is a seed file, and uses every part of one", async () => {
  const [shop] = readSeed(await seedExample());
  assert.ok(shop);
  const { rules } = shop.merchant;
  assert.ok(rules.cod && rules.coin && rules.shipping.length > 0 && rules.paymentOffers.length > 0);
  assert.ok(shop.coupons.some(({ gift }) => gift !== null));
  assert.deepEqual([shop.products.length, shop.coupons.length, shop.customers.length], [3, 4, 1]);
});

Deno.test("docs/seed.md: the four fields it calls required are, and no others", async () => {
  const page = await readRoot("docs/seed.md");
  const sentence = page.split("\n\n").find((one) => /\brequired\b/i.test(one)) ?? "";
  const { merchants: [shop] } = JSON.parse(await seedExample());
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
