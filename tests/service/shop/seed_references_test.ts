import assert from "node:assert/strict";
import type { SeedShop } from "../../../src/domain/shop/seed.ts";
import { readSeed } from "../../../src/schema/seed/seed_file.ts";
import { withWorld, type World } from "../../support/app.ts";

const MUG = { id: 1, title: "Mug", variants: [{ id: 11, price: 349 }] };
const SAVE = { code: "SAVE10", discount_type: "PERCENTAGE", discount_amount: 10 };
const GIFT = { target_type: "QUANTITY", target: 1 };

function seed(...shops: readonly Record<string, unknown>[]): SeedShop[] {
  return readSeed(JSON.stringify({
    merchants: shops.map((shop, i) => ({
      name: "Shop",
      domains: [`shop${i}.example`],
      country_code: "IN",
      currency_code: "INR",
      ...shop,
    })),
  }));
}

async function refused({ services }: World, shops: SeedShop[], message: string): Promise<void> {
  const { seeder, merchants } = services;
  const before = await merchants.list();
  await assert.rejects(seeder.run(shops), { code: "error.invalid-request", message });
  assert.deepEqual(await merchants.list(), before);
}

Deno.test("Seeder.run() refuses a coupon whose products the shop does not have, by path", () =>
  withWorld(async (world) => {
    const scope = { ...SAVE, code: "MUGS", product_ids: [1, 2] };
    await refused(
      world,
      seed({ products: [MUG], coupons: [SAVE, scope] }),
      "merchants[0].coupons[1].product_ids[1] must be a product of the shop, got 2",
    );
    const gift = { code: "FREE", gift: { ...GIFT, product_ids: [9007199254740] } };
    await refused(
      world,
      seed({ products: [MUG] }, { coupons: [gift] }),
      "merchants[1].coupons[0].gift.product_ids[0] must be a product of the shop, got 9007199254740",
    );
  }));

Deno.test("Seeder.run() takes a product of another shop of the file for none of this one", () =>
  withWorld(async (world) => {
    await refused(
      world,
      seed({ products: [MUG] }, { coupons: [{ ...SAVE, product_ids: [1] }] }),
      "merchants[1].coupons[0].product_ids[0] must be a product of the shop, got 1",
    );
  }));

Deno.test("Seeder.run() takes products of the file, and those that the shop has stored", () =>
  withWorld(async ({ services: { seeder } }) => {
    const coupons = [
      { ...SAVE, product_ids: [1] },
      { code: "FREE", gift: { ...GIFT, product_ids: [1] } },
    ];
    const first = await seeder.run(seed({ products: [MUG], coupons }));
    assert.equal(first.coupons.created, 2);
    const again = await seeder.run(seed({ coupons }));
    assert.deepEqual(again.coupons, { created: 0, updated: 0, unchanged: 2 });
  }));
