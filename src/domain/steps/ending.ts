import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { HOLD, holdAll, released } from "../decision/holds.ts";
import { ordered } from "../decision/ordering.ts";
import { revalidated } from "../decision/revalidate.ts";
import { AppError } from "../errors.ts";
import { sessionEvent } from "../events.ts";
import { wasCancelled } from "../session/order.ts";
import type { CheckoutSession } from "../session/session.ts";

/** True for an order that was placed by its prepaid part: completing it changes nothing. */
export function isPlacedByPart({ state, payment, order }: CheckoutSession): boolean {
  return state.session === "COMPLETED" && payment?.method === "COD" && !wasCancelled(order);
}

/**
 * Places a cash-on-delivery order without a prepaid part, or whose part was paid under an earlier
 * version: now the part places the order.
 *
 * @throws {AppError} `error.cod-not-available` if cash on delivery was not chosen,
 *   `error.payment-required` while the prepaid part is due, and the errors of a revalidation
 */
export function completeSession(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  const placed = transition(session, "order.place");
  if (session.state.payment === "PAID") return ordered(placed, context);
  const checked = revalidated(session, "complete", context);
  if (checked.refusal !== undefined) return checked;
  const { codOrder, isPartialCod } = checked.session.priced.totals;
  if (!codOrder) {
    throw new AppError("error.cod-not-available", "Cash on delivery is not chosen for this order");
  }
  if (isPartialCod) {
    throw new AppError("error.payment-required", "The prepaid part must be paid first");
  }
  // An earlier failed payment is not part of this order.
  const order = transition({ ...checked.session, payment: null }, "order.place");
  return ordered(order, context, { effects: holdAll(order, context), coinsFrom: HOLD.from });
}

/** Abandons the checkout and releases its holds. */
export function abandonSession(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  return givenUp(transition(session, "session.abandon"), context);
}

/** Expires an idle session; with a paid prepaid part it becomes an order. */
export function expireSession(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  const ended = transition(session, "session.expire");
  return ended.state.session === "COMPLETED" ? ordered(ended, context) : givenUp(ended, context);
}

function givenUp(ended: CheckoutSession, context: StepContext): Decision {
  const { session, effects } = released(ended, context);
  return decided(session, { effects, events: [sessionEvent("session.abandoned", session, {})] });
}
