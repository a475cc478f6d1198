import { deepEqual, equal } from "node:assert/strict";
import type { StepContext } from "../../../src/domain/decision/decision.ts";
import type { CouponId } from "../../../src/domain/ids.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { applyCoupon, removeCoupon } from "../../../src/domain/steps/coupons.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { entered } from "../pricing/cases.ts";
import { aMug, aPoster, CODE, coupon, fixed, gift, percent, STACKS } from "../../support/shop.ts";
import { at, inForce, refuses, sessionIn, shopAs, told } from "./cases.ts";

const SAVE10 = coupon("SAVE10", percent(10), CODE);
const SAVE5 = coupon("SAVE5", percent(5), CODE);
const JOINS = coupon("JOINS", fixed(1_000), { ...CODE, ...STACKS });
const JOINS2 = coupon("JOINS2", fixed(500), { ...CODE, ...STACKS });
const AUTO = coupon("AUTO", percent(8));
const FREEBIE = coupon("FREEBIE", fixed(0), { ...CODE, gift: gift(50_000, 1, 9) });

/** A session on 698.00 with a code applied to it, or several in turn. */
function applied(context: StepContext, ...codes: readonly string[]): CheckoutSession {
  return codes.reduce(
    (session, code) => applyCoupon(session, code, context).session,
    sessionIn(context),
  );
}

Deno.test("applyCoupon() finds a code in any case and with spaces around it", () => {
  for (const code of ["SAVE10", "save10", " Save10 "]) {
    const context = shopAs({ coupons: [SAVE10] });
    const decision = applyCoupon(sessionIn(context), code, context);
    deepEqual(inForce(decision.session), [["SAVE10", 6_980, null]]);
    equal(decision.session.priced.totals.totalPayable, 62_820);
    deepEqual(decision.session.choices.codes, [entered(SAVE10, NOW)]);
    deepEqual([told(decision), decision.effects], [["session.updated"], []]);
    deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
    equal(decision.session.version, 8);
  }
});

Deno.test("applyCoupon() shows what a limit per customer is worth before a phone is verified", () => {
  const own = { ...SAVE10, usageLimitPerCustomer: 1 };
  const context = shopAs({ coupons: [own] });
  deepEqual(inForce(applied(context, "SAVE10")), [["SAVE10", 6_980, null]]);
});

Deno.test("applyCoupon() lets a combinable code join combinable ones", () => {
  const auto = { ...AUTO, ...STACKS };
  const context = shopAs({ coupons: [JOINS, JOINS2, auto] });
  const session = applied(context, "JOINS", "JOINS2");
  // 8 % of 698.00 first: the engine's own has no time of application.
  deepEqual(inForce(session), [["AUTO", 5_584, null], ["JOINS", 1_000, null], [
    "JOINS2",
    500,
    null,
  ]]);
});

Deno.test("applyCoupon() puts a code in the place of an earlier one and names it", () => {
  const context = shopAs({ coupons: [SAVE5, SAVE10] });
  const session = applied(context, "SAVE10", "SAVE5");
  // The later one wins although it is worth less: it was asked for.
  deepEqual(inForce(session), [["SAVE5", 3_490, "SAVE10"]]);
  deepEqual(session.choices.codes, [entered(SAVE5, NOW, "SAVE10")]);
});

Deno.test("applyCoupon() puts a combinable code in the place of one that is not", () => {
  const context = shopAs({ coupons: [SAVE5, JOINS] });
  deepEqual(inForce(applied(context, "SAVE5", "JOINS")), [["JOINS", 1_000, "SAVE5"]]);
});

Deno.test("applyCoupon() names the latest of several codes that one replaces", () => {
  const context = shopAs({ coupons: [SAVE10, JOINS, JOINS2] });
  deepEqual(inForce(applied(context, "JOINS", "JOINS2", "SAVE10")), [["SAVE10", 6_980, "JOINS2"]]);
});

Deno.test("applyCoupon() replaces a code whose coupon is gone without naming it", () => {
  const gone = entered({ ...SAVE5, id: uuid<CouponId>(77) }, NOW - 1);
  const context = shopAs({ coupons: [JOINS] });
  const before = sessionIn(context, { choices: { codes: [gone] } });
  const { session } = applyCoupon(before, "JOINS", context);
  deepEqual(session.choices.codes, [entered(JOINS, NOW)]);
});

Deno.test("applyCoupon() names the automatic coupon that a code replaces", () => {
  const context = shopAs({ coupons: [SAVE10, AUTO] });
  deepEqual(inForce(sessionIn(context)), [["AUTO", 5_584, null]]);
  const session = applied(context, "SAVE10");
  deepEqual(inForce(session), [["SAVE10", 6_980, "AUTO"]]);
  deepEqual(session.choices.codes, [entered(SAVE10, NOW, "AUTO")]);
});

Deno.test("applyCoupon() lets only the new code name an automatic coupon, not one beside it", () => {
  const context = shopAs({ coupons: [SAVE10, AUTO, FREEBIE], products: [aMug(), aPoster()] });
  deepEqual(applied(context, "FREEBIE", "SAVE10").choices.codes, [
    entered(FREEBIE, NOW),
    entered(SAVE10, NOW, "AUTO"),
  ]);
});

Deno.test("applyCoupon() names no coupon when the automatic ones stay beside the code", () => {
  const context = shopAs({ coupons: [JOINS, { ...AUTO, ...STACKS }] });
  deepEqual(applied(context, "JOINS").choices.codes, [entered(JOINS, NOW)]);
});

Deno.test("applyCoupon() takes a code that is worth exactly as much", () => {
  const context = shopAs({ coupons: [coupon("EQUAL", percent(8), CODE), AUTO] });
  deepEqual(inForce(applied(context, "EQUAL")), [["EQUAL", 5_584, "AUTO"]]);
});

Deno.test("applyCoupon() keeps gift codes beside discount codes, whichever comes first", () => {
  const context = shopAs({ coupons: [SAVE10, SAVE5, FREEBIE], products: [aMug(), aPoster()] });
  for (const codes of [["FREEBIE", "SAVE10"], ["SAVE10", "FREEBIE"]]) {
    const session = applied(context, ...codes);
    deepEqual(inForce(session), [["SAVE10", 6_980, null], ["FREEBIE", 0, null]]);
    deepEqual(session.priced.offers.map(({ couponId }) => couponId), [FREEBIE.id]);
  }
  const replaced = applied(context, "SAVE10", "FREEBIE", "SAVE5");
  deepEqual(inForce(replaced), [["SAVE5", 3_490, "SAVE10"], ["FREEBIE", 0, null]]);
});

Deno.test("applyCoupon() takes a gift code although an automatic coupon takes money off", () => {
  const context = shopAs({ coupons: [AUTO, FREEBIE], products: [aMug(), aPoster()] });
  const session = applied(context, "FREEBIE");
  deepEqual(inForce(session), [["AUTO", 5_584, null], ["FREEBIE", 0, null]]);
});

Deno.test("applyCoupon() and removeCoupon() do not touch a cart that is being paid", () => {
  const context = shopAs({ coupons: [SAVE10] });
  const frozen = sessionIn(context, at("IN_PROGRESS", "PENDING"));
  const message = "A payment is pending: wait for its result or cancel it";
  refuses(() => applyCoupon(frozen, "SAVE10", context), "error.invalid-state", message);
  refuses(() => removeCoupon(frozen, "SAVE10", context), "error.invalid-state", message);
});

Deno.test("removeCoupon() takes a code back in any case, and what it replaced applies again", () => {
  const context = shopAs({ coupons: [SAVE10, AUTO] });
  const before = sessionIn(context, { choices: { codes: [entered(SAVE10, NOW, "AUTO")] } });
  const decision = removeCoupon(before, "save10", context);
  deepEqual(inForce(decision.session), [["AUTO", 5_584, null]]);
  deepEqual(decision.session.choices.codes, []);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  equal(decision.session.version, 8);
});

Deno.test("removeCoupon() leaves the other codes", () => {
  const context = shopAs({ coupons: [JOINS, JOINS2] });
  const { session } = removeCoupon(applied(context, "JOINS", "JOINS2"), "JOINS", context);
  deepEqual(session.choices.codes, [entered(JOINS2, NOW)]);
});

Deno.test("removeCoupon() takes back a code whose coupon is gone but still in the price", () => {
  const before = applied(shopAs({ coupons: [SAVE10] }), "SAVE10");
  const { session } = removeCoupon(before, "save10", shopAs());
  deepEqual([session.choices.codes, inForce(session)], [[], []]);
});

Deno.test("removeCoupon() refuses what was not entered", () => {
  const context = shopAs({ coupons: [SAVE10, AUTO] });
  for (const code of ["SAVE10", "AUTO", "NOPE"]) {
    refuses(
      () => removeCoupon(sessionIn(context), code, context),
      "error.coupon-not-found",
      `Coupon ${code} does not exist`,
    );
  }
});

Deno.test("removeCoupon() takes the gifts of a gift code with it", () => {
  const context = shopAs({ coupons: [FREEBIE], products: [aMug(), aPoster()] });
  const poster = aPoster();
  const claim = {
    couponId: FREEBIE.id,
    productId: poster.productId,
    variantId: poster.variants[0]!.variantId,
    quantity: 1,
  };
  const before = sessionIn(context, {
    choices: { codes: [entered(FREEBIE, NOW)], claims: [claim] },
  });
  equal(before.priced.lines.length, 2);
  const { session } = removeCoupon(before, "FREEBIE", context);
  deepEqual([session.choices.claims, session.priced.lines.length], [[], 1]);
});
