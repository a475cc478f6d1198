import { hash } from "node:crypto";
import type { Decision, StepContext } from "../decision/decision.ts";
import { essenceOf } from "../decision/revalidate.ts";
import { AppError } from "../errors.ts";
import { isOpen } from "../session/lifecycle.ts";
import type { CheckoutSession } from "../session/session.ts";
import { prepaidWays, wayOf } from "../shop/pay_ways.ts";
import type { Minor } from "../values/money.ts";
import { completeSession } from "./ending.ts";
import { type PaymentTerms, startPayment } from "./payment.ts";

/** An order as the page showed it, and who takes its payment. */
export interface SeenOrder {
  /** Of a provider of the server (default: none). */
  readonly terms?: PaymentTerms | null;
  /** Total payable. */
  readonly total: Minor;
  /** Its {@link orderMark}; absent for the total alone. */
  readonly mark?: string | undefined;
  /** The way by which it is paid; absent on pages of earlier versions. */
  readonly way?: string | undefined;
}

/**
 * A short text that differs for another order, also at the same total: other goods, another way to
 * pay or to ship, another address. A second tab or the shop's backend may have changed it.
 */
export function orderMark(session: CheckoutSession): string {
  const { address, way } = session.choices;
  const order = JSON.stringify([essenceOf(session), address, ...(way === null ? [] : [way])]);
  return hash("sha256", order, "base64url").slice(0, 16);
}

/**
 * Orders on the checkout page: places an order that is paid on delivery, and starts the payment of
 * any other. A prepaid part that was paid under an earlier version waits for its order.
 *
 * @throws {AppError} `error.price-changed` for another order than was seen, or if the shop has given
 *   up the way to pay it; `error.invalid-state` if the shop takes no payment on its page, and the
 *   errors of {@link startPayment} and of {@link completeSession}
 */
export function payOnPage(
  session: CheckoutSession,
  seen: SeenOrder,
  context: StepContext,
): Decision {
  const { state, priced: { totals } } = session;
  const isSeen = totals.totalPayable === seen.total &&
    (seen.mark === undefined || seen.mark === orderMark(session));
  if (!isSeen) {
    throw new AppError("error.price-changed", "The order has changed since it was shown");
  }
  const isPlaced = state.payment === "PAID" || (totals.codOrder && !totals.isPartialCod);
  if (isPlaced) return completeSession(session, null, context);
  const { checkout } = context.merchant;
  const { terms = null } = seen;
  const { way: chosen } = session.choices;
  const way = wayOf(chosen, prepaidWays(checkout, terms !== null));
  if (totals.totalPayable > 0) {
    if (way === null) {
      throw new AppError("error.invalid-state", "The shop takes no payment on its checkout page");
    }
    if (way !== (chosen ?? way) || way !== (seen.way ?? way)) {
      const message = "The shop has given up the way to pay that was shown: choose again";
      throw new AppError("error.price-changed", message);
    }
  }
  return startPayment(session, way === "MANUAL" ? checkout.manual : terms, context);
}

/** True if paying again changes nothing: the payment is pending, or the session has ended. */
export function isPaying({ state }: CheckoutSession): boolean {
  return state.payment === "PENDING" || !isOpen(state);
}
