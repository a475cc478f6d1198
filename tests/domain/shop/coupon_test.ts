import { deepEqual, equal, ok } from "node:assert/strict";
import { AppError } from "../../../src/domain/errors.ts";
import {
  type Coupon,
  couponKey,
  couponType,
  type EligibilityContext,
  inScope,
  refusal,
  refusalError,
  UNUSED,
} from "../../../src/domain/shop/coupon.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";
import { aCoupon, int64, NOW } from "../../support/builders.ts";

const CART = { amount: 50_000, quantity: 2 };

function judge(coupon: Partial<Coupon>, over: Partial<EligibilityContext> = {}, cart = CART) {
  return refusal(aCoupon(coupon), cart, {
    now: NOW,
    usage: UNUSED,
    customerKnown: false,
    atPayment: false,
    currency: currencyOf("INR"),
    ...over,
  });
}

Deno.test("couponKey() compares codes without case and outer spaces", () => {
  equal(couponKey(" save10 "), "SAVE10");
  equal(couponKey("Save10"), couponKey("SAVE10"));
});

Deno.test("couponType() tells whole cart, products and gift apart", () => {
  const gift = { targetType: "QUANTITY" as const, target: 1, maxQuantity: 1, productIds: [] };
  equal(couponType(aCoupon()), "ORDER_AMOUNT");
  equal(couponType(aCoupon({ productIds: [int64(1)] })), "PRODUCT_AMOUNT");
  equal(couponType(aCoupon({ gift })), "FREE_GIFT");
  equal(couponType(aCoupon({ gift, productIds: [int64(1)] })), "FREE_GIFT");
});

Deno.test("inScope() is every product when none is named", () => {
  equal(inScope(aCoupon(), int64(7)), true);
  equal(inScope(aCoupon({ productIds: [int64(1), int64(7)] }), int64(7)), true);
  equal(inScope(aCoupon({ productIds: [int64(1)] }), int64(7)), false);
});

Deno.test("refusal() is none for a coupon without conditions", () => {
  equal(judge({}), null);
});

Deno.test("refusal() does not tell a disabled coupon from one that never was", () => {
  deepEqual(judge({ enabled: false }), {
    code: "error.coupon-not-found",
    message: "Coupon SAVE10 does not exist",
  });
});

Deno.test("refusal() includes the first moment of validity and excludes the last", () => {
  equal(judge({ startsAt: NOW }), null);
  deepEqual(judge({ startsAt: NOW + 1 }), {
    code: "error.coupon-not-started",
    message: "Coupon SAVE10 is not valid yet",
  });
  equal(judge({ endsAt: NOW + 1 }), null);
  deepEqual(judge({ endsAt: NOW }), {
    code: "error.coupon-expired",
    message: "Coupon SAVE10 has expired",
  });
});

Deno.test("refusal() ends with the last use of the limit", () => {
  const used = (n: number) => ({ usage: { used: n, usedByCustomer: 0 } });
  equal(judge({ usageLimit: 3 }, used(2)), null);
  deepEqual(judge({ usageLimit: 3 }, used(3)), {
    code: "error.coupon-limit-reached",
    message: "Coupon SAVE10 has been used up",
  });
  equal(judge({ usageLimit: 0 })?.code, "error.coupon-limit-reached");
});

Deno.test("refusal() counts a limit per customer by the verified phone", () => {
  const by = (n: number) => ({ customerKnown: true, usage: { used: 9, usedByCustomer: n } });
  equal(judge({ usageLimitPerCustomer: 2 }, by(1)), null);
  deepEqual(judge({ usageLimitPerCustomer: 2 }, by(2)), {
    code: "error.coupon-limit-reached",
    message: "You have already used SAVE10",
  });
});

Deno.test("refusal() lets an unverified shopper see a code's worth but not pay with it", () => {
  const code = { usageLimitPerCustomer: 1, applicationType: "CODE" as const };
  const verify = {
    code: "error.phone-required",
    message: "Verify your phone number to use SAVE10",
  };
  equal(judge(code), null);
  deepEqual(judge(code, { atPayment: true }), verify);
  equal(judge(code, { atPayment: true, customerKnown: true }), null);
  // The engine does not promise what may have to be taken back.
  deepEqual(judge({ ...code, applicationType: "AUTOMATIC" }), verify);
  equal(judge({ ...code, applicationType: "AUTOMATIC" }, { customerKnown: true }), null);
});

Deno.test("refusal() needs something in the coupon's scope", () => {
  deepEqual(judge({}, {}, { amount: 0, quantity: 0 }), {
    code: "error.coupon-not-eligible",
    message: "Nothing in the cart qualifies for SAVE10",
  });
});

Deno.test("refusal() says how much is missing from the minimum purchase", () => {
  equal(judge({ minPurchase: 50_000 }), null);
  // 500.01 asked for, 500.00 there.
  deepEqual(judge({ minPurchase: 50_001 }), {
    code: "error.coupon-minimum-not-met",
    message: "Add 0.01 more to use SAVE10",
  });
  const yen = judge({ minPurchase: 50_500 }, { currency: currencyOf("JPY") });
  equal(yen?.message, "Add 500 more to use SAVE10");
});

Deno.test("refusal() says how many items are missing from the minimum quantity", () => {
  equal(judge({ minQuantity: 2 }), null);
  deepEqual(judge({ minQuantity: 3 }), {
    code: "error.coupon-minimum-not-met",
    message: "Add 1 more item to use SAVE10",
  });
  equal(judge({ minQuantity: 5 })?.message, "Add 3 more items to use SAVE10");
});

Deno.test("refusalError() is the refusal as an error", () => {
  const error = refusalError({ code: "error.coupon-expired", message: "Coupon X has expired" });
  ok(error instanceof AppError);
  deepEqual([error.code, error.message], ["error.coupon-expired", "Coupon X has expired"]);
});
