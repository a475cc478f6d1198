import { equal } from "node:assert/strict";
import type { Payment } from "../../../src/domain/session/payment.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import {
  isRepeatedResult,
  type PaymentResult,
  reportPaymentResult,
} from "../../../src/domain/steps/payment_result.ts";
import { currencyOf, formatMajor } from "../../../src/domain/values/money.ts";
import { aPayment, uuid } from "../../support/builders.ts";
import { at, refuses, sessionIn, shopAs } from "./cases.ts";

/** A session whose payment of 598.20 is pending, unless told otherwise. */
function paying(
  payment: Payment | null = aPayment(),
  state: ReturnType<typeof at> = at("IN_PROGRESS", "PENDING"),
): CheckoutSession {
  return sessionIn(shopAs(), { ...state, payment });
}

function aResult(over: Partial<PaymentResult> = {}): PaymentResult {
  const { id: paymentId, amount } = aPayment();
  const told = { amount, currencyCode: "INR", reference: "pay_1", ...over };
  const amountText = told.amount === null ? null : formatMajor(told.amount, currencyOf("INR"));
  return { paymentId, status: "PAID", amountText, ...told };
}

/** Results that do not fit the payment, and their messages. */
const MISMATCHES: readonly [string, Partial<PaymentResult>, string][] = [
  ["less", { amount: 59_819 }, "598.19 INR"],
  ["more", { amount: 59_821 }, "598.21 INR"],
  ["a hundred times as much", { amount: 5_982_000 }, "59820.00 INR"],
  ["nothing", { amount: 0 }, "0.00 INR"],
  ["no amount", { amount: null }, "none"],
  ["another currency", { currencyCode: "USD" }, "598.20 USD"],
  ["a currency that is none", { currencyCode: "usd\u202e" }, "598.20 usd?"],
];

for (const [what, over, told] of MISMATCHES) {
  Deno.test(`reportPaymentResult() refuses a PAID that names ${what}`, () => {
    refuses(
      () => reportPaymentResult(paying(), aResult(over), shopAs()),
      "error.payment-mismatch",
      `The amount must be 598.20 INR, got ${told}`,
    );
  });
}

Deno.test("reportPaymentResult() takes a result that leaves the currency to the session", () => {
  const { session } = reportPaymentResult(paying(), aResult({ currencyCode: null }), shopAs());
  equal(session.state.payment, "PAID");
});

Deno.test("reportPaymentResult() takes a FAILED without an amount, but not with another one", () => {
  const failed = (amount: number | null, currencyCode: string | null = null) =>
    reportPaymentResult(paying(), aResult({ status: "FAILED", amount, currencyCode }), shopAs())
      .session;
  equal(failed(null).state.payment, "FAILED");
  equal(failed(59_820, "INR").state.payment, "FAILED");
  const mismatch = "error.payment-mismatch";
  refuses(() => failed(1), mismatch, "The amount must be 598.20 INR, got 0.01 INR");
  refuses(() => failed(null, "USD"), mismatch, "The amount must be 598.20 INR, got none");
});

Deno.test("reportPaymentResult() refuses a late result of another amount as well", () => {
  const ended = paying(aPayment(), at("ABANDONED", "PENDING"));
  refuses(
    () => reportPaymentResult(ended, aResult({ amount: 1 }), shopAs()),
    "error.payment-mismatch",
    "The amount must be 598.20 INR, got 0.01 INR",
  );
});

Deno.test("reportPaymentResult() refuses a payment that the session does not have", () => {
  const message = (id: string) => `The session has no payment with this id: ${id}`;
  const other = aResult({ paymentId: uuid(801) });
  const take = (session: CheckoutSession, result: PaymentResult) => () =>
    reportPaymentResult(session, result, shopAs());
  refuses(take(paying(), other), "error.payment-not-found", message(uuid(801)));
  const none = paying(null, at("IN_PROGRESS", "DRAFT"));
  refuses(take(none, aResult()), "error.payment-not-found", message(aPayment().id));
});

Deno.test("reportPaymentResult() refuses a result that contradicts the one before", () => {
  const known = (status: Payment["status"], state: ReturnType<typeof at>) =>
    paying(aPayment({ status }), state);
  const paid = known("PAID", at("COMPLETED", "PAID"));
  refuses(
    () => reportPaymentResult(paid, aResult({ status: "FAILED" }), shopAs()),
    "error.invalid-state",
    "The order is complete and cannot be changed",
  );
  const failed = known("FAILED", at("IN_PROGRESS", "FAILED"));
  refuses(
    () => reportPaymentResult(failed, aResult(), shopAs()),
    "error.invalid-state",
    "This step is not allowed in this state: IN_PROGRESS, payment FAILED",
  );
});

Deno.test("isRepeatedResult() holds for a result that is known, of the same payment", () => {
  const settled = aPayment({ status: "PAID", reference: "pay_1" });
  const paid = paying(settled, at("COMPLETED", "PAID"));
  equal(isRepeatedResult(paid, aResult()), true);
  equal(isRepeatedResult(paid, aResult({ status: "FAILED" })), false);
  equal(isRepeatedResult(paid, aResult({ paymentId: uuid(801) })), false);
  equal(isRepeatedResult(paying(), aResult()), false);
  equal(isRepeatedResult(paying(null), aResult()), false);
  const failed = paying(aPayment({ status: "FAILED" }), at("IN_PROGRESS", "FAILED"));
  equal(isRepeatedResult(failed, aResult({ status: "FAILED", reference: "told again" })), true);
});

Deno.test("isRepeatedResult() refuses a second charge for a payment that is settled", () => {
  const settled = aPayment({ status: "PAID", reference: "pay_1" });
  refuses(
    () =>
      isRepeatedResult(paying(settled, at("COMPLETED", "PAID")), aResult({ reference: "pay_2" })),
    "error.payment-mismatch",
    "The payment was settled by another reference: pay_2",
  );
});

Deno.test("isRepeatedResult() refuses a known result that now names another amount", () => {
  const paid = paying(aPayment({ status: "PAID" }), at("COMPLETED", "PAID"));
  refuses(
    () => isRepeatedResult(paid, aResult({ amount: 59_821 })),
    "error.payment-mismatch",
    "The amount must be 598.20 INR, got 598.21 INR",
  );
});
