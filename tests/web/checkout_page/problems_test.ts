import { doesNotMatch, equal, match, notEqual } from "node:assert/strict";
import { ERROR_CODES } from "../../../src/domain/errors.ts";
import { price } from "../../../src/domain/pricing/price.ts";
import { orderOf } from "../../../src/domain/session/session.ts";
import type { Coupon } from "../../../src/domain/shop/coupon.ts";
import type { CheckoutModel, Problem } from "../../../src/web/checkout_page/checkout/model.ts";
import { problemText, reasonText } from "../../../src/web/checkout_page/checkout/problems.ts";
import { viewOf } from "../../../src/web/checkout_page/checkout/view.ts";
import { wordingFor } from "../../../src/web/page/language.ts";
import { NOW, uuid } from "../../support/builders.ts";
import { percent } from "../../support/shop.ts";
import { shopAs } from "../../domain/steps/cases.ts";
import { aModel, BIG, CODE } from "./models.ts";
import { LANGUAGES } from "../../support/languages.ts";

const viewIn = (language: string, model: CheckoutModel = aModel()) =>
  viewOf(wordingFor(language), model);
const aProblem = (over: Partial<Problem>): Problem => ({
  part: "review",
  code: "error.internal",
  message: "",
  ...over,
});

/** The text of the reason for which the rules let an entered code rest. */
function textOfResting(coupons: readonly Coupon[], language: string): string {
  const model = aModel();
  const entered = coupons.filter(({ applicationType }) => applicationType === "CODE");
  const codes = entered.map(({ id }) => ({ couponId: id, enteredAt: NOW, previousCode: null }));
  const { rules } = shopAs({ coupons });
  const order = { ...orderOf(model.session), codes };
  const { resting: [first] } = price(order, { ...rules, atPayment: false }, NOW);
  return reasonText(first!.reason, first!.message, viewIn(language, model));
}

Deno.test("reasonText() has the amounts of the rules, as the page writes amounts", () => {
  const few = { ...CODE, minQuantity: 5 };
  const better = { ...CODE, id: uuid<Coupon["id"]>(31), code: "B", combine: false };
  const worse = { ...better, id: uuid<Coupon["id"]>(32), code: "W", discount: percent(5) };
  equal(textOfResting([BIG], "en"), "Add ₹3,501.00 more to your cart to use this code.");
  match(textOfResting([BIG], "ar"), /3,501\.00/);
  equal(textOfResting([few], "en"), "Add 2 more items to use this code.");
  equal(
    textOfResting([{ ...better, applicationType: "AUTOMATIC" }, worse], "en"),
    "This code would save ₹74.95. You save ₹149.90 already.",
  );
});

Deno.test("problemText() names the time to wait", () => {
  const waiting = aProblem({ code: "error.otp-rate-limited", retryAfterSeconds: 30 });
  equal(
    problemText(waiting, viewIn("en")),
    "A code was sent a moment ago. Try again in 30 seconds.",
  );
  const long = { ...waiting, retryAfterSeconds: 4_000 };
  match(problemText(long, viewIn("en")), /in 67 minutes/);
  match(problemText({ ...waiting, retryAfterSeconds: 80_000 }, viewIn("en")), /in 23 hours/);
});

Deno.test("problemText() says what is wrong with a field", () => {
  const wrong = aProblem({ part: "address", field: "city", code: "error.invalid-request" });
  equal(problemText(wrong, viewIn("en")), "Enter the city.");
  notEqual(problemText({ ...wrong, field: "x" }, viewIn("en")), "Enter the city.");
});

for (const language of LANGUAGES) {
  Deno.test(`problemText() has a text for every error in ${language}, and shows no code`, () => {
    for (const code of ERROR_CODES) {
      const text = problemText(aProblem({ code, message: "<b>internal</b>" }), viewIn(language));
      match(text, /^.{8,}[.؟]$/u);
      doesNotMatch(text, /error\.|internal/);
    }
  });
}
