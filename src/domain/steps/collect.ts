import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { earnCoins, earnedCoins } from "../decision/holds.ts";
import { AppError } from "../errors.ts";
import { sessionEvent } from "../events.ts";
import { hasCoins } from "../pricing/coins.ts";
import { wasCancelled } from "../session/order.ts";
import { returnedUnits, shareOf } from "../session/refundable.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { withCoins } from "../shop/customer.ts";
import { formatMajor, type Minor } from "../values/money.ts";

/** Cash to record, and the coins earned so far, by the ledger. */
export interface Collection {
  readonly amount: Minor;
  readonly coinsEarned: number;
}

/**
 * Records cash received for an order after it was placed. The amount paid grows, and the order
 * earns the remaining coins. Only once per order, because a second call is as likely a repeat as
 * another instalment.
 *
 * @throws {AppError} `error.invalid-state` without an order or if it was cancelled,
 *   `error.conflict` if cash is already recorded, `error.payment-mismatch` for more than is due
 */
export function collectCash(
  session: CheckoutSession,
  { amount, coinsEarned }: Collection,
  context: StepContext,
): Decision {
  const { id, state, priced: { totals, coins } } = session;
  const { currency } = orderOf(session);
  const money = (minor: Minor) => `${formatMajor(minor, currency)} ${currency.code}`;
  if (state.session !== "COMPLETED") {
    throw new AppError("error.invalid-state", `Session ${id} is not an order: ${state.session}`);
  }
  if (wasCancelled(session.order)) {
    throw new AppError("error.invalid-state", "The order was cancelled: nothing is due");
  }
  if (session.collected !== null) {
    const message = `Cash is already recorded for this order: ${money(session.collected.amount)}`;
    throw new AppError("error.conflict", message);
  }
  const due = totals.totalPayable - session.amountPaid;
  if (amount < 1 || amount > due) {
    const message = due === 0
      ? `Nothing is due for this order, got ${money(amount)}`
      : `The amount must be more than 0 and at most ${money(due)}, got ${money(amount)}`;
    throw new AppError("error.payment-mismatch", message);
  }
  const amountPaid = session.amountPaid + amount;
  const paid = transition({
    ...session,
    amountPaid,
    collected: { amount, at: context.now },
    priced: { ...session.priced, totals: { ...totals, amountPaid } },
  }, "order.collect");
  // Orders of earlier versions have already earned all coins; goods that came back earn none.
  const inAll = earnedCoins(paid);
  const back = shareOf(paid, returnedUnits(paid), { used: 0, earned: inAll }).earned;
  const earned = Math.max(0, inAll - back - coinsEarned);
  const { available } = withCoins(context.rules.coinBalance, earned);
  const shown = hasCoins(session.priced.coinProgram) ? { ...coins, available } : coins;
  const after = { ...paid, priced: { ...paid.priced, coins: shown } };
  const amountCollected = formatMajor(amount, currency);
  return decided(after, {
    effects: earnCoins(paid, context, { coins: earned, reason: "earn-collected" }),
    events: [sessionEvent("order.collected", after, { amount_collected: amountCollected })],
  });
}
