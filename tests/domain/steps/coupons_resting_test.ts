import assert, { deepEqual, equal } from "node:assert/strict";
import { applyCoupon, removeCoupon } from "../../../src/domain/steps/coupons.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import type { StepContext } from "../../../src/domain/decision/decision.ts";
import type { CouponId } from "../../../src/domain/ids.ts";
import { type CheckoutSession, openSession } from "../../../src/domain/session/session.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import {
  aCoupon,
  aLine,
  aMerchant,
  aRawLine,
  NO_CATALOG,
  NOTHING_SAID,
  NOW,
  SESSION_ID,
  someRules,
  uuid,
} from "../../support/builders.ts";
import { orderNumber } from "../../support/orders.ts";
import { entered } from "../pricing/cases.ts";
import {
  aMug,
  aPoster,
  COD,
  CODE,
  coupon,
  fixed,
  gift,
  percent,
  STACKS,
} from "../../support/shop.ts";
import { inForce, only, refuses, sessionIn, shopAs } from "./cases.ts";

const SAVE10 = coupon("SAVE10", percent(10), { ...CODE, minPurchase: 50_000 });
const AUTO = coupon("AUTO", percent(20));
const FREEBIE = coupon("FREEBIE", fixed(0), {
  ...CODE,
  usageLimit: 5,
  disableCod: true,
  gift: gift(50_000, 1, 9),
});

/** A code entered on a cart of 349.00. */
function restingIn(context: ReturnType<typeof shopAs>) {
  return sessionIn(context, { lines: [aLine()], choices: { codes: [entered(SAVE10, NOW - 1)] } });
}

Deno.test("applyCoupon() says what a resting code still needs when it is entered again", () => {
  const context = shopAs({ coupons: [SAVE10] });
  const session = restingIn(context);
  deepEqual(session.priced.resting, [{
    couponId: SAVE10.id,
    code: "SAVE10",
    reason: "error.coupon-minimum-not-met",
    message: "Add 151.00 more to use SAVE10",
  }]);
  refuses(
    () => applyCoupon(session, "save10", context),
    "error.coupon-minimum-not-met",
    "Add 151.00 more to use SAVE10",
  );
});

Deno.test("applyCoupon() says that a resting code is not better than what applies", () => {
  const context = shopAs({ coupons: [{ ...SAVE10, minPurchase: 0 }, AUTO] });
  refuses(
    () => applyCoupon(restingIn(context), "SAVE10", context),
    "error.coupon-not-better",
    "SAVE10 would save you 34.90, less than the 69.80 you already save",
  );
});

Deno.test("applyCoupon() judges a code that is entered again by the shop as it stands", () => {
  const before = sessionIn(shopAs({ coupons: [SAVE10] }), {
    choices: { codes: [entered(SAVE10, NOW - 1)] },
  });
  deepEqual(inForce(before), [["SAVE10", 6_980, null]]);
  const over = shopAs({ coupons: [{ ...SAVE10, endsAt: NOW }] });
  const message = "Coupon SAVE10 has expired";
  refuses(() => applyCoupon(before, "SAVE10", over), "error.coupon-expired", message);
});

Deno.test("applyCoupon() enters a resting code anew once it may apply", () => {
  const joins = coupon("JOINS", fixed(1_000), { ...CODE, ...STACKS });
  const alone = coupon("ALONE", fixed(500), CODE);
  // JOINS was entered after ALONE, when ALONE still combined: only the later one stands.
  const context = shopAs({ coupons: [joins, alone] });
  const codes = [entered(alone, NOW - 2), entered(joins, NOW - 1)];
  const session = sessionIn(context, { choices: { codes } });
  deepEqual(session.priced.resting.map(({ code, reason }) => [code, reason]), [
    ["ALONE", "error.coupon-not-eligible"],
  ]);
  const again = applyCoupon(session, "ALONE", context).session;
  deepEqual([inForce(again), again.priced.resting], [[["ALONE", 500, "JOINS"]], []]);
});

Deno.test("a resting code applies by itself as soon as the cart allows it, and can be removed", () => {
  const context = shopAs({ coupons: [SAVE10] });
  const session = restingIn(context);
  deepEqual(inForce(session), []);
  const more = sessionIn(context, { choices: session.choices });
  deepEqual([inForce(more), more.priced.resting], [[["SAVE10", 6_980, null]], []]);
  deepEqual(removeCoupon(session, "SAVE10", context).session.priced.resting, []);
});

Deno.test("startPayment() takes no use of a code that rests, and cash on delivery stays", () => {
  const free = coupon("FREE", fixed(69_799), STACKS);
  const none = coupon("NONE", percent(1), { ...CODE, ...STACKS, disableCod: true });
  const context = shopAs({ coupons: [free, none], rules: { cod: COD } });
  const codes = [entered(none, NOW)];
  const session = sessionIn(context, { choices: { codes } });
  deepEqual(session.priced.resting.map((one) => one.code), ["NONE"]);
  equal(session.priced.totals.codAvailable, true);
  const taken = only(startPayment(session, null, context), "coupon.take");
  deepEqual(taken.map(({ couponId }) => couponId), [free.id]);
});

Deno.test("startPayment() takes a use of a gift code once its gift is claimed", () => {
  const poster = aPoster();
  const context = shopAs({ coupons: [FREEBIE], products: [aMug(), poster], rules: { cod: COD } });
  const codes = [entered(FREEBIE, NOW)];
  const unclaimed = sessionIn(context, { choices: { codes } });
  deepEqual(inForce(unclaimed), [["FREEBIE", 0, null]]);
  equal(unclaimed.priced.totals.codAvailable, true);
  deepEqual(only(startPayment(unclaimed, null, context), "coupon.take"), []);
  const { variantId } = poster.variants[0]!;
  const claim = { couponId: FREEBIE.id, productId: poster.productId, variantId, quantity: 1 };
  const claimed = sessionIn(context, { choices: { codes, claims: [claim] } });
  equal(claimed.priced.totals.codAvailable, false);
  const taken = only(startPayment(claimed, null, context), "coupon.take");
  deepEqual(taken.map(({ couponId, limit }) => [couponId, limit]), [[FREEBIE.id, 5]]);
});

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
  return {
    merchant: aMerchant(),
    rules,
    ...NO_CATALOG,
    now: NOW,
    newId: () => uuid(900),
    newOrderNumber: () => orderNumber(1),
  };
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
    livemode: true,
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
