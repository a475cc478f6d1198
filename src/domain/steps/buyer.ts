import { type Decision, transition, updated } from "../decision/decision.ts";
import type { Buyer, CheckoutSession } from "../session/session.ts";

/**
 * Sets the buyer's name and e-mail. Without an e-mail that of the address is used; a name is not,
 * because the recipient may be someone else.
 */
export function setBuyer(session: CheckoutSession, { name, email }: Buyer): Decision {
  const next = transition(session, "buyer.set");
  const known = email ?? session.choices.address?.email ?? null;
  return updated({ ...next, buyer: { name, email: known } }, "buyer");
}
