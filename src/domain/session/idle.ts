import { heldSince } from "./payment.ts";
import type { CheckoutSession } from "./session.ts";

/** True if a phone number or an e-mail of the customer is known. */
export function isReachable({ customer, buyer, choices: { address } }: CheckoutSession): boolean {
  // An erased customer has an empty number.
  return (customer?.phone ?? "") !== "" || buyer.email !== null || address !== null;
}

/**
 * True if inactivity must be reported: the session is open, its customer reachable, no payment
 * under way and nothing reported before.
 */
export function awaitsIdle(session: CheckoutSession): boolean {
  const { state, payment, recovery } = session;
  const isOpen = state.session === "INITIATED" || state.session === "IN_PROGRESS";
  return isOpen && recovery.idleAt === null && !recovery.closed && state.payment !== "PAID" &&
    heldSince(payment) === null && isReachable(session);
}
