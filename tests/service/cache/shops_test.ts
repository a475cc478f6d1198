import assert from "node:assert/strict";
import { Freshness, SETTLE_MS } from "../../../src/service/cache/freshness.ts";
import { Shops } from "../../../src/service/cache/shops.ts";
import { openSqliteStore } from "../../../src/store/sqlite/store.ts";
import type { Change } from "../../../src/domain/changes.ts";
import type { KeyId, MerchantId, SessionId, VariantId } from "../../../src/domain/ids.ts";
import { Activity } from "../../../src/service/cache/activity.ts";
import { FakeClock } from "../../support/app.ts";
import { aCoupon, aMerchant, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";

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
    await test({ shops: new Shops(own, new Freshness(own, clock.monotonicMs)), own, clock, other });
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

Deno.test("Shops does not keep what was read across a drop", () =>
  withTwo(async ({ own, clock }) => {
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
      }),
    });
    const ids = Array.from({ length: 6000 }, (_, n) => int64(n) as VariantId);
    for (let from = 0; from <= 5000; from += 500) {
      const wanted = ids.slice(from, from + 1000);
      const { catalog } = await shops.cart(shop, wanted, []);
      assert.deepEqual([...catalog.keys()], wanted);
    }
  }));

const A = uuid<SessionId>(1);
const B = uuid<SessionId>(2);
const COARSE_MS = 5;
const KEY = uuid<KeyId>(3);

/** Takes commits and ends each when told to. */
class Commits {
  readonly taken: Change[][] = [];
  end: PromiseWithResolvers<void> = Promise.withResolvers();

  readonly commit = (changes: readonly Change[]): Promise<void> => {
    this.taken.push([...changes]);
    return this.end.promise;
  };
}

Deno.test("Activity.flush() writes each moment once, and nothing when there is none", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, COARSE_MS);
  await activity.flush();
  activity.touchSession(A, 0, 5);
  activity.touchSession(A, 0, 7);
  activity.touchKey(KEY, 6);
  await activity.flush();
  await activity.flush();
  assert.deepEqual(commits.taken, [
    [{ kind: "session.touch", sessionId: A, at: 7 }],
    [{ kind: "key.used", keyId: KEY, at: 6 }],
  ]);
});

Deno.test("Activity.flush() lets what moved a little wait, unless it is told to write all", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, COARSE_MS);
  activity.touchSession(A, 100, 104);
  activity.touchSession(B, 100, 105);
  await activity.flush();
  assert.deepEqual(commits.taken, [[{ kind: "session.touch", sessionId: B, at: 105 }]]);
  assert.equal(activity.lastActiveAt(A, 100), 104, "it is known all the same");
  activity.touchSession(B, 105, 107);
  await activity.flush(true);
  assert.deepEqual(commits.taken.slice(1), [[
    { kind: "session.touch", sessionId: A, at: 104 },
    { kind: "session.touch", sessionId: B, at: 107 },
  ]]);
  await activity.flush(true);
  assert.equal(commits.taken.length, 2);
});

Deno.test("Activity.flush() writes many in commits of bounded size, neighbours together", async () => {
  const commits = new Commits();
  commits.end.resolve();
  const activity = new Activity(commits, COARSE_MS);
  for (let n = 449; n >= 0; n--) activity.touchSession(uuid<SessionId>(n), 0, 10);
  await activity.flush();
  assert.deepEqual(commits.taken.map((changes) => changes.length), [200, 200, 50]);
  for (const changes of commits.taken) {
    const ids = changes.map((change) => "sessionId" in change ? change.sessionId : "");
    assert.equal(ids.join(), ids.toSorted().join());
  }
});

Deno.test("Activity.lastActiveAt() knows a moment before, while and after it is written", async () => {
  const commits = new Commits();
  const activity = new Activity(commits, COARSE_MS);
  activity.touchSession(A, 0, 10);
  assert.equal(activity.lastActiveAt(A, 4), 10);
  const flushing = activity.flush();
  assert.equal(activity.lastActiveAt(A, 4), 10);
  commits.end.resolve();
  await flushing;
  assert.equal(activity.lastActiveAt(A, 10), 10);
  assert.equal(activity.lastActiveAt(B, 3), 3);
});

Deno.test("Activity.flush() keeps what could not be written for the next time", async () => {
  const commits = new Commits();
  const activity = new Activity(commits, COARSE_MS);
  activity.touchSession(A, 0, 10);
  activity.touchSession(B, 0, 10);
  const flushing = activity.flush();
  activity.touchSession(A, 0, 12);
  commits.end.reject(new Error("locked"));
  await assert.rejects(flushing, /locked/);
  assert.equal(activity.lastActiveAt(A, 0), 12);
  commits.end = Promise.withResolvers();
  commits.end.resolve();
  await activity.flush();
  assert.deepEqual(commits.taken.at(-1), [
    { kind: "session.touch", sessionId: A, at: 12 },
    { kind: "session.touch", sessionId: B, at: 10 },
  ]);
});
