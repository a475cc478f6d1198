import { decided, type Decision, transition } from "../decision/decision.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Minor } from "../values/money.ts";

/** The fee of money that a provider took, as it tells it. */
export interface FoundFee {
  /** The provider's reference of the money. */
  readonly reference: string;
  readonly currencyCode: string;
  readonly fee: Minor;
}

/** True if an order has this fee, or did not take this money. */
export function isFeeKnown(
  { order, payment }: CheckoutSession,
  { reference, currencyCode, fee }: FoundFee,
): boolean {
  return order === null || payment?.reference !== reference ||
    payment.currencyCode !== currencyCode || payment.fee === fee;
}

/** Notes the fee with the payment of an order. It is no event: nothing of the order changes. */
export function recordFee(session: CheckoutSession, { fee }: FoundFee): Decision {
  const after = transition(session, "refund.settle");
  return decided({ ...after, payment: after.payment && { ...after.payment, fee } }, {
    events: [],
  });
}
