import assert from "node:assert/strict";
import { Freshness, SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { Shops } from "../../../src/service/cache/shops.ts";
import { openSqliteStore } from "../../../src/store/sqlite/store.ts";
import { FakeClock } from "../../support/app.ts";
import { aCoupon, aKey, aMerchant } from "../../support/builders.ts";

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
      shops: new Shops(own, new Freshness(own, clock.monotonicMs)),
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

Deno.test("Shops sees within SETTLE_MS what another process decided", async () => {
  await withTwo(async ({ shops, clock, other }) => {
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 0);
    assert.equal((await shops.keyByHash(aKey().hash))?.revokedAt, null);
    await other.commit([{ kind: "coupon.put", coupon: aCoupon() }]);
    await other.commit([{ kind: "key.revoke", keyId: aKey().id, at: 5 }]);
    clock.advance(SETTLE_MS);
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 1);
    assert.equal((await shops.keyByHash(aKey().hash))?.revokedAt, 5);
  });
});

Deno.test("Shops does not ask the database again while what it read is fresh", async () => {
  await withTwo(async ({ shops, clock, other }) => {
    await shops.byDomain("demo-store.example");
    await other.commit([{ kind: "coupon.put", coupon: aCoupon() }]);
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 0);
    clock.advance(SETTLE_MS);
    assert.equal((await shops.byDomain("demo-store.example"))?.automaticCoupons.length, 1);
  });
});

Deno.test("Shops follows a domain that moves, and leaves disabled coupons out", async () => {
  await withTwo(async ({ shops, clock, other }) => {
    await shops.byDomain("demo-store.example");
    await other.commit([
      { kind: "merchant.put", merchant: aMerchant({ domains: ["new.example"] }) },
      { kind: "coupon.put", coupon: aCoupon({ enabled: false }) },
    ]);
    clock.advance(SETTLE_MS);
    assert.equal(await shops.byDomain("demo-store.example"), null);
    assert.deepEqual((await shops.byDomain("new.example"))?.automaticCoupons, []);
  });
});

Deno.test("Freshness counts from before it asked, however long the answer took", async () => {
  let now = 0;
  let asked = 0;
  const epoch = () => {
    now += SETTLE_MS;
    return asked += 1;
  };
  const freshness = new Freshness({ epoch }, () => now);
  await freshness.renew();
  await freshness.renew();
  assert.equal(asked, 2);
});

Deno.test("Shops does not keep what was read across a drop", async () => {
  await withTwo(async ({ own, clock }) => {
    const shops = new Shops(own, new Freshness(own, clock.monotonicMs));
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
  });
});
