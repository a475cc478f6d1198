import { equal } from "node:assert/strict";
import { isAdministrative } from "../../src/domain/changes.ts";
import { aCoupon, aKey, aMerchant, aProduct, NOW, SESSION_ID } from "../support/builders.ts";

Deno.test("isAdministrative() holds for what a shop decided", () => {
  const { id: keyId, merchantId } = aKey();
  equal(isAdministrative({ kind: "merchant.put", merchant: aMerchant() }), true);
  equal(isAdministrative({ kind: "key.add", key: aKey() }), true);
  equal(isAdministrative({ kind: "key.revoke", keyId, at: NOW }), true);
  equal(isAdministrative({ kind: "coupon.put", coupon: aCoupon() }), true);
  equal(isAdministrative({ kind: "product.put", merchantId, product: aProduct() }), true);
});

Deno.test("isAdministrative() does not hold for what customers and the clock do", () => {
  equal(isAdministrative({ kind: "key.used", keyId: aKey().id, at: NOW }), false);
  equal(isAdministrative({ kind: "session.touch", sessionId: SESSION_ID, at: NOW }), false);
});
