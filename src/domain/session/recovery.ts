import type { SessionId } from "../ids.ts";
import { heldSince } from "./payment.ts";
import type { CheckoutSession } from "./session.ts";

/** Ways in which a customer comes back by a recovery link: to a session, or as a new one. */
export const RETURNS = ["RESUMED", "REOPENED"] as const;
/** One of {@link RETURNS}. */
export type Return = (typeof RETURNS)[number];

/** Inactivity of a session's customer, and the return by a link. */
export interface Recovery {
  /** Time of the `session.idle` event; null without one. */
  readonly idleAt: number | null;
  /** `REOPENED` if the session was made from another one's cart; null without a return. */
  readonly returned: Return | null;
  /** The session that was made from this one's cart; null for none. */
  readonly reopenedAs: SessionId | null;
  /** True if its link must not work any more: personal data was erased. */
  readonly closed: boolean;
}

/** A session that was never idle. */
export const NO_RECOVERY: Recovery = {
  idleAt: null,
  returned: null,
  reopenedAs: null,
  closed: false,
};

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
