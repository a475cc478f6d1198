import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { IdKind } from "../../../src/store/reads/ids.ts";
import { aCoupon, aCustomer } from "../../support/builders.ts";
import { aKey } from "../../support/keys.ts";
import { aPlacedOrder, orderNumber } from "../../support/orders.ts";
import type { Promised } from "../contract.ts";
import {
  addSession,
  anEndpoint,
  anEvent,
  aSession,
  COMPLETED,
  M1,
  M2,
  putMerchant,
  putOther,
  sid,
} from "../support.ts";

/** Contract of the port: ids by their parts. */
export function idContract(promised: Promised): void {
  promised("ids.matching() finds things by a beginning or an end", async (store) => {
    const order = aPlacedOrder({ number: orderNumber(7) });
    const [coupon, customer, key] = [aCoupon({ code: "Save 10 %" }), aCustomer(), aKey()];
    await store.commit([
      putMerchant,
      putOther,
      addSession(aSession(1, { state: COMPLETED, order })),
      addSession(aSession(2, { merchantId: M2 })),
      { kind: "key.add", key },
      { kind: "coupon.put", coupon },
      { kind: "customer.put", customer, seededCoins: 0 },
      { kind: "webhook.put", endpoint: anEndpoint() },
      { kind: "event.add", event: anEvent(1) },
    ]);
    const names = async (
      kind: IdKind,
      begin: string,
      { end = begin, merchantId = null, limit = 9 }: {
        readonly end?: string;
        readonly merchantId?: MerchantId | null;
        readonly limit?: number;
      } = {},
    ) =>
      (await store.ids.matching(kind, { begin, end }, { merchantId, limit }))
        .map(({ id, name }) => id === name ? id : [id, name]);
    const end = (id: string) => id.slice(-4);
    assert.deepEqual(await names("session", end(sid(1))), [sid(1)]);
    assert.deepEqual(await names("session", sid(1)), [sid(1)]);
    assert.deepEqual(await names("session", "0000"), [sid(1), sid(2)]);
    assert.deepEqual((await names("session", "0000", { limit: 1 })).length, 1);
    assert.deepEqual(await names("session", "0000-8"), []);
    assert.deepEqual(await names("order", "0000-", { end: "nothing" }), [[sid(1), "0000-0007"]]);
    assert.deepEqual(await names("order", "0007"), [[sid(1), "0000-0007"]]);
    assert.deepEqual(await names("merchant", end(M2)), [M2]);
    assert.deepEqual(await names("key", end(key.id)), [key.id]);
    assert.deepEqual(await names("webhook", end(anEndpoint().id)), [anEndpoint().id]);
    assert.deepEqual(await names("event", end(anEvent(1).id)), [anEvent(1).id]);
    assert.deepEqual(await names("payment", "0000"), []);
    const ofShop = { merchantId: M1 };
    assert.deepEqual(await names("coupon", end(coupon.id), ofShop), [[coupon.id, coupon.code]]);
    assert.deepEqual(await names("code", "SAVE", ofShop), [[coupon.id, coupon.code]]);
    assert.deepEqual(await names("code", "10 %", ofShop), [[coupon.id, coupon.code]]);
    assert.deepEqual(await names("code", "SAVE", { merchantId: M2 }), []);
    assert.deepEqual(await names("session", "0000", ofShop), [sid(1)]);
    assert.deepEqual(await names("session", end(sid(2)), ofShop), []);
    assert.deepEqual(await names("order", "0007", ofShop), [[sid(1), "0000-0007"]]);
    assert.deepEqual(await names("order", "0007", { merchantId: M2 }), []);
    const found = [[customer.id, customer.phone]];
    assert.deepEqual(await names("customer", end(customer.id), ofShop), found);
    assert.deepEqual(await names("customer", end(customer.id), { merchantId: M2 }), []);
  });
}
