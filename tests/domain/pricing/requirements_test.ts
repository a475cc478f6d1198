import { deepEqual, equal } from "node:assert/strict";
import type { PaymentMethod, VerifyPhone } from "../../../src/domain/shop/merchant.ts";
import { completeSession } from "../../../src/domain/steps/ending.ts";
import { startPayment } from "../../../src/domain/steps/payment.ts";
import { choosePaymentMethod } from "../../../src/domain/steps/payment_method.ts";
import { COD, CODE, coupon, percent } from "../../support/shop.ts";
import { keepsAndRefuses, refuses, sessionIn, shopAs, verified } from "../steps/cases.ts";
import { entered, line, priced } from "./cases.ts";

/** Methods for which a shop with this rule requires a phone. */
const CASES: readonly (readonly [VerifyPhone, readonly (PaymentMethod | null)[]])[] = [
  ["never", []],
  ["cod", ["COD"]],
  ["always", [null, "PREPAID", "COD"]],
];

for (const [verifyPhone, methods] of CASES) {
  Deno.test(`price() requires a phone by the rule ${verifyPhone} and the chosen method`, () => {
    const required = (customerKnown: boolean) =>
      [null, "PREPAID" as const, "COD" as const].filter((method) =>
        priced([line(1, 10_000)], {
          shop: { verifyPhone, cod: COD },
          order: { method, customerKnown },
        }).requires.includes("phone")
      );
    deepEqual([required(false), required(true)], [methods, []]);
  });
}

Deno.test("price() requires a phone for a limit per customer whatever the rule", () => {
  const once = coupon("ONCE", percent(10), { ...CODE, usageLimitPerCustomer: 1 });
  const { requires } = priced([line(1, 10_000)], {
    coupons: [once],
    order: { codes: [entered(once, 1)] },
  });
  deepEqual(requires, ["phone"]);
});

const VERIFY = "Verify a phone number before payment";

Deno.test("startPayment() needs a verified phone where the shop's rule does, prepaid or free", () => {
  const context = shopAs({ rules: { verifyPhone: "always" } });
  const unknown = sessionIn(context);
  deepEqual(unknown.priced.requires, ["phone"]);
  refuses(() => startPayment(unknown, null, context), "error.phone-required", VERIFY);
  const free = shopAs({
    rules: { verifyPhone: "always" },
    coupons: [coupon("FREE", percent(100))],
  });
  refuses(() => startPayment(sessionIn(free), null, free), "error.phone-required", VERIFY);
  equal(
    startPayment(sessionIn(context, verified()), null, context).session.payment?.amount,
    69_800,
  );
});

Deno.test("completeSession() and a prepaid part need a verified phone with the rule cod", () => {
  const rules = { verifyPhone: "cod", cod: COD } as const;
  const context = shopAs({ rules });
  const prepaid = sessionIn(context);
  equal(startPayment(prepaid, null, context).session.payment?.amount, 69_800);
  const byCod = choosePaymentMethod(prepaid, "COD", context).session;
  deepEqual([prepaid.priced.requires, byCod.priced.requires], [[], ["phone"]]);
  refuses(() => completeSession(byCod, null, context), "error.phone-required", VERIFY);
  const known = sessionIn(context, { ...verified(), choices: { method: "COD" } });
  equal(completeSession(known, null, context).session.state.session, "COMPLETED");

  const partial = shopAs({ rules: { ...rules, cod: { ...COD, prepaid: percent(10) } } });
  const part = sessionIn(partial, { choices: { method: "COD" } });
  refuses(() => startPayment(part, null, partial), "error.phone-required", VERIFY);
});

Deno.test("startPayment() says another price before it asks for a phone", () => {
  const before = sessionIn(shopAs());
  const context = shopAs({
    rules: { verifyPhone: "always", tax: { rate: 100_000, included: false } },
  });
  keepsAndRefuses(
    startPayment(before, null, context),
    "error.price-changed",
    "The order has changed since it was shown. The price is now 767.80 instead of 698.00",
  );
  // A rule that is new since the session was shown counts as well.
  const rule = shopAs({ rules: { verifyPhone: "always" } });
  refuses(() => startPayment(before, null, rule), "error.phone-required", VERIFY);
});
