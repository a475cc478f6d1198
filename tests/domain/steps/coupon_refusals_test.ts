import type { ErrorCode } from "../../../src/domain/errors.ts";
import type { Coupon, CouponUsage } from "../../../src/domain/shop/coupon.ts";
import { applyCoupon } from "../../../src/domain/steps/coupons.ts";
import { NOW } from "../../support/builders.ts";
import { CODE, coupon, entered, percent, scope } from "../pricing/cases.ts";
import { refuses, sessionIn, type SessionState, shopAs, verified } from "./cases.ts";

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
