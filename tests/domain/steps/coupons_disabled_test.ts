import assert from "node:assert/strict";
import type { StepContext } from "../../../src/domain/decision/decision.ts";
import type { CouponId } from "../../../src/domain/ids.ts";
import { type CheckoutSession, openSession } from "../../../src/domain/session/session.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import { applyCoupon, removeCoupon } from "../../../src/domain/steps/coupons.ts";
import {
  aCoupon,
  aMerchant,
  aRawLine,
  NO_CATALOG,
  NOTHING_SAID,
  NOW,
  SESSION_ID,
  someRules,
  uuid,
} from "../../support/builders.ts";

/** A combinable code that takes off some rupees. */
function code(n: number, name: string, rupees: number): Coupon {
  return aCoupon({
    id: uuid<CouponId>(n),
    code: name,
    applicationType: "CODE",
    combine: true,
    discount: { type: "FIXED", amount: rupees * 100, cap: null },
  });
}

const [OLD, GOOD, NEW] = [code(1, "OLD", 10), code(2, "GOOD", 20), code(3, "NEW", 5)];

function context(coupons: readonly Coupon[]): StepContext {
  const rules = someRules({ coupons });
  return { merchant: aMerchant(), rules, ...NO_CATALOG, now: NOW, newId: () => uuid(900) };
}

function withBoth(): CheckoutSession {
  const all = context([OLD, GOOD, NEW]);
  const request = {
    shopDomain: "demo-store.example",
    countryCode: null,
    items: [aRawLine()],
    redirectUrl: null,
    ...NOTHING_SAID,
  };
  const open = openSession(request, {
    ...all,
    id: SESSION_ID,
    rules: { ...all.rules, atPayment: false },
  });
  const one = applyCoupon(open, "OLD", all).session;
  return applyCoupon(one, "GOOD", all).session;
}

function applied({ priced }: CheckoutSession): string[] {
  return priced.coupons.map(({ coupon }) => coupon.code).sort();
}

Deno.test("applyCoupon() joins the codes that are left when the shop has switched one off", () => {
  const session = applyCoupon(withBoth(), "NEW", context([GOOD, NEW])).session;
  assert.deepEqual(applied(session), ["GOOD", "NEW"]);
  assert.equal(session.priced.totals.couponDiscount, 2_500);
  assert.deepEqual(session.choices.codes.map(({ previousCode }) => previousCode), [null, null]);
});

Deno.test("removeCoupon() takes back a code that the shop has switched off", () => {
  const session = removeCoupon(withBoth(), "old", context([GOOD, NEW])).session;
  assert.deepEqual(applied(session), ["GOOD"]);
  assert.deepEqual(session.choices.codes.map(({ couponId }) => couponId), [GOOD.id]);
});

Deno.test("applyCoupon() refuses a code that would take nothing off", () => {
  const whole = code(4, "WHOLE", 349);
  const all = context([whole, NEW]);
  const base = { ...withBoth(), choices: { ...withBoth().choices, codes: [] } };
  const free = applyCoupon(base, "WHOLE", all).session;
  assert.equal(free.priced.totals.total, 0);
  assert.throws(() => applyCoupon(free, "NEW", { ...all, now: NOW + 1 }), {
    code: "error.coupon-not-better",
    message: "NEW would take nothing off this cart",
  });
});
