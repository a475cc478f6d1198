import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { HOLD, holdAll, released, showingCoins } from "../decision/holds.ts";
import { ordered } from "../decision/ordering.ts";
import { revalidated } from "../decision/revalidate.ts";
import { AppError } from "../errors.ts";
import { sessionEvent } from "../events.ts";
import type { CheckoutSession } from "../session/session.ts";

/**
 * Places a cash-on-delivery order, after its prepaid part if it has one.
 *
 * @throws {AppError} `error.cod-not-available` when cash on delivery was not chosen,
 *   `error.payment-required` while the prepaid part is due, and whatever starting a payment can
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
  // Nothing of an earlier, failed payment belongs to this order.
  const order = transition({ ...checked.session, payment: null }, "order.place");
  return ordered(showingCoins(order, HOLD), context, { effects: holdAll(order, context) });
}

/** Gives the checkout up and everything back that it had set aside. */
export function abandonSession(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  return givenUp(transition(session, "session.abandon"), context);
}

/** Ends a session that was idle too long; one whose prepaid part is paid becomes its order. */
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
