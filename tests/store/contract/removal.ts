import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import type { KeyId } from "../../../src/domain/ids.ts";
import type { ClearedPart } from "../../../src/domain/shop/shop_data.ts";
import { aCoupon, aCustomer, aProduct, NOW, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  assertRefused,
  M1,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

const NOTHING = { sessions: 0, coupons: 0, customers: 0, products: 0, payments: 0 };
const remove: Change = { kind: "merchant.remove", merchantId: M1 };

/** A shop with some of everything. */
const SHOP: readonly Change[] = [
  putMerchant,
  putOther,
  { kind: "key.add", key: aKey() },
  { kind: "webhook.put", endpoint: anEndpoint() },
  { kind: "coupon.put", coupon: aCoupon() },
  { kind: "customer.put", customer: aCustomer(), seededCoins: 5 },
  { kind: "product.put", merchantId: M1, product: aProduct() },
  addSession(aSession(1)),
  { kind: "event.add", event: anEvent(1) },
  {
    kind: "coupon.take",
    couponId: aCoupon().id,
    sessionId: sid(1),
    customerId: aCustomer().id,
    limit: null,
    limitPerCustomer: null,
  },
  {
    kind: "reference.take",
    merchantId: M1,
    livemode: true,
    reference: "pay_1",
    sessionId: sid(1),
    paymentId: "1",
  },
];

/** Contract of the port: the deletion of a shop. */
export function removalContract(promised: Promised): void {
  promised("merchants.data() counts what a shop has", async (store) => {
    await store.commit(SHOP);
    const one = { sessions: 1, coupons: 1, customers: 1, products: 1, payments: 1 };
    assert.deepEqual(await store.merchants.data(M1), one);
    assert.deepEqual(await store.merchants.data(M2), NOTHING);
  });

  promised("merchant.remove deletes a shop without data, once", async (store) => {
    const successorId = uuid<KeyId>(11);
    await store.commit([
      ...SHOP.slice(0, 4),
      { kind: "event.add", event: anEvent(2, { sessionId: null, type: "payment.many-unknown" }) },
      { kind: "key.add", key: aKey({ id: successorId, hash: "b".repeat(64) }) },
      { kind: "key.rotate", keyId: aKey().id, successorId, endsAt: 5 },
    ]);
    await store.commit([remove]);
    assert.equal(await store.merchants.find(M1), null);
    assert.equal(await store.merchants.byDomain("demo-store.example"), null);
    assert.deepEqual([await store.keys.of(M1), await store.webhooks.of(M1)], [[], []]);
    assert.notEqual(await store.merchants.find(M2), null);
    await assertRefused(store.commit([remove]), remove, /^Merchant is not known: /);
  });

  promised(
    "merchant.remove is refused with data, merchant.clear deletes it by parts",
    async (store) => {
      await store.commit(SHOP);
      await assertRefused(store.commit([remove]), remove, /^Merchant has data: /);
      await store.commit([
        { kind: "session.delete", sessionId: sid(1), lastActiveBefore: NOW + 9 },
      ]);
      const parts: ClearedPart[] = ["coupons", "customers", "products", "payments"];
      for (const part of parts) {
        await assertRefused(store.commit([remove]), remove, /^Merchant has data: /);
        await store.commit([{ kind: "merchant.clear", merchantId: M1, part, limit: 1 }]);
        assert.equal((await store.merchants.data(M1))[part], 0, part);
      }
      await store.commit([remove]);
      assert.equal(await store.merchants.find(M1), null);
      assert.deepEqual(await store.sessions.events(sid(1)), []);
    },
  );
}
