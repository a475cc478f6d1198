import { deepEqual, equal, throws } from "node:assert/strict";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { applyCoupon } from "../../../src/domain/steps/coupons.ts";
import { NOW } from "../../support/builders.ts";
import { CODE, coupon, percent } from "../pricing/cases.ts";
import { at, inForce, keepsAndRefuses, sessionIn, shopAs } from "./cases.ts";

const SAVE10 = coupon("SAVE10", percent(10), CODE);
const DEAR = coupon("DEAR", percent(10), { ...CODE, minPurchase: 1_000_000 });
const MINUTE_MS = 60_000;

function shop(now: number) {
  return shopAs({ coupons: [SAVE10, DEAR], now });
}

/** A session on which so many wrong codes were entered, a second apart. */
function guessed(count: number): CheckoutSession {
  let session = sessionIn(shop(NOW));
  for (let i = 0; i < count; i++) {
    session = applyCoupon(session, `GUESS${i}`, shop(NOW + i * 1_000)).session;
  }
  return session;
}

Deno.test("applyCoupon() counts a code that does not exist, and changes nothing else", () => {
  const before = sessionIn(shop(NOW));
  const decision = applyCoupon(before, "NOPE", shop(NOW));
  keepsAndRefuses(decision, "error.coupon-not-found", "Coupon NOPE does not exist");
  deepEqual(decision.events, []);
  deepEqual(decision.session, { ...before, version: before.version + 1, wrongCodesAt: [NOW] });
});

Deno.test("applyCoupon() refuses every code after twenty wrong ones in ten minutes", () => {
  const session = guessed(20);
  for (const code of ["SAVE10", "DEAR", "NOPE"]) {
    throws(() => applyCoupon(session, code, shop(NOW + MINUTE_MS)), {
      code: "error.coupon-rate-limited",
      message: "Too many unknown codes: try again in 540 s",
      retryAfterSeconds: 540,
    });
  }
  // The nineteenth was one too few.
  deepEqual(inForce(applyCoupon(guessed(19), "SAVE10", shop(NOW + MINUTE_MS)).session), [
    ["SAVE10", 6_980, null],
  ]);
});

Deno.test("applyCoupon() lets one code in for each wrong one that is ten minutes old", () => {
  const session = guessed(20);
  const tenMinutes = NOW + 10 * MINUTE_MS;
  const enter = (now: number) => applyCoupon(session, "NOPE", shop(now));
  throws(() => enter(tenMinutes - 1), { retryAfterSeconds: 1 });
  const { session: next, refusal } = enter(tenMinutes);
  equal(refusal?.code, "error.coupon-not-found");
  equal(next.wrongCodesAt.length, 20);
  throws(() => applyCoupon(next, "NOPE", shop(tenMinutes)), { retryAfterSeconds: 1 });
  deepEqual(inForce(applyCoupon(session, "SAVE10", shop(tenMinutes)).session), [
    ["SAVE10", 6_980, null],
  ]);
});

Deno.test("applyCoupon() counts no code that exists, whether it applies or not", () => {
  let session = guessed(19);
  const context = shop(NOW + MINUTE_MS);
  for (let i = 0; i < 5; i++) {
    throws(() => applyCoupon(session, "DEAR", context), { code: "error.coupon-minimum-not-met" });
  }
  session = applyCoupon(session, "SAVE10", context).session;
  equal(session.wrongCodesAt.length, 19);
  equal(applyCoupon(session, "NOPE", context).refusal?.code, "error.coupon-not-found");
});

Deno.test("applyCoupon() counts nothing on a cart that is being paid", () => {
  const frozen = sessionIn(shop(NOW), at("IN_PROGRESS", "PENDING"));
  throws(() => applyCoupon(frozen, "NOPE", shop(NOW)), { code: "error.invalid-state" });
});
