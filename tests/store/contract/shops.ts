import assert from "node:assert/strict";
import type { Change } from "../../../src/domain/changes.ts";
import { NO_DELIVERY_FILTER, NO_PREFIX_FILTER } from "../../../src/domain/filters.ts";
import type { CouponId, KeyId, MerchantId } from "../../../src/domain/ids.ts";
import type { Store } from "../../../src/store/store.ts";
import { aCoupon, aMerchant, int64, NOW, uuid } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import { COD, COINS, EXPRESS, fixed, percent, shippingAt } from "../../support/shop.ts";
import type { Promised } from "../contract.ts";
import { anEndpoint, anEvent, assertRefused, M1, M2, putMerchant, putOther } from "../support.ts";

const MIN = int64(-(2n ** 63n));
const MAX = int64(2n ** 63n - 1n);

/** A merchant that has decided everything there is to decide. */
const BUSY_MERCHANT = aMerchant({
  domains: ["b.example", "a.example"],
  rules: {
    tax: { rate: 180_000, included: false },
    shipping: [shippingAt(6000, { postalPrefixes: ["56"], freeAbove: 99_900, more: [EXPRESS] })],
    cod: { ...COD, min: 20_000, countries: ["IN"], prepaid: percent(10, 5000) },
    paymentOffers: [{ method: "PREPAID", discount: fixed(500) }],
    coin: COINS,
    verifyPhone: "cod",
  },
});

/** Contract of the port: merchants, keys, coupons and webhook endpoints. */
export function shopContract(promised: Promised): void {
  merchants(promised);
  keys(promised);
  coupons(promised);
  webhooks(promised);
}

function merchants(promised: Promised): void {
  promised(
    "merchants.find() gives back every rule, and the domains in their order",
    async (store) => {
      await store.commit([{ kind: "merchant.put", merchant: BUSY_MERCHANT }]);
      assert.deepEqual(await store.merchants.find(M1), BUSY_MERCHANT);
      assert.deepEqual(await store.merchants.byDomain("a.example"), BUSY_MERCHANT);
      assert.equal(await store.merchants.find(M2), null);
      assert.equal(await store.merchants.byDomain("c.example"), null);
    },
  );

  promised("merchants.all() lists by name, heads() without rules", async (store) => {
    const [first, last] = [aMerchant({ name: "A" }), aMerchant({ id: M2, name: "B", domains: [] })];
    await store.commit([
      { kind: "merchant.put", merchant: last },
      { kind: "merchant.put", merchant: first },
    ]);
    assert.deepEqual(await store.merchants.all(), [first, last]);
    const heads = [first, last].map(({ id, name, domains }) => ({ id, name, domains }));
    assert.deepEqual(await store.merchants.heads(), heads);
  });

  promised("merchant.put replaces a merchant and lets go of dropped domains", async (store) => {
    const renamed = aMerchant({ name: "New", domains: ["new.example"], updatedAt: NOW + 1 });
    await store.commit([putMerchant]);
    await store.commit([{ kind: "merchant.put", merchant: renamed }]);
    assert.deepEqual(await store.merchants.all(), [renamed]);
    assert.equal(await store.merchants.byDomain("demo-store.example"), null);
  });

  promised("merchant.put is refused when another merchant has a domain", async (store) => {
    const domains = ["mine.example", "demo-store.example"];
    const put: Change = { kind: "merchant.put", merchant: aMerchant({ id: M2, domains }) };
    await store.commit([putMerchant]);
    await assertRefused(store.commit([put]), put, /^Domain is taken: demo-store\.example$/);
    assert.equal(await store.merchants.find(M2), null);
    assert.equal(await store.merchants.byDomain("mine.example"), null);
  });
}

function keys(promised: Promised): void {
  promised(
    "keys.of() lists oldest first, keys.byHash() and keys.find() find one",
    async (store) => {
      const young = aKey({ rateLimit: 7, createdAt: NOW + 1, expiresAt: NOW + 9 });
      const old = aKey({
        id: uuid<KeyId>(11),
        hash: "b".repeat(64),
        scopes: new Set(["sessions:read"]),
      });
      await store.commit([putMerchant, { kind: "key.add", key: young }, {
        kind: "key.add",
        key: old,
      }]);
      assert.deepEqual(await store.keys.of(M1), [old, young]);
      assert.deepEqual(await store.keys.byHash(old.hash), old);
      assert.deepEqual(await store.keys.find(young.id), young);
      assert.deepEqual(await store.keys.of(M2), []);
      assert.equal(await store.keys.byHash("c".repeat(64)), null);
      assert.equal(await store.keys.find(uuid<KeyId>(12)), null);
    },
  );

  promised("key.add is refused for an id or secret that is there", async (store) => {
    await store.commit([putMerchant, { kind: "key.add", key: aKey() }]);
    const sameId: Change = { kind: "key.add", key: aKey({ hash: "b".repeat(64) }) };
    const sameHash: Change = { kind: "key.add", key: aKey({ id: uuid<KeyId>(11) }) };
    await assertRefused(store.commit([sameId]), sameId, /^Key id is taken: /);
    await assertRefused(store.commit([sameHash]), sameHash, /^Key secret is taken: ck_live_abcd$/);
  });

  promised("key.revoke happens once", async (store) => {
    const key = aKey();
    const revoke: Change = { kind: "key.revoke", keyId: key.id, at: NOW + 5 };
    await assertRefused(store.commit([revoke]), revoke, /^Key is revoked already or not known: /);
    await store.commit([putMerchant, { kind: "key.add", key }, revoke]);
    await assertRefused(store.commit([revoke]), revoke, /^Key is revoked already or not known: /);
    assert.deepEqual(await store.keys.byHash(key.hash), { ...key, revokedAt: NOW + 5 });
  });

  promised("key.rotate happens once, and to no revoked key", async (store) => {
    const key = aKey();
    const successor = aKey({ id: uuid<KeyId>(11), hash: "b".repeat(64) });
    const rotate: Change = {
      kind: "key.rotate",
      keyId: key.id,
      successorId: successor.id,
      endsAt: NOW + 5,
    };
    const unknown: Change = { ...rotate, keyId: uuid<KeyId>(12) };
    const refusal = /^Key is rotated or revoked already, or not known: /;
    await store.commit([putMerchant, { kind: "key.add", key }, {
      kind: "key.add",
      key: successor,
    }]);
    await assertRefused(store.commit([unknown]), unknown, refusal);
    await store.commit([rotate]);
    const rotated = { ...key, expiresAt: NOW + 5, successorId: successor.id };
    assert.deepEqual(await store.keys.find(key.id), rotated);
    await assertRefused(store.commit([rotate]), rotate, refusal);
    const later: Change = { ...rotate, keyId: successor.id };
    await store.commit([{ kind: "key.revoke", keyId: successor.id, at: NOW }]);
    await assertRefused(store.commit([later]), later, refusal);
  });
}

async function couponsOf({ coupons }: Store, merchantId: MerchantId) {
  return (await coupons.of(merchantId, NO_PREFIX_FILTER, { limit: 1000 })).rows;
}

function coupons(promised: Promised): void {
  promised("coupons.of() lists by code, disabled ones too", async (store) => {
    const scoped = aCoupon({ code: "Zed", productIds: [MIN, MAX], enabled: false, endsAt: NOW });
    const gift = aCoupon({
      id: uuid<CouponId>(21),
      code: "ABLE",
      discount: { type: "FIXED", amount: 1, cap: 2 },
      usageLimit: 3,
      usageLimitPerCustomer: 1,
      gift: { targetType: "QUANTITY", target: 3, maxQuantity: 1, productIds: [MAX] },
    });
    const put = (coupon: typeof gift): Change => ({ kind: "coupon.put", coupon });
    await store.commit([putMerchant, put(scoped), put(gift)]);
    assert.deepEqual(await couponsOf(store, M1), [gift, scoped]);
    assert.deepEqual(await couponsOf(store, M2), []);
  });

  promised("coupon.put replaces by id, and is refused for the code of another", async (store) => {
    const changed = aCoupon({ code: "Save20", minPurchase: 5 });
    const other = aCoupon({ id: uuid<CouponId>(21), code: " save20 " });
    const twin: Change = { kind: "coupon.put", coupon: other };
    await store.commit([putMerchant, putOther, { kind: "coupon.put", coupon: aCoupon() }]);
    await store.commit([{ kind: "coupon.put", coupon: changed }]);
    await assertRefused(store.commit([twin]), twin, /^Coupon code is taken: /);
    assert.deepEqual(await couponsOf(store, M1), [changed]);
    const elsewhere = { ...other, merchantId: M2 };
    await store.commit([{ kind: "coupon.put", coupon: elsewhere }]);
    assert.deepEqual(await couponsOf(store, M2), [elsewhere]);
    const moved: Change = { kind: "coupon.put", coupon: { ...changed, merchantId: M2, code: "X" } };
    await assertRefused(store.commit([moved]), moved, /^Coupon belongs to another merchant: /);
  });
}

async function deliveriesTo({ webhooks }: Store, id: string) {
  return (await webhooks.deliveries([id], NO_DELIVERY_FILTER, { limit: 9 })).rows;
}

function webhooks(promised: Promised): void {
  const own = anEndpoint({
    events: ["otp.requested", "payment.paid"],
    include: ["buyer.email"],
    createdAt: NOW + 1,
  });
  const older = anEndpoint({ id: uuid(71), disabledAt: NOW + 5 });
  const put = (endpoint: typeof own): Change => ({ kind: "webhook.put", endpoint });

  promised(
    "webhooks.of() lists oldest first, disabled ones too, webhooks.find() finds one",
    async (store) => {
      await store.commit([putMerchant, put(own), put(older)]);
      assert.deepEqual(await store.webhooks.of(M1), [older, own]);
      assert.deepEqual(await store.webhooks.of(M2), []);
      assert.deepEqual(await store.webhooks.find(own.id), own);
      assert.equal(await store.webhooks.find(uuid(79)), null);
    },
  );

  promised("webhook.add is refused for an id that is taken", async (store) => {
    const add: Change = { kind: "webhook.add", endpoint: own };
    await store.commit([putMerchant, add]);
    const twin: Change = { ...add, endpoint: { ...own, secret: { stored: "whsec_bmV3" } } };
    await assertRefused(store.commit([twin]), twin, /^Webhook endpoint id is taken: /);
    assert.deepEqual(await store.webhooks.find(own.id), own);
  });

  promised("webhook.put replaces by id, and is refused across merchants", async (store) => {
    const changed = {
      ...own,
      url: "https://new.example/",
      include: [],
      allowInsecure: true,
      disabledAt: NOW,
    };
    const stolen = put({ ...own, merchantId: M2 });
    const stray = put(anEndpoint({ id: uuid(72), merchantId: uuid<MerchantId>(9) }));
    await store.commit([putMerchant, putOther, put(own)]);
    await store.commit([put(changed)]);
    assert.deepEqual(await store.webhooks.of(M1), [changed]);
    await assertRefused(store.commit([stolen]), stolen, /^Webhook endpoint belongs to another /);
    await assertRefused(store.commit([stray]), stray, /^Merchant of the endpoint is not known: /);
  });

  promised("webhook.remove takes the deliveries along, and happens once", async (store) => {
    const remove: Change = { kind: "webhook.remove", merchantId: M1, endpointId: own.id };
    await store.commit([putMerchant, put(anEndpoint()), put(anEndpoint({ id: uuid(71) }))]);
    await store.commit([{ kind: "event.add", event: anEvent(1) }, remove]);
    assert.equal(await store.webhooks.find(own.id), null);
    assert.equal(await store.webhooks.delivery(anEvent(1).id, own.id), null);
    assert.equal((await deliveriesTo(store, uuid(71))).length, 1);
    await assertRefused(store.commit([remove]), remove, /^Webhook endpoint is not known: /);
    await store.commit([put(anEndpoint())]);
    assert.deepEqual(await deliveriesTo(store, own.id), []);
  });
}
