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

/**
 * Sets the payment method, whose offer applies from then on.
 *
 * @throws {AppError} `error.cod-not-available`
 */
export function choosePaymentMethod(
  session: CheckoutSession,
  method: PaymentMethod,
  context: StepContext,
): Decision {
  const next = transition(session, "payment_method.choose");
  const priced = reprice({ ...next, choices: { ...next.choices, method } }, context);
  if (priced.choices.method !== method) {
    throw new AppError(
      "error.cod-not-available",
      "Cash on delivery is not available for this cart",
    );
  }
  return updated(priced, "payment-method");
}
