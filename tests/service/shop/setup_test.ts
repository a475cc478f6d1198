import assert from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import { type MerchantDraft, NO_RULES } from "../../../src/domain/shop/merchant.ts";
import { type SetupRequest, ShopSetup } from "../../../src/service/shop/setup.ts";
import { openSqliteStore } from "../../../src/store/sqlite/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { FakeClock } from "../../support/app.ts";
import { uuid } from "../../support/builders.ts";

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

Deno.test("ShopSetup.create() writes shop, key and webhook in one commit", async () => {
  await withSetup(async (setup, { store, commits }) => {
    assert.equal(await setup.ownerOf("hill-house.example"), null);
    const { merchant, key, webhook } = await setup.create(REQUEST);
    assert.deepEqual(commits, [3]);
    assert.deepEqual(await setup.ownerOf("hill-house.example"), merchant);
    assert.deepEqual(await store.keys.of(merchant.id), [key]);
    assert.deepEqual(await store.webhooks.of(merchant.id), [webhook?.endpoint]);
  });
});

Deno.test("ShopSetup.create() leaves nothing behind when the domain is taken", async () => {
  await withSetup(async (setup, { store }) => {
    await setup.create({ ...REQUEST, webhook: null });
    const again = { ...REQUEST, merchant: { ...SHOP, domains: ["b.example", ...SHOP.domains] } };
    await assert.rejects(
      setup.create(again),
      (error: unknown) => error instanceof AppError && error.code === "error.merchant-exists",
    );
    assert.equal(await setup.ownerOf("b.example"), null);
    assert.equal((await store.merchants.all()).length, 1);
  });
});

Deno.test("ShopSetup.create() refuses a webhook that is not public before it writes", async () => {
  await withSetup(async (setup, { commits }) => {
    const webhook = { url: "http://127.0.0.1/", events: [], allowInsecure: false };
    await assert.rejects(setup.create({ ...REQUEST, webhook }), /must be https and public/);
    assert.deepEqual(commits, []);
  });
});
