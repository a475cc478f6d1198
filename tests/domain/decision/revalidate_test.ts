import { deepEqual, equal } from "node:assert/strict";
import type { Decision } from "../../../src/domain/decision/decision.ts";
import type { ErrorCode } from "../../../src/domain/errors.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import type { ShippingRule } from "../../../src/domain/shop/merchant.ts";
import { completeSession } from "../../../src/domain/steps/ending.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { aLine, anAddress, int64, NOW } from "../../support/builders.ts";
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
  scope,
  shippingAt,
} from "../../support/shop.ts";
import {
  inForce,
  keepsAndRefuses,
  refuses,
  sessionIn,
  type SessionState,
  shopAs,
  type ShopState,
  told,
  verified,
} from "../steps/cases.ts";

const SAVE10 = coupon("SAVE10", percent(10), CODE);
const AUTO = coupon("AUTO", percent(10));
const SHIPPING: ShippingRule = shippingAt(6_000);
const WITH_CODE: SessionState = { choices: { codes: [entered(SAVE10, NOW)] } };

/** A session that was priced in one state of a shop and is to be paid in another. */
interface Case {
  readonly before: ShopState;
  readonly now: ShopState;
  readonly session?: SessionState;
}

function pay({ before, now, session }: Case): Decision {
  const decision = startPayment(sessionIn(shopAs(before), session), null, shopAs(now));
  // Whatever is kept: the session is where it was, one version on, and it is told.
  deepEqual(decision.session.state, { session: "INITIATED", payment: "DRAFT" });
  deepEqual([decision.session.version, decision.session.payment], [8, null]);
  deepEqual(told(decision), ["session.updated"]);
  return decision;
}

Deno.test("startPayment() needs an address in a shop with shipping rules", () => {
  const context = shopAs({ rules: { shipping: [SHIPPING] } });
  const code = "error.address-required";
  const message = "Set an address before payment";
  refuses(() => startPayment(sessionIn(context), null, context), code, message);
  const before = sessionIn(context, { choices: { address: anAddress() } });
  equal(startPayment(before, null, context).session.payment?.amount, 75_800);
});

Deno.test("startPayment() refuses an address that the shop serves no more, and keeps nothing", () => {
  const session = sessionIn(shopAs({ rules: { shipping: [SHIPPING] } }), {
    choices: { address: anAddress() },
  });
  const context = shopAs({ rules: { shipping: [{ ...SHIPPING, countries: ["AE"] }] } });
  refuses(
    () => startPayment(session, null, context),
    "error.address-not-serviceable",
    "The shop no longer delivers to this address",
  );
});

/** Changes of SAVE10 since it was entered, and the message for the shopper. */
const LOST: readonly [string, Partial<Coupon>, Partial<ShopState>, ErrorCode, string][] = [
  ["expired", { endsAt: NOW }, {}, "error.coupon-expired", "Coupon SAVE10 has expired"],
  [
    "switched off",
    { enabled: false },
    {},
    "error.coupon-not-found",
    "Coupon SAVE10 does not exist",
  ],
  [
    "used up by others",
    { usageLimit: 3 },
    { usage: [[SAVE10, { used: 3 }]] },
    "error.coupon-limit-reached",
    "Coupon SAVE10 has been used up",
  ],
  [
    "raised above the cart",
    { minPurchase: 100_000 },
    {},
    "error.coupon-minimum-not-met",
    "Add 302.00 more to use SAVE10",
  ],
  [
    "taken off these goods",
    scope(2),
    {},
    "error.coupon-not-eligible",
    "Nothing in the cart qualifies for SAVE10",
  ],
];

for (const [what, over, state, code, message] of LOST) {
  Deno.test(`startPayment() drops a code that was ${what} and names both prices`, () => {
    const now = { ...state, coupons: [{ ...SAVE10, ...over }] };
    const decision = pay({ before: { coupons: [SAVE10] }, now, session: WITH_CODE });
    keepsAndRefuses(decision, code, `${message}. The price is now 698.00 instead of 628.20`);
    deepEqual([inForce(decision.session), decision.session.choices.codes], [[], []]);
    equal(decision.session.priced.totals.totalPayable, 69_800);
  });
}

Deno.test("startPayment() drops a code whose coupon is gone", () => {
  const decision = pay({ before: { coupons: [SAVE10] }, now: {}, session: WITH_CODE });
  const message = "Coupon SAVE10 does not exist. The price is now 698.00 instead of 628.20";
  keepsAndRefuses(decision, "error.coupon-not-found", message);
});

Deno.test("startPayment() drops an automatic coupon that is lost, and goes through the next time", () => {
  const lost: Partial<Coupon>[] = [{ endsAt: NOW }, scope(2), { usageLimitPerCustomer: 1 }];
  for (const over of lost) {
    const now = { coupons: [{ ...AUTO, ...over }] };
    const { session, refusal } = pay({ before: { coupons: [AUTO] }, now });
    equal(refusal?.message.endsWith("The price is now 698.00 instead of 628.20"), true);
    equal(startPayment(session, null, shopAs(now)).session.payment?.amount, 69_800);
  }
});

Deno.test("startPayment() keeps a code that a verified phone may save, and says so", () => {
  const once = { ...SAVE10, usageLimitPerCustomer: 1 };
  const context = shopAs({ coupons: [once] });
  const before = sessionIn(context, WITH_CODE);
  refuses(
    () => startPayment(before, null, context),
    "error.phone-required",
    "Verify your phone number to use SAVE10",
  );
  const known = sessionIn(context, { ...WITH_CODE, ...verified() });
  equal(startPayment(known, null, context).session.payment?.amount, 62_820);
});

Deno.test("startPayment() lets go of a gift that is no longer given, and says the price is the same", () => {
  const free = coupon("FREEBIE", fixed(0), { gift: gift(0, 1, 9) });
  const claims = [
    { couponId: free.id, productId: int64(9), variantId: int64(91), quantity: 1 },
  ];
  const before = { coupons: [free], products: [aMug(), aPoster()] };
  const now = { ...before, products: [aMug(), aPoster(5, { status: "archived" })] };
  const decision = pay({ before, now, session: { choices: { claims } } });
  const message = "The order has changed since it was shown. The price is still 698.00";
  keepsAndRefuses(decision, "error.price-changed", message);
  deepEqual([decision.session.choices.claims, decision.session.priced.lines.length], [[], 1]);
});

Deno.test("startPayment() refuses goods and gifts that are out of stock, and shows which", () => {
  const decision = pay({ before: {}, now: { products: [aMug(1)] } });
  keepsAndRefuses(
    decision,
    "error.out-of-stock",
    "Not enough left of Mug. The price is still 698.00",
  );
  deepEqual(decision.session.priced.lines.map(({ outOfStock }) => outOfStock), [true]);
});

Deno.test("startPayment() refuses goods that the shop has archived, until they are back", () => {
  const now = { products: [aMug(20, { status: "archived" })] };
  const decision = pay({ before: {}, now });
  const message = "No longer sold: Mug. The price is still 698.00";
  keepsAndRefuses(decision, "error.out-of-stock", message);
  deepEqual(decision.session.priced.lines.map(({ outOfStock }) => outOfStock), [true]);
  equal(startPayment(decision.session, null, shopAs()).refusal, undefined);
});

Deno.test("startPayment() refuses goods that have left the catalogue", () => {
  const decision = pay({
    before: {},
    now: { products: [aPoster()] },
    session: { lines: [aLine({ quantity: 2, listed: true })] },
  });
  const message = "No longer sold: Mug. The price is still 698.00";
  keepsAndRefuses(decision, "error.out-of-stock", message);
  deepEqual(decision.session.priced.lines.map(({ outOfStock }) => outOfStock), [true]);
});

Deno.test("startPayment() takes goods that the catalogue never had at the store's word", () => {
  const context = shopAs({ products: [aPoster()] });
  const session = sessionIn(context, { lines: [aLine({ quantity: 2, listed: false })] });
  equal(startPayment(session, null, context).refusal, undefined);
});

Deno.test("startPayment() adds lines of one variant up before it looks at the stock", () => {
  const session = { lines: [aLine(), aLine({ properties: { name: "Asha" } })] };
  const { refusal } = pay({ before: {}, now: { products: [aMug(1)] }, session });
  equal(refusal?.code, "error.out-of-stock");
  const context = shopAs({ products: [aMug(2)] });
  equal(startPayment(sessionIn(context, session), null, context).refusal, undefined);
});

Deno.test("startPayment() names the other price when coins were spent elsewhere", () => {
  const shop: ShopState = { rules: { coin: COINS }, coins: 500 };
  const session = { ...verified(), choices: { coins: 300 } };
  const decision = pay({ before: shop, now: { ...shop, coins: 100 }, session });
  const message =
    "The order has changed since it was shown. The price is now 688.00 instead of 668.00";
  keepsAndRefuses(decision, "error.price-changed", message);
  deepEqual(decision.session.priced.coins.used, 100);
});

Deno.test("startPayment() names the other price when the shop changed its rules", () => {
  const session: SessionState = { choices: { address: anAddress() } };
  const before: ShopState = { rules: { shipping: [SHIPPING] } };
  const now: ShopState = { rules: { shipping: [shippingAt(0)] } };
  const message =
    "The order has changed since it was shown. The price is now 698.00 instead of 758.00";
  keepsAndRefuses(pay({ before, now, session }), "error.price-changed", message);
});

Deno.test("startPayment() goes through at the new price the next time", () => {
  const now = { products: [aMug(20)], coupons: [{ ...SAVE10, endsAt: NOW }] };
  const { session } = pay({ before: { coupons: [SAVE10] }, now, session: WITH_CODE });
  equal(startPayment(session, null, shopAs(now)).session.payment?.amount, 69_800);
});

Deno.test("startPayment() sees stock that came back, although the session was shown without", () => {
  const before = sessionIn(shopAs({ products: [aMug(1)] }));
  deepEqual(before.priced.lines.map(({ outOfStock }) => outOfStock), [true]);
  const { session } = startPayment(before, null, shopAs());
  deepEqual(session.priced.lines.map(({ outOfStock }) => outOfStock), [false]);
});

Deno.test("completeSession() checks everything anew as a payment does", () => {
  const cod = { fee: 4_000, min: 0, max: null, countries: [], prepaid: null };
  const before = sessionIn(shopAs({ rules: { cod }, coupons: [SAVE10] }), {
    choices: { method: "COD", codes: [entered(SAVE10, NOW)] },
  });
  const context = shopAs({ rules: { cod }, coupons: [{ ...SAVE10, endsAt: NOW }] });
  const decision = completeSession(before, null, context);
  const message = "Coupon SAVE10 has expired. The price is now 738.00 instead of 668.20";
  keepsAndRefuses(decision, "error.coupon-expired", message);
  deepEqual(decision.session.state, before.state);
});
