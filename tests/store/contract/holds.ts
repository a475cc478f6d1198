import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CouponId } from "../../../src/domain/ids.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  aSession,
  assertRefused,
  holdStock,
  M1,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

type ComeBack = Extract<Change, { readonly kind: "stock.come-back" }>;

const COUPON = aCoupon();

/** A shop with a coupon and a product of which there are 20. */
const SHOP: readonly Change[] = [
  putMerchant,
  { kind: "coupon.put", coupon: COUPON },
  { kind: "product.put", merchantId: M1, product: aProduct() },
];

function take(n: number, couponId = COUPON.id): Change {
  return {
    kind: "coupon.take",
    couponId,
    sessionId: sid(n),
    customerId: null,
    limit: null,
    limitPerCustomer: null,
  };
}

async function left(store: Store): Promise<number | null | undefined> {
  const entry = (await store.catalog.variants(M1, [int64(11)])).get(int64(11));
  return entry?.variant.inventoryQuantity;
}

/** Contract of the port: holds of payments. */
export function holdContract(promised: Promised): void {
  stock(promised);
  comingBack(promised);
  stockLimits(promised);
  endings(promised);
}

function stock(promised: Promised): void {
  promised(
    "sessions.holds() names the codes and units that are set aside for a session",
    async (store) => {
      const other = aCoupon({ id: uuid<CouponId>(21), code: "Able" });
      const min = int64(-(2n ** 63n));
      const cup = aProduct({
        productId: int64(2),
        variants: [aVariant({ productId: int64(2), variantId: min, inventoryQuantity: null })],
      });
      await store.commit([...SHOP, { kind: "coupon.put", coupon: other }]);
      await store.commit([{ kind: "product.put", merchantId: M1, product: cup }]);
      await store.commit([take(1), take(1, other.id), take(2)]);
      await store.commit([holdStock({ units: 2 }), holdStock(), holdStock({ sessionId: sid(2) })]);
      await store.commit([holdStock({ variantId: min, units: 4 })]);
      assert.deepEqual(await store.sessions.holds(sid(1)), {
        coupons: ["Able", "SAVE10"],
        stock: [{ variantId: min, units: 4 }, { variantId: int64(11), units: 3 }],
      });
      assert.deepEqual(await store.sessions.holds(sid(3)), { coupons: [], stock: [] });
    },
  );

  promised("stock.release gives a session's units back, once", async (store) => {
    await store.commit([...SHOP, holdStock({ units: 5 }), holdStock({ sessionId: sid(2) })]);
    const release: Change = { kind: "stock.release", sessionId: sid(1) };
    await store.commit([release]);
    await store.commit([release]);
    assert.equal(await left(store), 19);
    assert.deepEqual((await store.sessions.holds(sid(1))).stock, []);
  });

  promised("stock.sell takes a session's units out, once", async (store) => {
    await store.commit([...SHOP, holdStock({ units: 5 }), holdStock({ sessionId: sid(2) })]);
    const sell: Change = { kind: "stock.sell", sessionId: sid(1) };
    await store.commit([sell]);
    await store.commit([sell, { kind: "stock.release", sessionId: sid(1) }]);
    assert.equal(await left(store), 14);
    await store.commit([{ kind: "stock.release", sessionId: sid(2) }]);
    assert.equal(await left(store), 15);
  });
}

function comingBack(promised: Promised): void {
  const back = (units: number, over: Partial<ComeBack> = {}): Change => ({
    kind: "stock.come-back",
    merchantId: M1,
    sessionId: sid(1),
    variantId: int64(11),
    units,
    unrecorded: false,
    ...over,
  });
  const sell = (sessionId = sid(1)): Change => ({ kind: "stock.sell", sessionId });
  const returned: Change = {
    kind: "stock.return",
    merchantId: M1,
    sessionId: sid(1),
    unrecorded: [],
  };

  promised(
    "stock.come-back gives back units that a session bought, and stock.return the rest",
    async (store) => {
      await store.commit([...SHOP, holdStock({ units: 5 }), holdStock({ sessionId: sid(2) })]);
      await store.commit([sell(), sell(sid(2))]);
      assert.equal(await left(store), 14);
      await store.commit([back(2)]);
      assert.equal(await left(store), 16);
      // Another session's, another variant's and another shop's units are not this one's.
      await store.commit([
        back(2, { sessionId: sid(3) }),
        back(2, { variantId: int64(12) }),
        back(2, { merchantId: M2 }),
      ]);
      assert.equal(await left(store), 16);
      await store.commit([back(1), back(1)]);
      assert.equal(await left(store), 18);
      await store.commit([returned]);
      await store.commit([returned, back(1)]);
      assert.equal(await left(store), 19);
    },
  );

  promised(
    "stock.come-back gives back no more than was bought, but for unrecorded units",
    async (store) => {
      await store.commit([...SHOP, holdStock({ units: 5 })]);
      await store.commit([sell()]);
      await store.commit([back(9)]);
      assert.equal(await left(store), 20);
      await store.commit([back(1), returned]);
      assert.equal(await left(store), 20);
      await store.commit([back(3, { unrecorded: true })]);
      assert.equal(await left(store), 23);
      // Stock that is not tracked any more stays so.
      await store.commit([holdStock({ units: 5 })]);
      await store.commit([sell()]);
      await store.commit([{
        kind: "stock.set",
        merchantId: M1,
        variantId: int64(11),
        units: null,
      }]);
      await store.commit([back(2), back(2, { unrecorded: true }), returned]);
      assert.equal(await left(store), null);
    },
  );
}

function stockLimits(promised: Promised): void {
  promised("stock.hold is refused when fewer units are left", async (store) => {
    await store.commit([...SHOP, holdStock({ units: 18 })]);
    const late = holdStock({ sessionId: sid(2), units: 3 });
    await assertRefused(store.commit([late]), late, /^Variant 11 .+ fewer units left than: 3$/);
    assert.deepEqual((await store.sessions.holds(sid(2))).stock, []);
    await store.commit([holdStock({ sessionId: sid(2), units: 2 })]);
    assert.equal(await left(store), 0);
  });

  promised("stock.hold sells on where the shop says so or does not track", async (store) => {
    for (const over of [{ inventoryPolicy: "continue" }, { inventoryQuantity: null }] as const) {
      const product = aProduct({ variants: [aVariant(over)] });
      await store.commit([...SHOP, { kind: "product.put", merchantId: M1, product }]);
      await store.commit([holdStock({ units: 21 }), { kind: "stock.sell", sessionId: sid(1) }]);
      assert.equal(await left(store), "inventoryQuantity" in over ? null : -1);
    }
  });

  promised("stock.hold is refused for an unknown variant and for no units", async (store) => {
    await store.commit([...SHOP, putOther]);
    for (const over of [{ variantId: int64(12) }, { merchantId: M2 }]) {
      const stray = holdStock(over);
      await assertRefused(store.commit([stray]), stray, /^Variant 1[12] is not known/);
    }
    for (const units of [0, -1]) {
      const none = holdStock({ units });
      await assertRefused(store.commit([none]), none, /^Units to set aside must be more than 0/);
    }
    assert.equal(await left(store), 20);
  });

  promised(
    "stock.hold lets as many of many racing sessions win as there are units",
    async (store) => {
      await store.commit([...SHOP]);
      const race = Array.from(
        { length: 30 },
        (_, n) => store.commit([holdStock({ sessionId: sid(n), units: 3 })]),
      );
      const settled = await Promise.allSettled(race);
      assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 6);
      assert.equal(await left(store), 2);
    },
  );
}

function endings(promised: Promised): void {
  promised("session.delete gives units back and keeps the uses of coupons", async (store) => {
    await store.commit([...SHOP, addSession(aSession(1)), take(1), holdStock({ units: 5 })]);
    const lastActiveBefore = aSession(1).createdAt + 1;
    await store.commit([{ kind: "session.delete", sessionId: sid(1), lastActiveBefore }]);
    assert.equal(await left(store), 20);
    assert.deepEqual(await store.sessions.holds(sid(1)), { coupons: ["SAVE10"], stock: [] });
    const usage = await store.coupons.usage([COUPON.id], null);
    assert.deepEqual(usage, new Map([[COUPON.id, { used: 1, usedByCustomer: 0 }]]));
  });
}
