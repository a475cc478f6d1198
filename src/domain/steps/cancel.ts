import { unitsByVariant } from "../cart/cart.ts";
import type { Change } from "../changes.ts";
import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { coinsOf, moveBack, showingBack } from "../decision/give_back.ts";
import { CANCEL_DEBT, returnCoupons } from "../decision/holds.ts";
import { AppError } from "../errors.ts";
import { cancelledEvent } from "../events.ts";
import { type Cancellation, type PlacedOrder, requireOrder } from "../session/order.ts";
import { amountLeft, returnedGoods } from "../session/refundable.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { RefundTerms } from "../decision/refund_terms.ts";
import { refundOrder } from "./refund.ts";

/** Cancellation of an order, and its coins. */
export interface CancelRequest extends Pick<RefundTerms, "reason" | "facts"> {
  /** Gives back all money that is left, in the same commit; null to leave it. */
  readonly refund: Pick<RefundTerms, "reference" | "by" | "disputed" | "allowance"> | null;
}

/**
 * Cancels an order and gives back what it took: units return to the stock, uses to the coupons,
 * used coins to the customer. Coins that it earned are taken back; those that the customer no longer
 * has become a debt, or they could be spent on an order that is cancelled next.
 * Goods and coins that came back before are not given back again. The price and the amount paid
 * stay: `refund` says if the money goes back too, which is a refund of all that is left.
 *
 * @throws {AppError} `error.invalid-state` without an order, `error.conflict` if it was cancelled
 */
export function cancelOrder(
  session: CheckoutSession,
  { refund, ...request }: CancelRequest,
  context: StepContext,
): Decision {
  const cancelled = withoutRefund(session, request, context);
  if (refund === null || amountLeft(cancelled.session) === 0) return cancelled;
  const { version } = session;
  const all = { ...refund, ...request, amount: null, lines: [], all: true };
  // Two steps of the table, one change of the session.
  const refunded = refundOrder({ ...cancelled.session, version }, all, context);
  return {
    ...refunded,
    effects: [...cancelled.effects, ...refunded.effects],
    events: [...cancelled.events, ...refunded.events],
  };
}

function withoutRefund(
  session: CheckoutSession,
  { reason, facts: { coins } }: Pick<CancelRequest, "reason" | "facts">,
  context: StepContext,
): Decision {
  const before = session.order?.cancellation ?? null;
  if (before !== null) {
    const at = new Date(before.at).toISOString();
    throw new AppError("error.conflict", `The order was already cancelled: ${at}`);
  }
  const cancelled = transition(session, "order.cancel");
  const order = requireOrder(cancelled);
  const back = coinsOf(coins, context);
  const cancellation: Cancellation = {
    at: context.now,
    reason,
    coinsReturned: back.returned,
    coinsTakenBack: back.takenBack,
    coinsOwed: back.owed,
  };
  const shown = showingBack(cancelled, back, context);
  const after: CheckoutSession = { ...shown, order: { ...order, cancellation } };
  return decided(after, {
    effects: [
      ...returnCoupons(after),
      stockBack(after, order),
      ...moveBack(after, back, { reasons: CANCEL_REASONS, context }),
      // A reason may name the person of an order that was erased before.
      ...(reason === null ? [] : [{ kind: "session.retain", sessionId: session.id } as const]),
    ],
    events: [cancelledEvent(after, cancellation)],
  });
}

/** Reasons of the coins of a cancelled order in the ledger. */
const CANCEL_REASONS = { used: "cancel-used", earned: "cancel-earned", debt: CANCEL_DEBT };

function stockBack(session: CheckoutSession, order: PlacedOrder): Change {
  const { id: sessionId, merchantId } = session;
  const unrecorded = unrecordedUnits(session, order);
  return { kind: "stock.return", merchantId, sessionId, unrecorded };
}

/** Units of an order of an earlier version, less those that it lacks and those that came back. */
function unrecordedUnits(
  session: CheckoutSession,
  { salesRecorded, shortfall }: PlacedOrder,
): Extract<Change, { readonly kind: "stock.return" }>["unrecorded"] {
  if (salesRecorded) return [];
  const gone = [...shortfall?.units ?? [], ...returnedGoods(session)];
  const units = unitsByVariant(session.priced.lines, gone);
  return [...units].flatMap(([variantId, count]) => count > 0 ? [{ variantId, units: count }] : []);
}
