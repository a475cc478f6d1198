import { deepEqual, equal, notEqual } from "node:assert/strict";
import fc from "fast-check";
import {
  decided,
  type Decision,
  type StepContext,
  updated,
} from "../../../src/domain/decision/decision.ts";
import { AppError } from "../../../src/domain/errors.ts";
import { hashOtp } from "../../../src/domain/session/otp.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { setAddress } from "../../../src/domain/steps/address.ts";
import { redeemCoins } from "../../../src/domain/steps/coins.ts";
import { applyCoupon, removeCoupon } from "../../../src/domain/steps/coupons.ts";
import {
  abandonSession,
  completeSession,
  expireSession,
} from "../../../src/domain/steps/ending.ts";
import { claimGifts } from "../../../src/domain/steps/gifts.ts";
import { replaceItems } from "../../../src/domain/steps/items.ts";
import { sendOtp, verifyOtp } from "../../../src/domain/steps/otp.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { choosePaymentMethod } from "../../../src/domain/steps/payment_method.ts";
import { reportPaymentResult } from "../../../src/domain/steps/payment_result.ts";
import { HOLD, RELEASE, showingCoins, USE } from "../../../src/domain/decision/holds.ts";
import { anAddress, aPayment, aRawLine, int64, NOW } from "../../support/builders.ts";
import { entered } from "../pricing/cases.ts";
import {
  aMug,
  aPoster,
  CODE,
  COINS,
  coupon,
  fixed,
  gift,
  percent,
  STACKS,
} from "../../support/shop.ts";
import {
  at,
  sessionIn,
  type SessionState,
  shopAs,
  type ShopState,
  told,
  UNHINDERED,
  verified,
} from "../steps/cases.ts";
import { runs } from "../../support/arbitraries.ts";

const SAVE10 = coupon("SAVE10", percent(10), { ...CODE, ...STACKS });
const SAVE20 = coupon("SAVE20", percent(20), { ...CODE, ...STACKS });
const FREEBIE = coupon("FREEBIE", fixed(0), { gift: gift(0, 2, 9) });
const PHONE = "+919876543210";
const CLAIM = { couponId: FREEBIE.id, variantId: int64(91), quantity: 1 };

/** A shop that has everything a step can be about. */
function shop(): StepContext {
  const cod = { fee: 4_000, min: 0, max: null, countries: [], prepaid: percent(10) };
  return shopAs({
    coupons: [SAVE10, SAVE20, FREEBIE],
    products: [aMug(), aPoster()],
    rules: { coin: COINS, cod },
    coins: 500,
  });
}

/** A session that has decided everything. */
const FULL: SessionState = {
  ...at("IN_PROGRESS", "DRAFT"),
  ...verified(),
  choices: {
    codes: [entered(SAVE10, NOW)],
    claims: [{ ...CLAIM, productId: int64(9) }],
    address: anAddress(),
    method: "COD",
    coins: 100,
  },
  otp: {
    challenge: {
      phone: PHONE,
      salt: "pepper",
      hash: hashOtp("pepper", "012345", null),
      expiresAt: NOW + 1,
      triesLeft: 5,
    },
    sentAt: [NOW - 60_000],
  },
};

const PENDING: SessionState = {
  ...FULL,
  ...at("IN_PROGRESS", "PENDING"),
  payment: aPayment({ method: "COD", amount: 6_546 }),
};

function result(status: "PAID" | "FAILED") {
  return {
    paymentId: aPayment().id,
    status,
    amount: 6_546,
    amountText: "65.46",
    currencyCode: null,
    reference: "pay_1",
  };
}

type Take = (session: CheckoutSession, context: StepContext) => Decision;

/** Each step in a situation in which it changes what it can. */
const STEPS: readonly [string, SessionState, Take][] = [
  ["replaceItems()", FULL, (session, context) => replaceItems(session, [aRawLine()], context)],
  ["applyCoupon()", FULL, (session, context) => applyCoupon(session, "SAVE20", context)],
  ["removeCoupon()", FULL, (session, context) => removeCoupon(session, "SAVE10", context)],
  [
    "claimGifts()",
    FULL,
    (session, context) => claimGifts(session, [{ ...CLAIM, quantity: 2 }], context),
  ],
  [
    "setAddress()",
    FULL,
    (session, context) => setAddress(session, anAddress({ postalCode: "400001" }), context),
  ],
  [
    "choosePaymentMethod()",
    FULL,
    (session, context) => choosePaymentMethod(session, "PREPAID", context),
  ],
  ["redeemCoins()", FULL, (session, context) => redeemCoins(session, 200, context)],
  [
    "sendOtp()",
    FULL,
    (session, context) =>
      sendOtp(session, { phone: PHONE, code: "1", salt: "2", key: null, ...UNHINDERED }, context),
  ],
  [
    "verifyOtp()",
    FULL,
    (session, context) =>
      verifyOtp(session, { phone: PHONE, otp: "012345", key: null, known: null }, context),
  ],
  [
    "verifyOtp() of a wrong code",
    FULL,
    (session, context) =>
      verifyOtp(session, { phone: PHONE, otp: "999999", key: null, known: null }, context),
  ],
  ["startPayment()", FULL, (session, context) => startPayment(session, null, context)],
  [
    "startPayment() at another price",
    FULL,
    (session, context) =>
      startPayment(session, null, { ...context, rules: { ...context.rules, coupons: [FREEBIE] } }),
  ],
  [
    "reportPaymentResult() PAID",
    PENDING,
    (session, context) => reportPaymentResult(session, result("PAID"), context),
  ],
  [
    "reportPaymentResult() FAILED",
    PENDING,
    (session, context) => reportPaymentResult(session, result("FAILED"), context),
  ],
  ["reportPaymentResult() PAID after the end", { ...PENDING, ...at("ABANDONED", "PENDING") }, (
    session,
    context,
  ) => reportPaymentResult(session, result("PAID"), context)],
  [
    "completeSession()",
    { ...PENDING, ...at("IN_PROGRESS", "PAID") },
    (session, context) => completeSession(session, null, context),
  ],
  ["abandonSession()", PENDING, (session, context) => abandonSession(session, null, context)],
  ["expireSession()", PENDING, (session, context) => expireSession(session, null, context)],
];

for (const [name, state, take] of STEPS) {
  Deno.test(`${name} leaves the session it is given as it was, one version behind`, () => {
    const context = shop();
    const before = sessionIn(context, state); // Frozen: a change to it throws.
    const copy = structuredClone(before);
    const { session } = take(before, context);
    deepEqual(structuredClone(before), copy);
    notEqual(session, before);
    equal(session.version, before.version + 1);
    // Plain data, fit to be stored and to be posted to a worker.
    deepEqual(structuredClone(session), session);
  });
}

Deno.test("updated() announces the step and refuses nothing unless told otherwise", () => {
  const session = sessionIn(shopAs());
  const plain = updated(session, "items");
  deepEqual([told(plain), plain.effects, "refusal" in plain], [["session.updated"], [], false]);
  equal(plain.events[0]?.data["step"], "items");
  const refusal = new AppError("error.price-changed", "The price has changed");
  const other = decided(session, { events: [], refusal });
  deepEqual([told(other), other.refusal], [[], refusal]);
});

/** A session on 698.00 in a shop whose coins are worth 0.10 each: 6,980 fit. */
function sessionWith(coins: number, wanted: number) {
  return sessionIn(shopWith({ coins }), { ...verified(), choices: { coins: wanted } });
}

function shopWith(coins: Pick<ShopState, "coins" | "held" | "debt">): StepContext {
  return shopAs({ rules: { coin: { ...COINS, earnRate: 0 } }, ...coins });
}

Deno.test("showingCoins() tells of one moment: what is held, and what of it fits the cart", () => {
  const { priced } = sessionWith(7_000, 300);
  deepEqual(priced.coins, { available: 7_000, redeemable: 6_980, used: 300, processing: 0 });
  const pending = showingCoins(sessionWith(7_000, 300), HOLD, shopWith({ coins: 7_000 }));
  deepEqual(pending.priced.coins, {
    available: 6_700,
    redeemable: 6_700,
    used: 300,
    processing: 300,
  });
  const held = shopWith({ coins: 6_700, held: 300 });
  deepEqual(showingCoins(pending, RELEASE, held).priced.coins, priced.coins);
  const { priced: { coins } } = showingCoins(pending, USE, held);
  deepEqual(coins, { ...pending.priced.coins, processing: 0 });
  // What is released pays a debt first.
  const owing = showingCoins(pending, RELEASE, shopWith({ held: 300, debt: 200 }));
  deepEqual(owing.priced.coins, { ...priced.coins, available: 100, redeemable: 100 });
});

Deno.test("showingCoins() never calls more coins redeemable than there are, or than fit", () => {
  const count = fc.nat({ max: 10_000 });
  fc.assert(
    fc.property(count, count, (coins, wanted) => {
      const session = sessionWith(coins, wanted);
      const { used } = session.priced.coins;
      const pending = showingCoins(session, HOLD, shopWith({ coins }));
      deepEqual(pending.priced.coins, {
        available: coins - used,
        redeemable: Math.min(coins - used, 6_980),
        used,
        processing: used,
      });
      const held = shopWith({ coins: coins - used, held: used });
      deepEqual(showingCoins(pending, RELEASE, held).priced.coins, session.priced.coins);
    }),
    runs(300),
  );
});
