import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { type MerchantDraft, NO_RULES } from "../../../src/domain/shop/merchant.ts";
import { type SetupRequest, ShopSetup } from "../../../src/service/shop/setup.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import type { Store } from "../../../src/store/store.ts";
import type { SeedShop } from "../../../src/domain/shop/seed.ts";
import { readSeed } from "../../../src/schema/seed/seed_file.ts";
import { Overview } from "../../../src/service/overview.ts";
import { aCart, FakeClock, withWorld, type World } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";
import { OPERATOR } from "../../support/operator.ts";
import { plainSecrets } from "../../support/secrets.ts";

const SHOP: MerchantDraft = {
  name: "Hill House",
  domains: ["hill-house.example"],
  countryCode: "IN",
  currencyCode: "INR",
  catalogue: "open",
  cartFormat: "plain",
  redirectUrl: "",
  rules: NO_RULES,
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
};

const REQUEST: SetupRequest = {
  merchant: SHOP,
  key: { name: "backend", lifetimeMs: 1000, rateLimit: null },
  webhook: { url: "https://hill-house.example/hooks", events: [], allowInsecure: false },
};

async function withSetup(
  test: (setup: ShopSetup, world: { readonly store: Store; readonly commits: number[] }) => Promise<
    void
  >,
): Promise<void> {
  const store = await openSqliteStore(":memory:");
  const commits: number[] = [];
  const counted: Store = new Proxy(store, {
    get: (target, name) => {
      if (name !== "commit") {
        const found: unknown = Reflect.get(target, name);
        return typeof found === "function" ? found.bind(target) : found;
      }
      return async (changes: Parameters<Store["commit"]>[0]) => {
        commits.push(changes.length);
        return await target.commit(changes);
      };
    },
  });
  let ids = 1;
  const clock = new FakeClock();
  const setup = new ShopSetup({
    store: counted,
    secrets: plainSecrets(counted),
    now: clock.now,
    newId: () => uuid(ids++),
    randomBytes: (length) => new Uint8Array(length).fill(ids),
  });
  try {
    await test(setup, { store, commits });
  } finally {
    await store.close();
  }
}

Deno.test("ShopSetup.create() writes shop, key, webhook and audit entry in one commit", () =>
  withSetup(async (setup, { store, commits }) => {
    assert.equal(await setup.ownerOf("hill-house.example"), null);
    const { merchant, key, webhook } = await setup.create(REQUEST, OPERATOR);
    assert.deepEqual(commits, [4]);
    assert.deepEqual(await setup.ownerOf("hill-house.example"), merchant);
    assert.deepEqual(await store.keys.of(merchant.id), [key]);
    assert.deepEqual(await store.webhooks.of(merchant.id), [webhook?.endpoint]);
  }));

Deno.test("ShopSetup.create() leaves nothing behind when the domain is taken", () =>
  withSetup(async (setup, { store }) => {
    await setup.create({ ...REQUEST, webhook: null }, OPERATOR);
    const again = { ...REQUEST, merchant: { ...SHOP, domains: ["b.example", ...SHOP.domains] } };
    await assert.rejects(
      setup.create(again, OPERATOR),
      (error: unknown) => error instanceof AppError && error.code === "error.merchant-exists",
    );
    assert.equal(await setup.ownerOf("b.example"), null);
    assert.equal((await store.merchants.all()).length, 1);
  }));

Deno.test("ShopSetup.create() refuses a webhook that is not public before it writes", () =>
  withSetup(async (setup, { commits }) => {
    const webhook = { url: "http://127.0.0.1/", events: [], allowInsecure: false };
    await assert.rejects(
      setup.create({ ...REQUEST, webhook }, OPERATOR),
      /must be https and public/,
    );
    assert.deepEqual(commits, []);
  }));

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
  await assert.rejects(seeder.run(shops, OPERATOR), { code: "error.invalid-request", message });
  assert.deepEqual(await merchants.list(), before);
}

Deno.test("Seeder.run() refuses a coupon whose products a strict shop does not have, by path", () =>
  withWorld(async (world) => {
    const scope = { ...SAVE, code: "MUGS", product_ids: [1, 2] };
    await refused(
      world,
      seed({ catalogue: "strict", products: [MUG], coupons: [SAVE, scope] }),
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
      seed({ products: [MUG] }, { catalogue: "strict", coupons: [{ ...SAVE, product_ids: [1] }] }),
      "merchants[1].coupons[0].product_ids[0] must be a product of the shop, got 1",
    );
  }));

Deno.test("Seeder.run() warns of a coupon's products that an open shop has not stored", () =>
  withWorld(async ({ services: { seeder } }) => {
    const scope = { ...SAVE, code: "MUGS", product_ids: [1, 2] };
    const { coupons, warnings } = await seeder.run(
      seed({ products: [MUG], coupons: [SAVE, scope] }),
      OPERATOR,
    );
    assert.deepEqual([coupons.created, warnings], [2, [
      "merchants[0].coupons[1].product_ids[1]: the shop has not stored product 2; the coupon " +
      "applies to carts that have it",
    ]]);
  }));

Deno.test("Seeder.run() takes products of the file, and those that the shop has stored", () =>
  withWorld(async ({ services: { seeder } }) => {
    const coupons = [
      { ...SAVE, product_ids: [1] },
      { code: "FREE", gift: { ...GIFT, product_ids: [1] } },
    ];
    const first = await seeder.run(seed({ products: [MUG], coupons }), OPERATOR);
    assert.equal(first.coupons.created, 2);
    const again = await seeder.run(seed({ coupons }), OPERATOR);
    assert.deepEqual(again.coupons, { created: 0, updated: 0, unchanged: 2 });
  }));

Deno.test("Overview counts the sessions of all shops in every pair of states", () =>
  withWorld(async ({ send, services }) => {
    for (let n = 0; n < 3; n++) await send("POST", "/session", { body: aCart() });
    const { json } = await send("POST", "/session", { body: aCart() });
    await send("POST", `/session/${json.data.session_id}/abandon`);
    const { sessions, databaseBytes, pendingDeliveries } = await services.overview.read();
    assert.equal(sessions.length, 16);
    const some = sessions.filter(({ count }) => count > 0);
    assert.deepEqual(some, [
      { state: { session: "INITIATED", payment: "DRAFT" }, count: 3 },
      { state: { session: "ABANDONED", payment: "DRAFT" }, count: 1 },
    ]);
    assert.ok(databaseBytes > 0);
    assert.equal(pendingDeliveries, 0);
  }));

Deno.test("Overview counts at most every 15 seconds, and once for all who ask meanwhile", () =>
  withWorld(async ({ store, clock, send }) => {
    let counted = 0;
    const counting: typeof store = Object.create(store, {
      sessions: { value: { counts: () => (counted++, store.sessions.counts(null)) } },
    });
    const overview = new Overview({ ...clock, store: counting });
    const open = async () => (await overview.read()).sessions[0]?.count;
    assert.deepEqual(await Promise.all([open(), open(), open()]), [0, 0, 0]);
    await send("POST", "/session", { body: aCart() });
    clock.advance(14_999);
    assert.equal(await open(), 0);
    assert.equal(counted, 1);
    clock.advance(1);
    assert.equal(await open(), 1);
    assert.equal(counted, 2);
  }));

Deno.test("Overview asks again after a failure", () =>
  withWorld(async ({ store, clock }) => {
    let isBroken = true;
    const failing: typeof store = Object.create(store, {
      sessions: {
        value: {
          counts: () =>
            isBroken ? Promise.reject(new Error("locked")) : store.sessions.counts(null),
        },
      },
    });
    const overview = new Overview({ ...clock, store: failing });
    await assert.rejects(overview.read(), /locked/);
    isBroken = false;
    assert.equal((await overview.read()).sessions.length, 16);
  }));
