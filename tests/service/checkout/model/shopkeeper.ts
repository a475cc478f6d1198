/** The shopkeeper's changes while customers are in the shop. */
import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Change } from "../../../../src/domain/changes.ts";
import type { ApiKey } from "../../../../src/domain/shop/api_key.ts";
import { SETTLE_MS } from "../../../../src/service/cache/freshness.ts";
import { newKey } from "../../../../src/service/shop/keys.ts";
import { ShopRemoval } from "../../../../src/service/shop/removal.ts";
import { CommitRefused } from "../../../../src/store/store.ts";
import { NO_SHOP_DATA } from "../../../../src/domain/shop/shop_data.ts";
import type { World } from "../../../support/app.ts";
import { FOREVER, int64, uuid } from "../../../support/builders.ts";
import { OPERATOR } from "../../../support/operator.ts";
import { Happening } from "./happening.ts";
import type { Model } from "./model.ts";
import { coupons, LIMITS } from "./shop.ts";

/** A key of the shop. */
export interface ModelKey {
  readonly key: ApiKey;
  readonly secret: string;
  /** Infinity for the latest. */
  readonly endsAt: number;
}

/**
 * Commits a change as a command does, which returns once every server applies it.
 *
 * @returns false where it is refused
 */
async function commit(
  model: Model,
  { store, clock }: World,
  ...changes: readonly Change[]
): Promise<boolean> {
  try {
    await store.commit(changes);
  } catch (error) {
    if (error instanceof CommitRefused) return false;
    throw error;
  } finally {
    clock.advance(SETTLE_MS);
    model.now = clock.at;
  }
  return true;
}

const variant = fc.constantFrom("11", "11", "91");

/** The shelf is counted: what payments hold is still on it, what is sold is not. */
const countStock = fc.tuple(variant, fc.constantFrom(12, 0, 8)).map(([variant, units]) =>
  new Happening(`stock.set(${variant}, ${units})`, async (model, { world, seen }) => {
    const place = { merchantId: world.merchant.id, variantId: int64(Number(variant)) };
    equal(await commit(model, world, { kind: "stock.set", ...place, units }), true);
    model.stock.set(variant, units + model.units(variant, "SOLD"));
    seen.add(model.left(variant) < 0 ? "a stock below its holds" : "a stock is set");
  })
);

/** Goods arrive, or are taken off the shelf; those that are not counted are not added to. */
const moveStock = fc.tuple(fc.constantFrom("11", "91", "21"), fc.constantFrom(5, 2, -1)).map((
  [variant, units],
) =>
  new Happening(`stock.add(${variant}, ${units})`, async (model, { world, seen }) => {
    const place = { merchantId: world.merchant.id, variantId: int64(Number(variant)) };
    const before = model.stock.get(variant) ?? null;
    equal(await commit(model, world, { kind: "stock.add", ...place, units }), before !== null);
    seen.add(before === null ? "a stock that is not tracked" : "a stock is moved");
    if (before !== null) model.stock.set(variant, before + units);
  })
);

/** A coupon goes unless it was used; one that is gone comes back. */
const dropCoupon = fc.constantFrom(...Object.keys(LIMITS)).map((code) =>
  new Happening(`coupon.remove(${code})`, async (model, { world, seen }) => {
    const coupon = coupons().find((one) => one.code === code)!;
    if (model.removed.delete(code)) {
      equal(await commit(model, world, { kind: "coupon.put", coupon }), true);
      return;
    }
    const isUsed = model.uses(code) > 0;
    const { id: couponId, merchantId } = coupon;
    equal(await commit(model, world, { kind: "coupon.remove", merchantId, couponId }), !isUsed);
    seen.add(isUsed ? "a used coupon stays" : "a coupon is removed");
    if (!isUsed) model.removed.add(code);
  })
);

/** Time that a rotated key is still taken. */
const OVERLAP_MS = 1_800_000;

/** The key gets a successor; both are taken until the end of the first, and then it is refused. */
const rotateKey = new Happening("key.rotate()", async (model, { world, seen }) => {
  const { clock, merchant } = world;
  const n = model.keys.length;
  const { key, secret } = newKey({
    now: clock.now,
    newId: () => uuid(900 + n),
    randomBytes: (length) => Uint8Array.from({ length }, (_, i) => (n * 31 + i * 7) % 256),
  }, { merchantId: merchant.id, name: "next", ...FOREVER });
  const [current = world, ...earlier] = model.keys;
  const endsAt = clock.at + OVERLAP_MS;
  const rotated = {
    kind: "key.rotate",
    keyId: current.key.id,
    successorId: key.id,
    endsAt,
  } as const;
  equal(await commit(model, world, { kind: "key.add", key }, rotated), true);
  equal(await commit(model, world, rotated), false, "a key is rotated once");
  const former = { key: current.key, secret: current.secret, endsAt };
  model.keys.splice(0, Infinity, { key, secret, endsAt: Infinity }, former, ...earlier);
  seen.add("a key is rotated");
});

/** Former keys are tried. */
const tryKeys = new Happening("former keys", async (model, { world, seen }) => {
  for (const { secret, endsAt } of model.keys) {
    const { status } = await world.send("GET", `/session/${uuid(1)}`, { secret });
    equal(status, model.now < endsAt ? 404 : 401);
    if (status === 401) seen.add("a rotated key is refused");
  }
}, ({ keys }) => keys.length > 0);

/** All that the shopkeeper does. */
export const shopkeeper: fc.Arbitrary<Happening> = fc.oneof(
  countStock,
  moveStock,
  dropCoupon,
  fc.constantFrom(rotateKey, tryKeys, tryKeys),
);

/** The shop is given up: nothing of it is left, whatever state its sessions are in. */
export async function closeShop({ store, clock, merchant }: World): Promise<void> {
  const removal = new ShopRemoval({
    store,
    now: clock.now,
    newId: () => uuid(990),
    providerPayments: { endForGood: () => Promise.resolve(true) },
  });
  await removal.remove(merchant, { withData: true, by: OPERATOR });
  deepEqual(await store.merchants.data(merchant.id), NO_SHOP_DATA);
  deepEqual(await store.merchants.all(), []);
  deepEqual(await store.keys.of(merchant.id), []);
}
