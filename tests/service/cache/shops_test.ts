import assert from "node:assert/strict";
import { Freshness, SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { Shops } from "../../../src/service/cache/shops.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open_store.ts";
import type { MerchantId, VariantId } from "../../../src/domain/ids.ts";
import { FakeClock } from "../../support/app.ts";
import { aCoupon, aMerchant, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import { M1, M2, putOther } from "../../store/support.ts";

const NO_PAGES = { url: undefined };

/** Two connections to one file: the server's, and another process's. */
async function withTwo(
  test: (two: {
    readonly shops: Shops;
    readonly own: Awaited<ReturnType<typeof openSqliteStore>>;
    readonly clock: FakeClock;
    readonly other: Awaited<ReturnType<typeof openSqliteStore>>;
  }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const own = await openSqliteStore(`${folder}/checkout.db`);
  const other = await openSqliteStore(`${folder}/checkout.db`);
  const clock = new FakeClock();
  try {
    await other.commit([{ kind: "merchant.put", merchant: aMerchant() }, {
      kind: "key.add",
      key: aKey(),
    }]);
    await test({
      shops: new Shops(own, new Freshness(own, clock.monotonicMs), NO_PAGES),
      own,
      clock,
      other,
    });
  } finally {
    await own.close();
    await other.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("Shops sees within SETTLE_MS what another process decided", () =>
  withTwo(async ({ shops, clock, other }) => {
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 0);
    assert.equal((await shops.keyByHash(aKey().hash))?.revokedAt, null);
    await other.commit([{ kind: "coupon.put", coupon: aCoupon() }]);
    await other.commit([{ kind: "key.revoke", keyId: aKey().id, at: 5 }]);
    clock.advance(SETTLE_MS);
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 1);
    assert.equal((await shops.keyByHash(aKey().hash))?.revokedAt, 5);
  }));

Deno.test("Shops does not ask the database again while what it read is fresh", () =>
  withTwo(async ({ shops, clock, other }) => {
    await shops.byDomain("demo-store.example");
    await other.commit([{ kind: "coupon.put", coupon: aCoupon() }]);
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 0);
    clock.advance(SETTLE_MS);
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 1);
  }));

Deno.test("Shops follows a domain that moves, and leaves disabled coupons out", () =>
  withTwo(async ({ shops, clock, other }) => {
    await shops.byDomain("demo-store.example");
    await other.commit([
      { kind: "merchant.put", merchant: aMerchant({ domains: ["new.example"] }) },
      { kind: "coupon.put", coupon: aCoupon({ enabled: false }) },
    ]);
    clock.advance(SETTLE_MS);
    assert.equal(await shops.byDomain("demo-store.example"), null);
    assert.deepEqual((await shops.byDomain("new.example"))?.automaticCoupons, []);
  }));

Deno.test("Shops keeps other shops and their keys through a change of one shop", () =>
  withTwo(async ({ shops, own, clock, other }) => {
    const reads: string[] = [];
    const count = <Part>(part: Part, method: keyof Part) => {
      const read = part[method];
      assert.ok(typeof read === "function");
      const value = (...args: unknown[]) => {
        reads.push(String(method));
        return read.apply(part, args);
      };
      Object.defineProperty(part, method, { value });
    };
    const otherKey = aKey({ id: uuid(98), merchantId: M2, hash: "b".repeat(64) });
    await other.commit([putOther, { kind: "key.add", key: otherKey }]);
    count(own.merchants, "find");
    count(own.merchants, "byDomain");
    count(own.keys, "byHash");
    const readAll = async () => {
      reads.length = 0;
      for (const domain of ["demo-store.example", "other.example"]) await shops.byDomain(domain);
      for (const { hash } of [aKey(), otherKey]) await shops.keyByHash(hash);
      return reads;
    };
    await readAll();
    assert.deepEqual(await readAll(), []);
    await other.commit([{ kind: "coupon.put", coupon: aCoupon() }]);
    clock.advance(SETTLE_MS);
    assert.deepEqual(await readAll(), ["byDomain", "find", "byHash"]);
    assert.equal((await shops.byId(M1))?.automaticCoupons.length, 1);
    await other.commit([{ kind: "key.revoke", keyId: otherKey.id, at: 5 }]);
    clock.advance(SETTLE_MS);
    assert.equal((await readAll()).length, 6);
    assert.equal((await shops.keyByHash(otherKey.hash))?.revokedAt, 5);
  }));

Deno.test("Shops does not keep what was read across a drop", () =>
  withTwo(async ({ own, clock }) => {
    const shops = new Shops(own, new Freshness(own, clock.monotonicMs), NO_PAGES);
    const { keys, merchants, webhooks } = own;
    let reads = 0;
    const count = <Part>(part: Part, method: keyof Part) => {
      const read = part[method];
      assert.ok(typeof read === "function");
      Object.defineProperty(part, method, {
        configurable: true,
        value: (...args: unknown[]) => {
          reads += 1;
          shops.forget(aMerchant().id);
          return read.apply(part, args);
        },
      });
    };
    count(keys, "byHash");
    const { of } = webhooks;
    count(webhooks, "of");
    for (let i = 0; i < 2; i++) await shops.keyByHash(aKey().hash);
    assert.equal(reads, 2);
    for (let i = 0; i < 2; i++) await shops.byId(aMerchant().id);
    assert.equal(reads, 4);
    Object.defineProperty(webhooks, "of", { value: of });
    count(merchants, "byDomain");
    for (let i = 0; i < 2; i++) await shops.byDomain("demo-store.example");
    assert.equal(reads, 6);
  }));

Deno.test("a cart with more variants than the cache has room for gets them all", () =>
  withTwo(async ({ shops, own }) => {
    const shop = await shops.byId(aMerchant().id);
    assert.ok(shop !== null);
    const entry = (id: VariantId) =>
      [id, { product: aProduct(), variant: aVariant({ variantId: id }) }] as const;
    Object.defineProperty(own.catalog, "cart", {
      value: (_shop: MerchantId, ids: readonly VariantId[]) => ({
        variants: new Map(ids.map(entry)),
        known: new Set(),
        aliases: [],
      }),
    });
    const ids = Array.from({ length: 6000 }, (_, n) => int64(n) as VariantId);
    for (let from = 0; from <= 5000; from += 500) {
      const wanted = ids.slice(from, from + 1000);
      const { catalog } = await shops.cart(shop, wanted, []);
      assert.deepEqual([...catalog.keys()], wanted);
    }
  }));
