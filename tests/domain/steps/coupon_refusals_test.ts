import { deepEqual, equal, throws } from "node:assert/strict";
import type { ErrorCode } from "../../../src/domain/errors.ts";
import type { Coupon, CouponUsage } from "../../../src/domain/shop/coupon.ts";
import { applyCoupon } from "../../../src/domain/steps/coupons.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { NOW } from "../../support/builders.ts";
import { entered } from "../pricing/cases.ts";
import { CODE, coupon, percent, scope } from "../../support/shop.ts";
import {
  at,
  inForce,
  keepsAndRefuses,
  refuses,
  sessionIn,
  type SessionState,
  shopAs,
  verified,
} from "./cases.ts";

const SAVE10 = coupon("SAVE10", percent(10), CODE);
const SAVE5 = coupon("SAVE5", percent(5), CODE);
const AUTO = coupon("AUTO", percent(8));

/** One refusal a row: what is wrong with SAVE10, the code and the message. */
const REFUSALS: readonly {
  readonly why: string;
  readonly coupon?: Partial<Coupon>;
  readonly usage?: Partial<CouponUsage>;
  readonly session?: SessionState;
  readonly code: ErrorCode;
  readonly message: string;
}[] = [
  {
    why: "it is switched off",
    coupon: { enabled: false },
    code: "error.coupon-not-found",
    message: "Coupon save10 does not exist",
  },
  {
    why: "it applies without being entered",
    coupon: { applicationType: "AUTOMATIC" },
    code: "error.coupon-not-found",
    message: "Coupon save10 does not exist",
  },
  {
    why: "its time has not come",
    coupon: { startsAt: NOW + 1 },
    code: "error.coupon-not-started",
    message: "Coupon SAVE10 is not valid yet",
  },
  {
    why: "its time is over",
    coupon: { endsAt: NOW },
    code: "error.coupon-expired",
    message: "Coupon SAVE10 has expired",
  },
  {
    why: "too little is in the cart",
    coupon: { minPurchase: 89_900 },
    code: "error.coupon-minimum-not-met",
    message: "Add 201.00 more to use SAVE10",
  },
  {
    why: "too few units are in the cart",
    coupon: { minQuantity: 3 },
    code: "error.coupon-minimum-not-met",
    message: "Add 1 more item to use SAVE10",
  },
  {
    why: "it was used as often as it may be",
    coupon: { usageLimit: 10 },
    usage: { used: 10 },
    code: "error.coupon-limit-reached",
    message: "Coupon SAVE10 has been used up",
  },
  {
    why: "this customer used it as often as anybody may",
    coupon: { usageLimitPerCustomer: 1 },
    usage: { usedByCustomer: 1 },
    session: verified(),
    code: "error.coupon-limit-reached",
    message: "You have already used SAVE10",
  },
  {
    why: "it is for other products",
    coupon: scope(2),
    code: "error.coupon-not-eligible",
    message: "Nothing in the cart qualifies for SAVE10",
  },
  {
    why: "it is already applied",
    session: { choices: { codes: [entered(SAVE10, NOW)] } },
    code: "error.coupon-already-applied",
    message: "Coupon SAVE10 is already applied",
  },
];

/** Enters a code; a refusal that is kept is one all the same. */
function entering(...step: Parameters<typeof applyCoupon>): void {
  const { refusal } = applyCoupon(...step);
  if (refusal !== undefined) throw refusal;
}

for (const { why, coupon: over, usage = {}, session, code, message } of REFUSALS) {
  Deno.test(`applyCoupon() refuses with ${code} when ${why}`, () => {
    const own = { ...SAVE10, ...over };
    const context = shopAs({ coupons: [own], usage: [[own, usage]] });
    const before = sessionIn(context, session);
    refuses(() => entering(before, "save10", context), code, message);
  });
}

Deno.test("applyCoupon() refuses a code that the shop does not have, as it was written", () => {
  const context = shopAs({ coupons: [SAVE10] });
  const code = "error.coupon-not-found";
  refuses(
    () => entering(sessionIn(context), "nope\n", context),
    code,
    "Coupon nope? does not exist",
  );
});

Deno.test("applyCoupon() refuses a code worth less than what applies without it, with both amounts", () => {
  const context = shopAs({ coupons: [SAVE5, AUTO] });
  refuses(
    () => applyCoupon(sessionIn(context), "SAVE5", context),
    "error.coupon-not-better",
    "SAVE5 would save you 34.90, less than the 55.84 you already save",
  );
});
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
