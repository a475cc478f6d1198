import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { CouponId, CustomerId } from "../../../src/domain/ids.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import type { CustomerRef, EnteredCoupons } from "../../../src/store/reads/shop.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon, aCustomer, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, putMerchant, sid } from "../support.ts";

const COUPON = aCoupon();
const CUSTOMER = aCustomer();
const OTHER = aCustomer({ id: uuid<CustomerId>(51), phone: "+15550100" });

/** A shop with a coupon and two customers. */
const SHOP: readonly Change[] = [
  putMerchant,
  { kind: "coupon.put", coupon: COUPON },
  { kind: "customer.add", customer: CUSTOMER },
  { kind: "customer.add", customer: OTHER },
];

function take(n: number, over: Partial<Extract<Change, { kind: "coupon.take" }>> = {}): Change {
  return {
    kind: "coupon.take",
    couponId: COUPON.id,
    sessionId: sid(n),
    customerId: null,
    limit: null,
    limitPerCustomer: null,
    ...over,
  };
}

function giveBack(n: number): Change {
  return { kind: "coupon.return", couponId: COUPON.id, sessionId: sid(n) };
}

async function usage(store: Store, customerId: CustomerId | null = null) {
  return (await store.coupons.usage([COUPON.id], customerId)).get(COUPON.id);
}

/** Contract of the port: coupon uses. */
export function couponUseContract(promised: Promised): void {
  coupons(promised);
  limits(promised);
}

function coupons(promised: Promised): void {
  promised("coupon.remove deletes a coupon, unless a session uses it", async (store) => {
    const remove: Change = { kind: "coupon.remove", merchantId: M1, couponId: COUPON.id };
    const find = async () =>
      await store.coupons.entered(COUPON.merchantId, { ids: [COUPON.id], code: null });
    await store.commit([...SHOP, take(1)]);
    await assertRefused(store.commit([remove]), remove, /^Coupon has been used: /);
    assert.deepEqual(await find(), [COUPON]);
    await store.commit([giveBack(1)]);
    await store.commit([remove]);
    assert.deepEqual(await find(), []);
    await assertRefused(store.commit([remove]), remove, /^Coupon is not known: /);
    const late = take(2);
    await assertRefused(store.commit([late]), late, /^Coupon or its customer is not known: /);
  });

  promised("coupons are read with the products that they give away", async (store) => {
    const gift = { targetType: "QUANTITY", target: 1, maxQuantity: 1 } as const;
    const giving = (n: number, over: Partial<Coupon>) =>
      aCoupon({ id: uuid(700 + n), code: `GIFT${n}`, ...over });
    const product = (n: number) =>
      aProduct({
        productId: int64(n),
        id: uuid(800 + n),
        variants: [aVariant({ productId: int64(n), variantId: int64(n * 10) })],
      });
    const coupons = [
      giving(1, { gift: { ...gift, productIds: [int64(1), int64(9)] } }),
      giving(2, { gift: { ...gift, productIds: [int64(2)] }, enabled: false }),
      giving(3, { gift: { ...gift, productIds: [int64(3)] }, applicationType: "CODE" }),
      giving(4, { applicationType: "CODE" }),
    ];
    await store.commit([
      putMerchant,
      ...[1, 2, 3].map((n): Change => ({
        kind: "product.put",
        merchantId: M1,
        product: product(n),
      })),
      ...coupons.map((coupon): Change => ({ kind: "coupon.put", coupon })),
    ]);
    const automatic = await store.coupons.automatic(M1);
    assert.deepEqual(automatic.coupons, [coupons[0]]);
    assert.deepEqual([...automatic.gifts.values()], [product(1)]);
    const entered = async (search: EnteredCoupons) => {
      const found = await store.coupons.forPricing(M1, { ...search, limited: [], customer: null });
      return [found.entered.map(({ code }) => code).sort(), [...found.gifts.values()]];
    };
    assert.deepEqual(await entered({ ids: [], code: null }), [[], []]);
    assert.deepEqual(await entered({ ids: [uuid(704)], code: "GIFT3" }), [
      ["GIFT3", "GIFT4"],
      [product(3)],
    ]);
    assert.deepEqual(await entered({ ids: [uuid(703)], code: "NONE" }), [["GIFT3"], [product(3)]]);
    assert.deepEqual(await entered({ ids: [], code: "gift3" }), [[], []]);
  });

  promised("coupons.forPricing() counts uses of coupons that have a limit", async (store) => {
    const limited = (n: number, over: Partial<Coupon>) =>
      aCoupon({ id: uuid<CouponId>(n), code: `C${n}`, applicationType: "CODE", ...over });
    const [ofAll, ofEach, unused, free] = [
      limited(21, { usageLimit: 9 }),
      limited(22, { usageLimitPerCustomer: 9 }),
      limited(23, { usageLimit: 9 }),
      limited(24, {}),
    ] as const;
    await store.commit([
      ...SHOP,
      ...[ofAll, ofEach, unused, free].map((coupon): Change => ({ kind: "coupon.put", coupon })),
      ...[COUPON, ofAll, ofEach, free].map(({ id }) =>
        take(1, { couponId: id, customerId: CUSTOMER.id })
      ),
      take(2, { couponId: ofAll.id }),
    ]);
    const usage = async (customer: CustomerRef | null) => {
      const ids = [ofAll.id, unused.id, free.id];
      const search = { ids, code: ofEach.code, limited: [COUPON.id], customer };
      const found = await store.coupons.forPricing(M1, search);
      assert.deepEqual(found.entered.map(({ id }) => id).sort(), [...ids, ofEach.id].sort());
      const { id: freeId } = free;
      return Object.fromEntries([...found.usage].filter(([id]) => id !== freeId));
    };
    const counted = (byCustomer: number) => ({
      [COUPON.id]: { used: 1, usedByCustomer: byCustomer },
      [ofAll.id]: { used: 2, usedByCustomer: byCustomer },
      [ofEach.id]: { used: 1, usedByCustomer: byCustomer },
    });
    assert.deepEqual(await usage(null), counted(0));
    assert.deepEqual(await usage({ id: CUSTOMER.id }), counted(1));
    assert.deepEqual(await usage({ id: OTHER.id }), counted(0));
    assert.deepEqual(await usage({ phone: CUSTOMER.phone }), counted(1));
    assert.deepEqual(await usage({ phone: OTHER.phone }), counted(0));
    assert.deepEqual(await usage({ phone: "+15550199" }), counted(0));
  });

  promised(
    "coupons.usage() counts for all and for one customer, not what never was",
    async (store) => {
      const unused = aCoupon({ id: uuid<CouponId>(21), code: "OTHER" });
      await store.commit([...SHOP, { kind: "coupon.put", coupon: unused }]);
      assert.deepEqual(await store.coupons.usage([COUPON.id, unused.id], CUSTOMER.id), new Map());
      await store.commit([take(1, { customerId: CUSTOMER.id }), take(2), take(3)]);
      await store.commit([take(4, { customerId: OTHER.id })]);
      assert.deepEqual(
        await store.coupons.usage([COUPON.id, unused.id], CUSTOMER.id),
        new Map([[COUPON.id, { used: 4, usedByCustomer: 1 }]]),
      );
      assert.deepEqual(await usage(store), { used: 4, usedByCustomer: 0 });
      assert.deepEqual(await store.coupons.usage([], CUSTOMER.id), new Map());
    },
  );

  promised("coupon.take is refused twice for one session", async (store) => {
    await store.commit([...SHOP, take(1)]);
    const again = take(1, { customerId: CUSTOMER.id });
    await assertRefused(store.commit([again]), again, /^Session has taken a use of the coupon: /);
    assert.deepEqual(await usage(store), { used: 1, usedByCustomer: 0 });
  });

  promised("coupon.take is refused for a coupon or customer that is not known", async (store) => {
    await store.commit([...SHOP]);
    for (const over of [{ couponId: uuid<CouponId>(29) }, { customerId: uuid<CustomerId>(59) }]) {
      const stray = take(1, over);
      await assertRefused(store.commit([stray]), stray, /^Coupon or its customer is not known: /);
    }
  });

  promised(
    "coupon.return gives one use back, once, and the session may take anew",
    async (store) => {
      await store.commit([...SHOP, take(1, { customerId: CUSTOMER.id }), take(2)]);
      await store.commit([giveBack(1)]);
      await store.commit([giveBack(1), giveBack(3)]);
      assert.deepEqual(await usage(store, CUSTOMER.id), { used: 1, usedByCustomer: 0 });
      await store.commit([take(1, { limit: 2 })]);
      assert.deepEqual(await usage(store), { used: 2, usedByCustomer: 0 });
    },
  );

  promised("coupon.put leaves the count of uses alone", async (store) => {
    await store.commit([...SHOP, take(1)]);
    await store.commit([{ kind: "coupon.put", coupon: { ...COUPON, usageLimit: 9 } }]);
    assert.deepEqual(await usage(store), { used: 1, usedByCustomer: 0 });
  });
}

function limits(promised: Promised): void {
  promised("coupon.take is refused at the limit of all", async (store) => {
    await store.commit([...SHOP, take(1, { limit: 2 }), take(2, { limit: 2 })]);
    const late = take(3, { limit: 2 });
    await assertRefused(store.commit([late]), late, /has been used as often as allowed: 2$/);
    await store.commit([take(3, { limit: 3 }), take(4)]);
    assert.deepEqual(await usage(store), { used: 4, usedByCustomer: 0 });
  });

  promised("coupon.take is refused at the limit of the customer", async (store) => {
    const once = { customerId: CUSTOMER.id, limitPerCustomer: 1 };
    await store.commit([...SHOP, take(1, once)]);
    const late = take(2, once);
    await assertRefused(store.commit([late]), late, /^Customer has used .+ as allowed: 1$/);
    await store.commit([take(2, { ...once, customerId: OTHER.id })]);
    await store.commit([giveBack(1), take(3, once)]);
    assert.deepEqual(await usage(store, CUSTOMER.id), { used: 2, usedByCustomer: 1 });
  });

  promised("coupon.take with a limit per customer is refused without a customer", async (store) => {
    const nobody = take(1, { limitPerCustomer: 5 });
    await store.commit([...SHOP]);
    await assertRefused(store.commit([nobody]), nobody, /^Customer has used /);
  });

  promised(
    "coupon.take lets as many of many racing sessions win as there are uses",
    async (store) => {
      await store.commit([...SHOP]);
      const race = Array.from({ length: 30 }, (_, n) => store.commit([take(n, { limit: 7 })]));
      const settled = await Promise.allSettled(race);
      assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 7);
      assert.deepEqual(await usage(store), { used: 7, usedByCustomer: 0 });
    },
  );
}
