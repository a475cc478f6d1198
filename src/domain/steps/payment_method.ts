import {
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError } from "../errors.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { PaymentMethod } from "../shop/merchant.ts";
import type { PayWay } from "../shop/pay_ways.ts";

/**
 * Sets the payment method, whose offer applies from then on, and the way to pay it.
 *
 * @param choice a method alone leaves the way to the shop's order
 * @throws {AppError} `error.cod-not-available`
 */
export function choosePaymentMethod(
  session: CheckoutSession,
  choice: PaymentMethod | PayWay,
  context: StepContext,
): Decision {
  const next = transition(session, "payment_method.choose");
  const method = choice === "COD" ? "COD" : "PREPAID";
  const way = choice === "PREPAID" || choice === "COD" ? null : choice;
  const priced = reprice({ ...next, choices: { ...next.choices, method, way } }, context);
  if (priced.choices.method !== method) {
    throw new AppError(
      "error.cod-not-available",
      "Cash on delivery is not available for this cart",
    );
  }
  return updated(priced, "payment-method");
}
