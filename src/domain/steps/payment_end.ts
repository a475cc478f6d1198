import { AppError, shown } from "../errors.ts";
import { failedEvent } from "../events.ts";
import type { Payment } from "../payment.ts";
import type { CheckoutSession } from "../session.ts";
import { decided, type Decision, type StepContext, transition, updated } from "./decision.ts";
import { released } from "./holds.ts";

/**
 * The session's payment, if it is the one that is named.
 *
 * @throws {AppError} `error.payment-not-found`
 */
export function requirePayment({ payment }: CheckoutSession, id: string): Payment {
  if (payment !== null && payment.id === id) return payment;
  throw new AppError("error.payment-not-found", `The session has no such payment: ${shown(id)}`);
}

const STEPS = { REPORTED: "payment.failed", CANCELLED: "payment.cancel" } as const;

/** Ends a payment that is FAILED now: gives back what it held, and thaws the cart. */
export function ended(
  failed: CheckoutSession,
  reason: keyof typeof STEPS,
  context: StepContext,
): Decision {
  const { session, effects } = released(transition(failed, STEPS[reason]), context);
  return decided(session, { effects, events: [failedEvent(session, reason)] });
}

/** Whether a payment has failed already, however it came to that: to cancel it changes nothing. */
export function isCancelled({ payment }: CheckoutSession, paymentId: string): boolean {
  return payment?.id === paymentId && payment.status === "FAILED";
}

/**
 * Cancels a payment that is PENDING, also of a session that has ended.
 *
 * @throws {AppError} `error.invalid-state` once it is paid or the order is placed,
 *   `error.payment-not-found`
 */
export function cancelPayment(
  session: CheckoutSession,
  paymentId: string,
  context: StepContext,
): Decision {
  const isFinal = session.state.session === "COMPLETED" || session.state.payment === "PAID";
  if (isFinal) transition(session, STEPS.CANCELLED);
  const payment = requirePayment(session, paymentId);
  return ended(
    { ...session, payment: { ...payment, status: "FAILED" } },
    "CANCELLED",
    context,
  );
}

/**
 * Gives back what a payment holds whose result is overdue. The payment stays PENDING: when its
 * money comes after all it is a late order.
 */
export function releasePayment(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  const { session: after, effects } = released(transition(session, "payment.release"), context);
  return updated(after, "payment-released", { effects });
}
