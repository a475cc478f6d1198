import { deepEqual } from "node:assert/strict";
import { invalidatesCaches } from "../../src/domain/administrative.ts";
import type { Change } from "../../src/domain/changes.ts";
import type { SessionId } from "../../src/domain/ids.ts";
import {
  aCoupon,
  aCustomer,
  aMerchant,
  aProduct,
  int64,
  NOW,
  SESSION_ID,
  uuid,
} from "../support/builders.ts";
import { aKey } from "../support/keys.ts";
import { sessionIn, shopAs } from "./steps/cases.ts";

const { id: keyId, merchantId } = aKey();
const { id: couponId } = aCoupon();
const sessionId: SessionId = SESSION_ID;

const ENDPOINT = {
  kind: "webhook" as const,
  id: uuid(70),
  merchantId,
  url: "https://shop.example/hook",
  secret: { stored: "whsec_AAAA" },
  previous: null,
  events: [],
  include: [],
  lanes: 1,
  batch: false,
  allowInsecure: false,
  livemode: true,
  disabledAt: null,
  createdAt: NOW,
};

const BY_SHOPS: readonly Change[] = [
  { kind: "merchant.put", merchant: aMerchant() },
  { kind: "merchant.clear", merchantId, part: "coupons", limit: 1 },
  { kind: "merchant.remove", merchantId },
  { kind: "key.add", key: aKey() },
  { kind: "key.revoke", keyId, at: NOW },
  { kind: "coupon.put", coupon: aCoupon() },
  { kind: "product.put", merchantId, product: aProduct() },
  { kind: "coupon.remove", merchantId, couponId },
  { kind: "stock.set", merchantId, variantId: int64(11), units: 4 },
  { kind: "stock.add", merchantId, variantId: int64(11), units: 4 },
  { kind: "webhook.put", endpoint: ENDPOINT },
  { kind: "webhook.rotate", endpoint: ENDPOINT, was: ENDPOINT.secret },
  { kind: "webhook.remove", merchantId, endpointId: ENDPOINT.id },
  { kind: "session.delete", sessionId, lastActiveBefore: NOW, withShop: merchantId },
];

const BY_CUSTOMERS: readonly Change[] = [
  { kind: "key.used", keyId, at: NOW, from: null },
  { kind: "customer.add", customer: aCustomer() },
  { kind: "customer.erase", customerId: aCustomer().id, onlyIdle: true, entryId: uuid(8), at: NOW },
  { kind: "otp.forget", merchantId, phone: aCustomer().phone },
  { kind: "session.touch", sessionId, at: NOW },
  { kind: "session.sum", after: "", last: "~" },
  { kind: "session.delete", sessionId, lastActiveBefore: NOW },
  {
    kind: "session.erase",
    at: NOW,
    sessionId,
    merchantId,
    phone: null,
    withReference: false,
    withReason: false,
  },
  { kind: "coupon.return", couponId, sessionId },
  { kind: "stock.release", sessionId },
  { kind: "stock.sell", sessionId },
  { kind: "idempotency.purge", before: NOW },
  { kind: "otp.purge", before: NOW },
  { kind: "otp.redact", before: NOW },
  { kind: "expect", thing: { kind: "merchant", merchantId }, stamp: null },
];

Deno.test("invalidatesCaches() holds for what a shop decided", () => {
  deepEqual(BY_SHOPS.filter((change) => !invalidatesCaches(change)), []);
});

Deno.test("invalidatesCaches() holds for an operator's change of a session, not for its steps or end", () => {
  const put = (expired: boolean, byOperator: boolean): Change => ({
    kind: "session.put",
    session: sessionIn(shopAs()),
    view: null,
    expectedVersion: 6,
    expired,
    byOperator,
    at: NOW,
  });
  const changes = [put(true, true), put(false, true), put(true, false), put(false, false)];
  deepEqual(changes.map(invalidatesCaches), [true, true, false, false]);
});

Deno.test("invalidatesCaches() does not hold for what customers and the clock do", () => {
  deepEqual(BY_CUSTOMERS.filter(invalidatesCaches), []);
});
