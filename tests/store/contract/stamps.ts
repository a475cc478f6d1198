import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { StampedThing } from "../../../src/domain/stamp.ts";
import { aCoupon, aMerchant, aProduct, aVariant, int64, uuid } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";
import { assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";

const COUPON = aCoupon();
const MUG = aProduct();
const [VARIANT = aVariant()] = MUG.variants;
const product = { kind: "product", merchantId: M1, productId: MUG.productId } as const;
const stock = { kind: "stock", merchantId: M1, variantId: VARIANT.variantId } as const;
const coupon = { kind: "coupon", merchantId: M1, couponId: COUPON.id } as const;
const merchant = { kind: "merchant", merchantId: M1 } as const;

const SHOP: readonly Change[] = [
  putMerchant,
  { kind: "coupon.put", coupon: COUPON },
  { kind: "product.put", merchantId: M1, product: MUG },
];

/** A change of each thing, and one that leaves it as it is. */
const CASES: readonly (readonly [StampedThing, change: Change, other: Change])[] = [
  [
    merchant,
    { kind: "merchant.put", merchant: aMerchant({ domains: ["new.example"] }) },
    { kind: "coupon.put", coupon: { ...COUPON, enabled: false } },
  ],
  [
    coupon,
    { kind: "coupon.put", coupon: { ...COUPON, enabled: false } },
    { kind: "coupon.put", coupon: COUPON },
  ],
  [
    product,
    {
      kind: "product.put",
      merchantId: M1,
      product: { ...MUG, variants: [{ ...VARIANT, price: VARIANT.price + 1 }] },
    },
    // Sales and changes of stock are no changes of the product.
    { kind: "stock.set", merchantId: M1, variantId: VARIANT.variantId, units: 99 },
  ],
  [
    stock,
    { kind: "stock.add", merchantId: M1, variantId: VARIANT.variantId, units: -1 },
    { kind: "product.put", merchantId: M1, product: { ...MUG, title: "Cup" } },
  ],
];

/** Contract of the port: preconditions on stored things. */
export function stampContract(promised: Promised): void {
  promised("commit() is refused if an expected thing has changed, and else not", async (store) => {
    await store.commit(SHOP);
    for (const [thing, change, other] of CASES) {
      const expect = { kind: "expect", thing, stamp: await store.stamps.of(thing) } as const;
      assert.equal(typeof expect.stamp, "string", thing.kind);
      await store.commit([expect, other]);
      await store.commit([expect, change]);
      const late = store.commit([expect, other]);
      await assertRefused(late, expect, /^Changed meanwhile: /);
      await store.commit(SHOP);
    }
  });

  promised("commit() can expect that a thing is not stored", async (store) => {
    await store.commit([putMerchant, putOther]);
    assert.equal(await store.stamps.of(product), null);
    const expect = { kind: "expect", thing: product, stamp: null } as const;
    const put = { kind: "product.put", merchantId: M1, product: MUG } as const;
    await store.commit([expect, put]);
    await assertRefused(store.commit([expect, put]), expect, /Changed meanwhile/);
    const gone = { ...coupon, couponId: uuid<typeof COUPON.id>(404) };
    for (const thing of [gone, { ...product, productId: int64(404) }]) {
      assert.equal(await store.stamps.of(thing), null);
    }
  });

  promised("stamps are of one shop: another one's id is not stored there", async (store) => {
    await store.commit([...SHOP, putOther]);
    for (const thing of [coupon, product, stock]) {
      assert.equal(await store.stamps.of({ ...thing, merchantId: M2 }), null, thing.kind);
    }
  });
}
