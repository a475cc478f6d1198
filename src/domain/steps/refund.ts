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
  isPaidByHand,
  type MoneyOf,
  type OrderCoins,
  refundable,
  unreturnedLines,
} from "../session/refundable.ts";
import { AppError, invalid, shown } from "../errors.ts";
import { refundEvent } from "../events.ts";
import type { RefundAllowance } from "../refund_change.ts";
import { type PlacedOrder, requireOrder, wasCancelled } from "../session/order.ts";
import type { Refund, ReturnedLine } from "../session/refund.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { formatMajor, type Minor } from "../values/money.ts";

/** Most refunds of one order that have not failed: its document is bounded. */
export const MAX_REFUNDS = 100;

/** Money, goods, or all that is left, to give back. */
export interface RefundTerms {
  /** Null for the price that was paid for the lines; with `all` for all money that is left. */
  readonly amount: Minor | null;
  readonly lines: readonly ReturnedLine[];
  /** True for all goods that have not come back, and all money that is left. */
  readonly all: boolean;
  readonly reason: string | null;
  /** Reference of money that the shop has paid back by hand; null if it is still to be paid. */
  readonly reference: string | null;
  /** The key, person or program that asks. */
  readonly by: string;
  /** True to refund a payment that is disputed. */
  readonly disputed: boolean;
  /** Limit of the person who asks, for a day; null for none. */
  readonly allowance: RefundAllowance | null;
  /** Of the order, by the ledger. */
  readonly coins: OrderCoins;
}

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
  const share = newShare(session, lines, coinsInAll(session, request.coins));
  const left = refundable(session);
  const most = left.payment + left.cash;
  const amount = request.amount ?? (request.all ? most : Math.min(share.money, most));
  if (amount === 0 && lines.length === 0) throw nothingLeft(session, request);
  requireLeft(session, amount, most);
  const parts = inParts(session, amount, left);
  if (request.reference !== null) requireByHand(session, parts);
  const moved = coinsOf(share, context);
  const refunds = parts.map((part, i): Refund => {
    const isFirst = i === 0;
    // A refund without money is done: goods came back, and a fee for them was all of their price.
    const isDone = part.amount === 0 || request.reference !== null && isPaidByHand(session, part);
    return {
      id: context.newId(),
      ...part,
      proposed: isFirst ? share.money : 0,
      lines: isFirst ? lines : [],
      coins: isFirst ? moved : NO_COINS,
      reason: request.reason,
      by: request.by,
      reference: isPaidByHand(session, part) ? request.reference : null,
      state: isDone ? "DONE" : "REQUESTED",
      origin: "OURS",
      at: context.now,
      settledAt: isDone ? context.now : null,
      failure: null,
    };
  });
  const standing = order.refunds.filter(({ state }) => state !== "FAILED").length;
  if (standing + refunds.length > MAX_REFUNDS) {
    throw new AppError("error.conflict", `An order has at most ${MAX_REFUNDS} refunds`);
  }
  const shown = moved === NO_COINS ? before : showingBack(before, moved, context);
  const after: CheckoutSession = {
    ...shown,
    order: { ...order, refunds: [...order.refunds, ...refunds] },
  };
  return decided(after, {
    effects: [
      ...takeBack(after, { id: refunds[0]!.id, lines, moved }, context),
      ...refunds.map((refund): Change => ({
        kind: "refund.add",
        refund: rowOf(after, refund, request.allowance?.personId),
        ...(request.allowance && { allowance: request.allowance }),
      })),
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

/** @throws {AppError} `error.invalid-request` for a line or units that the order does not have */
function requireLines(
  session: CheckoutSession,
  lines: readonly ReturnedLine[],
): readonly ReturnedLine[] {
  if (lines.length > 0 && wasCancelled(session.order)) {
    throw new AppError(
      "error.invalid-state",
      "The order was cancelled: its goods came back then, and only money can be refunded",
    );
  }
  const left = unreturnedLines(session);
  lines.forEach(({ line, quantity }, i) => {
    const path = `data.lines[${i}]`;
    if (session.priced.lines[line - 1] === undefined) {
      throw invalid(
        `${path}.line must be a line of the order, 1 to ${session.priced.lines.length}: ${line}`,
        `${path}.line`,
      );
    }
    if (lines.some((other, j) => j < i && other.line === line)) {
      throw invalid(`${path}.line must not be named twice: ${line}`, `${path}.line`);
    }
    const most = left.find((one) => one.line === line)?.quantity ?? 0;
    if (quantity > most) {
      throw invalid(
        `${path}.quantity must be at most ${most}, which have not come back: ${quantity}`,
        `${path}.quantity`,
      );
    }
  });
  return lines;
}

function requireLeft(session: CheckoutSession, amount: Minor, most: Minor): void {
  if (amount <= most) return;
  throw new AppError(
    "error.refund-exceeded",
    `The refund must be at most ${moneyOf(session, most)}, got ${moneyOf(session, amount)}`,
  );
}

/** @throws {AppError} `error.invalid-request` for a reference of money that a provider gives back */
function requireByHand(session: CheckoutSession, parts: readonly Part[]): void {
  if (parts.every((part) => part.amount === 0 || isPaidByHand(session, part))) return;
  throw invalid(
    "data.reference is of money that you have paid back: the provider gives this back itself",
    "data.reference",
  );
}

function nothingLeft(session: CheckoutSession, { amount, all }: RefundTerms): AppError {
  return amount === null && all
    ? new AppError("error.refund-exceeded", `Nothing is left to refund: ${session.id}`)
    : invalid("data.amount must be more than 0", "data.amount");
}

/** @throws {AppError} `error.payment-disputed` for money that the bank may take back as well */
function requireUndisputed(
  { disputes }: PlacedOrder,
  { disputed, amount }: RefundTerms,
): void {
  const open = disputes.find(({ status }) => status === "OPEN");
  if (open === undefined || disputed || amount === 0) return;
  throw new AppError(
    "error.payment-disputed",
    "The customer's bank may take this money back too, so it could go back twice. Refund it only " +
      `if the bank knows, and say so (disputed). Dispute: ${shown(open.reference)}`,
  );
}

function moneyOf(session: CheckoutSession, amount: Minor): string {
  const { currency } = orderOf(session);
  return `${formatMajor(amount, currency)} ${currency.code}`;
}
