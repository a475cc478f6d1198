import type { Change } from "../changes.ts";
import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import {
  coinsInAll,
  coinsOf,
  newShare,
  NO_COINS,
  rowOf,
  showingBack,
  takeBack,
} from "../decision/give_back.ts";
import {
  nothingToRefund,
  type RefundTerms,
  requireLeft,
  requireLines,
  requireNewReference,
  requirePossible,
  requireUndisputed,
} from "../decision/refund_terms.ts";
import { isPaidByHand, type MoneyOf, refundable, unreturnedLines } from "../session/refundable.ts";
import { dailyLimit, withinDay } from "../daily_limits.ts";
import { AppError } from "../errors.ts";
import { refundEvent } from "../events.ts";
import { type PlacedOrder, requireOrder, wasCancelled } from "../session/order.ts";
import type { Refund, ReturnedLine } from "../session/refund.ts";
import type { CheckoutSession } from "../session/session.ts";
import type { Minor } from "../values/money.ts";

/** Most refunds of one order that have not failed: its document is bounded. */
export const MAX_REFUNDS = 100;

/** Goods that come back, and the price that was paid for them. */
export interface Proposal {
  readonly lines: readonly ReturnedLine[];
  /** Not more than the order has left to give back. */
  readonly amount: Minor;
}

/**
 * The price that was paid for lines, as far as the order still has it; with no lines for all that is
 * left.
 *
 * @param lines null for all goods that have not come back
 * @throws {AppError} as {@link refundOrder}
 */
export function proposedRefund(
  session: CheckoutSession,
  lines: readonly ReturnedLine[] | null,
): Proposal {
  const { payment, cash } = refundable(session);
  if (lines === null) {
    const back = wasCancelled(session.order) ? [] : unreturnedLines(session);
    return { lines: back, amount: payment + cash };
  }
  const { money } = newShare(session, requireLines(session, lines), { used: 0, earned: 0 });
  return { lines, amount: Math.min(money, payment + cash) };
}

/**
 * Gives money back, and takes goods back. An amount alone moves money only. Lines also give back
 * their units, and their part of the coins that the order used and earned; the last line gives back
 * the uses of coupons. Money that came by a payment goes first, then cash.
 *
 * The sum of all refunds that have not failed, and of disputes that are open or lost, is never more
 * than the order took.
 *
 * @throws {AppError} `error.invalid-state` without an order, `error.invalid-request` for lines that it
 *   does not have, `error.refund-exceeded`, `error.payment-disputed`, `error.conflict` after
 *   {@link MAX_REFUNDS}
 */
export function refundOrder(
  session: CheckoutSession,
  request: RefundTerms,
  context: StepContext,
): Decision {
  const before = transition(session, "order.refund");
  const order = requireOrder(before);
  const isAll = request.all && !wasCancelled(order);
  const lines = isAll ? unreturnedLines(session) : requireLines(session, request.lines);
  requireUndisputed(order, request);
  const share = newShare(session, lines, coinsInAll(session, request.facts.coins));
  const left = refundable(session);
  const most = left.payment + left.cash;
  const amount = request.amount ?? (request.all ? most : Math.min(share.money, most));
  if (amount === 0 && lines.length === 0) throw nothingToRefund(session, request);
  requireLeft(session, amount, most);
  const parts = inParts(session, amount, left);
  const atProvider = parts.find((part) => !isPaidByHand(session, part))?.amount ?? 0;
  requirePossible(session, request, atProvider);
  requireNewReference(order.refunds, request.reference, request.facts.isMadeThere);
  const moved = coinsOf(share, context);
  const refunds = parts.map((part, i): Refund => {
    const isFirst = i === 0;
    // A refund without money is done: goods came back, and a fee for them was all of their price.
    const reference = part.amount > 0 || isPaidByHand(session, part) ? request.reference : null;
    const isDone = part.amount === 0 || reference !== null;
    return {
      id: context.newId(),
      ...part,
      proposed: isFirst ? share.money : 0,
      lines: isFirst ? lines : [],
      coins: isFirst ? moved : NO_COINS,
      reason: request.reason,
      by: request.by,
      reference,
      state: isDone ? "DONE" : "REQUESTED",
      origin: "OURS",
      at: context.now,
      settledAt: isDone ? context.now : null,
      failure: null,
    };
  });
  requireRoom(order, refunds.length);
  const shown = moved === NO_COINS ? before : showingBack(before, moved, context);
  const after: CheckoutSession = {
    ...shown,
    order: { ...order, refunds: [...order.refunds, ...refunds] },
  };
  return decided(after, {
    effects: [
      ...takeBack(after, { id: refunds[0]!.id, lines, moved }, context),
      ...withinDay(dailyLimit("refunds", context.merchant, context.now), amount),
      ...refunds.map((refund) => added(after, refund, request)),
      // A reason may name the person of an order that was erased before.
      ...(request.reason === null
        ? []
        : [{ kind: "session.retain" as const, sessionId: session.id }]),
    ],
    events: refunds.flatMap((refund) => [
      refundEvent("refund.requested", after, refund),
      ...(refund.state === "DONE" ? [refundEvent("refund.done", after, refund)] : []),
    ]),
  });
}

function added(
  after: CheckoutSession,
  refund: Refund,
  { allowance, facts }: RefundTerms,
): Change {
  const row = rowOf(after, refund, allowance?.personId);
  // The provider knows nothing of money that the shop has paid back itself.
  const isByHand = refund.reference !== null && !facts.isMadeThere(refund.reference);
  return {
    kind: "refund.add",
    refund: isByHand ? { ...row, accountId: null, charge: null, nextTryAt: null } : row,
    ...(allowance && { allowance }),
  };
}

/** @throws {AppError} `error.conflict` after {@link MAX_REFUNDS} */
function requireRoom({ refunds }: PlacedOrder, added: number): void {
  const standing = refunds.filter(({ state }) => state !== "FAILED").length;
  if (standing + added <= MAX_REFUNDS) return;
  throw new AppError("error.conflict", `An order has at most ${MAX_REFUNDS} refunds`);
}

type Part = Pick<Refund, "amount" | "paymentId">;

/** Of the payment first, then of the cash; one of 0 for goods alone. */
function inParts(
  { payment }: CheckoutSession,
  amount: Minor,
  left: MoneyOf,
): readonly [Part, ...Part[]] {
  const byPayment = Math.min(amount, left.payment);
  const first = { amount: byPayment, paymentId: payment?.id ?? null };
  const cash = { amount: amount - byPayment, paymentId: null };
  if (cash.amount === 0) return [first];
  return byPayment === 0 ? [cash] : [first, cash];
}
