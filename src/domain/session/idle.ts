import { contactOf } from "../customer_message.ts";
import { CHANNEL_KINDS } from "../shop/message.ts";
import { isOpen } from "./lifecycle.ts";
import { isAwaited } from "./payment.ts";
import type { CheckoutSession } from "./session.ts";

/** True if a phone number or an e-mail of the customer is known. */
export function isReachable(session: CheckoutSession): boolean {
  return CHANNEL_KINDS.some((kind) => contactOf(kind, session) !== undefined);
}

/**
 * True if inactivity must be reported: the session is live and open, its customer reachable, no payment
 * under way and nothing reported before.
 */
export function awaitsIdle(session: CheckoutSession): boolean {
  const { state, payment, recovery, livemode } = session;
  return livemode && isOpen(state) && recovery.idleAt === null && !recovery.closed &&
    state.payment !== "PAID" &&
    !isAwaited(payment) && isReachable(session);
}
