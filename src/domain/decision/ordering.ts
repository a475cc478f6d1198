import type { Change } from "../changes.ts";
import { completedEvent, type EventDraft } from "../events.ts";
import { placedOrder } from "../session/order.ts";
import type { CheckoutSession } from "../session/session.ts";
import { decided, type Decision, type StepContext } from "./decision.ts";
import { type CoinShift, settleAll, showingCoins, USE } from "./holds.ts";

/**
 * Makes the order of a completed session whose holds are complete.
 *
 * @param before changes of the steps before, and their events, made with the order; `coinsFrom` is
 *   where its coins are before this decision (default: held)
 */
export function ordered(
  session: CheckoutSession,
  context: StepContext,
  before: {
    readonly effects?: readonly Change[];
    readonly coinsFrom?: CoinShift["from"];
    readonly events?: (order: CheckoutSession) => readonly EventDraft[];
  } = {},
): Decision {
  const { payment } = session;
  const missing = payment?.late ?? null;
  const order = showingCoins(
    {
      ...session,
      payment: payment && { ...payment, holds: null },
      order: placedOrder(missing, { number: context.newOrderNumber(), placedAt: context.now }),
    },
    { from: before.coinsFrom ?? USE.from, to: USE.to },
    context,
  );
  return decided(order, {
    effects: [...before.effects ?? [], ...settleAll(session, context)],
    events: [...before.events?.(order) ?? [], completedEvent(order)],
    ...(missing !== null && { note: lateNote(order) }),
  });
}

/** Note for the operator about a late order. */
function lateNote({ order }: CheckoutSession): string {
  const shortfall = order?.shortfall ?? null;
  const missing = shortfall === null ? [] : [
    ...shortfall.coupons.map((code) => `a use of coupon ${code}`),
    ...shortfall.units.map(({ variantId, quantity }) => `${quantity} of variant ${variantId}`),
    ...(shortfall.coins === 0 ? [] : [`${shortfall.coins} coins`]),
  ];
  const told = "A late payment placed an order after its holds were released";
  return missing.length === 0 ? told : `${told}; missing: ${missing.join(", ")}`;
}
