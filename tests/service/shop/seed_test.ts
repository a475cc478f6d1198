import assert from "node:assert/strict";
import { demoShops } from "../../../src/demo/demo.ts";
import { NO_PREFIX_FILTER, NO_PRODUCT_FILTER } from "../../../src/domain/filters.ts";
import type { SeedShop } from "../../../src/domain/shop/seed.ts";
import { readSeed } from "../../../src/schema/seed/seed_file.ts";
import { DEMO_KEY_LIFETIME_MS, seedDemo } from "../../../src/service/shop/demo.ts";
import { withWorld, type World } from "../../support/app.ts";
import { anSmsChannel } from "../../support/channels.ts";
import { OPERATOR } from "../../support/operator.ts";

const NONE = { created: 0, updated: 0, unchanged: 0 };
const CREATED = { ...NONE, created: 1 };
const UPDATED = { ...NONE, updated: 1 };
const UNCHANGED = { ...NONE, unchanged: 1 };

const VARIANT = { id: 11, price: 349, inventory_quantity: 20 };
const MUG = { id: 1, title: "Mug", variants: [VARIANT] };
const SAVE = { code: "SAVE10", discount_type: "PERCENTAGE", discount_amount: 10 };
const CUSTOMER = { phone: "+919876543210", coins: 500 };

function seed(over: Record<string, unknown> = {}): SeedShop[] {
  return readSeed(JSON.stringify({
    merchants: [{
      name: "Shop",
      domains: ["shop.example"],
      country_code: "IN",
      currency_code: "INR",
      products: [MUG],
      coupons: [SAVE],
      customers: [CUSTOMER],
      ...over,
    }],
  }));
}

/** Everything of a shop that a seed writes. */
async function state({ services, store }: World, domain = "shop.example") {
  const merchant = await services.merchants.find(domain);
  return {
    merchant,
    products: (await services.catalog.list(merchant.id, NO_PRODUCT_FILTER, { limit: 1000 })).rows,
    coupons: (await services.coupons.list(merchant.id, NO_PREFIX_FILTER, { limit: 1000 })).rows,
    customer: await store.customers.byPhone(merchant.id, CUSTOMER.phone),
  };
}

Deno.test("Seeder.run() writes a file, and a second run changes nothing", () =>
  withWorld(async (world) => {
    const { merchantIds, ...first } = await world.services.seeder.run(seed(), OPERATOR);
    assert.deepEqual(first, {
      merchants: CREATED,
      products: CREATED,
      coupons: CREATED,
      customers: CREATED,
      warnings: [],
    });
    const before = await state(world);
    assert.equal(before.customer?.balances.AVAILABLE, 500);
    world.clock.advance(60_000);
    assert.deepEqual(await world.services.seeder.run(seed(), OPERATOR), {
      merchants: UNCHANGED,
      products: UNCHANGED,
      coupons: UNCHANGED,
      customers: UNCHANGED,
      merchantIds,
      warnings: [],
    });
    assert.deepEqual(await state(world), before);
  }));

Deno.test("Seeder.run() of an edited file updates in place", () =>
  withWorld(async (world) => {
    await world.services.seeder.run(seed(), OPERATOR);
    const before = await state(world);
    world.clock.advance(60_000);
    const report = await world.services.seeder.run(
      seed({
        name: "New name",
        domains: ["www.shop.example", "shop.example"],
        products: [{ ...MUG, variants: [{ ...VARIANT, price: 399 }] }],
        coupons: [{ ...SAVE, code: "save10", discount_amount: 15 }],
        customers: [{ ...CUSTOMER, coins: 300 }],
      }),
      OPERATOR,
    );
    assert.deepEqual({ ...report, merchantIds: [] }, {
      merchants: UPDATED,
      products: UPDATED,
      coupons: UPDATED,
      customers: UPDATED,
      merchantIds: [],
      warnings: [],
    });
    const after = await state(world);
    assert.equal(after.merchant.id, before.merchant.id);
    assert.equal(after.merchant.createdAt, before.merchant.createdAt);
    assert.equal(after.merchant.name, "New name");
    assert.equal(after.products[0]?.id, before.products[0]?.id);
    assert.equal(after.products[0]?.variants[0]?.price, 39_900);
    assert.equal(after.coupons.length, 1);
    assert.equal(after.coupons[0]?.coupon.id, before.coupons[0]?.coupon.id);
    assert.equal(after.customer?.customer.id, before.customer?.customer.id);
    assert.equal(after.customer?.balances.AVAILABLE, 300);
  }));

Deno.test("Seeder.run() leaves alone what the file does not name, and a coupon switched off", () =>
  withWorld(async (world) => {
    await world.services.seeder.run(seed(), OPERATOR);
    const { merchant } = await state(world);
    await world.services.coupons.setEnabled(merchant.id, "SAVE10", false, OPERATOR);
    const other = { ...MUG, id: 2, variants: [{ id: 12, price: 1 }] };
    await world.services.seeder.run(seed({ products: [other] }), OPERATOR);
    const { products, coupons } = await state(world);
    assert.deepEqual(products.map(({ productId }) => productId), ["1", "2"]);
    assert.equal(coupons[0]?.coupon.enabled, false);
  }));

Deno.test("Seeder.run() writes all or nothing: a variant of another product refuses the file", () =>
  withWorld(async (world) => {
    await world.services.seeder.run(seed(), OPERATOR);
    const before = await state(world);
    const thief = seed({ name: "Changed", products: [{ ...MUG, id: 2 }] });
    await assert.rejects(world.services.seeder.run(thief, OPERATOR), { code: "error.conflict" });
    assert.deepEqual(await state(world), before);
  }));

Deno.test("Seeder.run() refuses domains of two merchants, and two shops that are one", () =>
  withWorld(async ({ services }) => {
    await services.seeder.run(seed({ domains: ["shop.example", "b.example"] }), OPERATOR);
    await assert.rejects(
      services.seeder.run(seed({ domains: ["shop.example", "demo-store.example"] }), OPERATOR),
      { code: "error.merchant-exists" },
    );
    const twice = [...seed(), ...seed({ domains: ["b.example"] })];
    await assert.rejects(services.seeder.run(twice, OPERATOR), { code: "error.conflict" });
  }));

Deno.test("Seeder.run() refuses another currency: stored prices would change their worth", () =>
  withWorld(async (world) => {
    await world.services.seeder.run(seed(), OPERATOR);
    const before = await state(world);
    await assert.rejects(world.services.seeder.run(seed({ currency_code: "JPY" }), OPERATOR), {
      code: "error.conflict",
      message: "The currency of shop.example cannot change from INR: JPY",
    });
    assert.deepEqual(await state(world), before);
  }));

Deno.test("seedDemo() makes the shop once and a key each time", () =>
  withWorld(async (world) => {
    const first = await seedDemo(world.services, demoShops(), OPERATOR);
    const second = await seedDemo(world.services, demoShops(), OPERATOR);
    assert.equal(second.merchant.id, first.merchant.id);
    assert.deepEqual(second.report.products, { ...NONE, unchanged: 7 });
    assert.notEqual(second.secret, first.secret);
    assert.equal(first.key.expiresAt, world.clock.at + DEMO_KEY_LIFETIME_MS);
    assert.ok(await world.services.authentication.identify(first.secret));
    world.clock.advance(DEMO_KEY_LIFETIME_MS);
    assert.equal(await world.services.authentication.identify(first.secret), undefined);
  }, { merchant: { domains: ["other.example"] } }));

Deno.test("seedDemo() needs a shop", () =>
  withWorld(async ({ services }) => {
    await assert.rejects(seedDemo(services, [], OPERATOR), RangeError);
  }));

const OPEN = { catalogue: "strict", cod: { fee: 40 }, checkout: { cart_links: true } };

Deno.test("Seeder.run() verifies phones of cash on delivery by links if a channel can send codes", () =>
  withWorld(async (world) => {
    const { services: { seeder, merchants }, store } = world;
    const rule = async () => (await merchants.find("shop.example")).rules.verifyPhone;
    assert.deepEqual((await seeder.run(seed(), OPERATOR)).warnings, []);
    const { id: merchantId } = await merchants.find("shop.example");
    await store.commit([{ kind: "webhook.put", endpoint: anSmsChannel({ merchantId }) }]);
    assert.deepEqual((await seeder.run(seed(OPEN), OPERATOR)).warnings, []);
    assert.equal(await rule(), "cod");
    assert.deepEqual((await seeder.run(seed(OPEN), OPERATOR)).merchants, UNCHANGED);
    await seeder.run(seed({ ...OPEN, verify_phone: "never" }), OPERATOR);
    await seeder.run(seed(OPEN), OPERATOR);
    assert.equal(await rule(), "never", "what the shop set stays");
  }));

Deno.test("Seeder.run() warns of a new shop with cart links, and refuses a rule that needs codes", () =>
  withWorld(async ({ services: { seeder, merchants } }) => {
    await assert.rejects(
      seeder.run(seed({ ...OPEN, verify_phone: "cod" }), OPERATOR),
      /^AppError: merchants\[0\]\.verify_phone needs one-time codes, .* create the shop without it/,
    );
    const { warnings } = await seeder.run(seed(OPEN), OPERATOR);
    assert.match(warnings.join(), /^merchants\[0\]\.verify_phone: cash on delivery by cart links/);
    assert.equal((await merchants.find("shop.example")).rules.verifyPhone, "never");
  }));
