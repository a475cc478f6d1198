import { deepEqual, equal } from "node:assert/strict";
import type { CheckoutForm } from "../../../src/domain/shop/checkout_form.ts";
import { isPaying, payOnPage } from "../../../src/domain/steps/pay.ts";
import { aPayment, NOW } from "../../support/builders.ts";
import { COD, coupon, PARTIAL_COD, percent } from "../../support/shop.ts";
import { at, heldIn, keepsAndRefuses, refuses, sessionIn, shopAs, told } from "./cases.ts";

const PROVIDER = { paymentUrl: "https://pay.example/start" };
const MANUAL = { manual: { instructions: "Transfer it", upi: null, days: 2 } };

/** Shops, the method that the customer chose, and what paying 698.00 or 738.00 leads to. */
const CASES: readonly (readonly [
  what: string,
  checkout: Partial<CheckoutForm>,
  cod: typeof COD | null,
  expected: readonly [string, string, number | null, number | null],
])[] = [
  ["a provider", PROVIDER, null, ["IN_PROGRESS", "PENDING", 69_800, null]],
  ["manual payment", MANUAL, null, ["IN_PROGRESS", "PENDING", 69_800, NOW + 2 * 86_400_000]],
  ["both", { ...PROVIDER, ...MANUAL }, null, ["IN_PROGRESS", "PENDING", 69_800, null]],
  ["no payment, on delivery", {}, COD, ["COMPLETED", "DRAFT", null, null]],
  ["a provider, on delivery", PROVIDER, COD, ["COMPLETED", "DRAFT", null, null]],
  ["a provider, a prepaid part", PROVIDER, PARTIAL_COD, ["IN_PROGRESS", "PENDING", 7_380, null]],
];

for (const [what, checkout, cod, expected] of CASES) {
  Deno.test(`payOnPage() in a shop with ${what}`, () => {
    const context = shopAs({ checkout, rules: { cod } });
    const before = sessionIn(context, { choices: { method: cod === null ? null : "COD" } });
    const { session } = payOnPage(before, { total: before.priced.totals.totalPayable }, context);
    const { state, payment } = session;
    deepEqual(
      [state.session, state.payment, payment?.amount ?? null, payment?.dueAt ?? null],
      expected,
    );
  });
}

Deno.test("payOnPage() refuses to take money in a shop that takes none on its page", () => {
  const words = "The shop takes no payment on its checkout page";
  const context = shopAs({ rules: { cod: PARTIAL_COD } });
  refuses(
    () => payOnPage(sessionIn(context), { total: 69_800 }, context),
    "error.invalid-state",
    words,
  );
  const part = sessionIn(context, { choices: { method: "COD" } });
  refuses(() => payOnPage(part, { total: 73_800 }, context), "error.invalid-state", words);
});

Deno.test("payOnPage() places an order that costs nothing, in any shop", () => {
  const context = shopAs({ coupons: [coupon("FREE", percent(100))] });
  const decision = payOnPage(sessionIn(context), { total: 0 }, context);
  equal(decision.session.state.session, "COMPLETED");
  deepEqual(told(decision), ["payment.paid", "session.completed"]);
});

Deno.test("payOnPage() places the order whose prepaid part is paid", () => {
  const context = shopAs({ rules: { cod: PARTIAL_COD } });
  const before = heldIn(context, {
    ...at("IN_PROGRESS", "PAID"),
    payment: aPayment({ method: "COD", amount: 7_380, status: "PAID", holds: "held" }),
    amountPaid: 7_380,
    choices: { method: "COD" },
  });
  equal(payOnPage(before, { total: 73_800 }, context).session.state.session, "COMPLETED");
});

Deno.test("payOnPage() refuses another total than the page showed, and changes nothing", () => {
  const context = shopAs({ checkout: PROVIDER });
  for (const seen of [69_799, 69_801, 0]) {
    refuses(
      () => payOnPage(sessionIn(context), { total: seen }, context),
      "error.price-changed",
      "The order has changed since it was shown",
    );
  }
});

Deno.test("payOnPage() keeps the new price of an order that has changed by itself", () => {
  const context = shopAs({ checkout: PROVIDER, coupons: [coupon("AUTO", percent(10))] });
  const stored = sessionIn(shopAs({ checkout: PROVIDER }));
  const decision = payOnPage(stored, { total: 69_800 }, context);
  keepsAndRefuses(
    decision,
    "error.price-changed",
    "The order has changed since it was shown. The price is now 628.20 instead of 698.00",
  );
  equal(decision.session.priced.totals.totalPayable, 62_820);
});

Deno.test("isPaying() is true once paying again must change nothing", () => {
  const isDone = (state: ReturnType<typeof at>) => isPaying(sessionIn(shopAs(), state));
  equal(isDone(at("IN_PROGRESS", "PENDING")), true);
  equal(isDone(at("COMPLETED", "DRAFT")), true);
  equal(isDone(at("COMPLETED", "PAID")), true);
  equal(isDone(at("ABANDONED", "DRAFT")), true);
  equal(isDone(at("INITIATED", "DRAFT")), false);
  equal(isDone(at("IN_PROGRESS", "FAILED")), false);
  equal(isDone(at("IN_PROGRESS", "PAID")), false);
});
