/** The terms of a refund, and those that are refused. */
import { AppError, invalid, shown } from "../errors.ts";
import type { RefundAllowance } from "../refund_change.ts";
import { type PlacedOrder, wasCancelled } from "../session/order.ts";
import type { Dispute, Refund, ReturnedLine } from "../session/refund.ts";
import { hasFailedAtProvider, type OrderCoins, unreturnedLines } from "../session/refundable.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { formatMajor, type Minor } from "../values/money.ts";

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
  readonly facts: RefundFacts;
}

/** Facts beside an order that its refund depends on. */
export interface RefundFacts {
  /** Of the order, by the ledger. */
  readonly coins: OrderCoins;
  /** True if the provider of the payment can no longer be called: its account's key is deleted. */
  readonly isOutOfReach: boolean;
  /** True if a reference has the form of the provider's own: the refund was made there. */
  readonly isMadeThere: (reference: string) => boolean;
  /** Why the provider of the payment cannot give an amount back, as a sentence; null if it can. */
  readonly problem: (amount: Minor) => string | null;
}

/** How all money of an order or a payment goes back. */
export type MoneyBack = Pick<RefundTerms, "reference" | "disputed" | "allowance">;

/** @throws {AppError} `error.invalid-request` for a line or units that the order does not have */
export function requireLines(
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

/** @throws {AppError} `error.refund-exceeded` for more than the order has left */
export function requireLeft(session: CheckoutSession, amount: Minor, most: Minor): void {
  if (amount <= most) return;
  throw new AppError(
    "error.refund-exceeded",
    `The refund must be at most ${moneyOf(session, most)}, got ${moneyOf(session, amount)}`,
  );
}

/**
 * @param session whose refunds at the provider may have failed: then the shop can pay by hand too
 * @param amount that a provider gives back; 0 for none
 * @throws {AppError} `error.invalid-request` for a reference of money that a provider gives back,
 *   without one of money at a provider that is out of reach, and for an amount that the provider
 *   does not give
 */
export function requirePossible(
  session: CheckoutSession,
  { reference, facts: { isOutOfReach, problem } }: Pick<RefundTerms, "reference" | "facts">,
  amount: Minor,
): void {
  if (amount === 0) return;
  if (isOutOfReach && reference === null) {
    throw invalid(
      "The key of the provider's account is deleted: refund the money there, and enter " +
        "data.reference",
      "data.reference",
    );
  }
  if (reference === null) {
    const refused = problem(amount);
    if (refused !== null) throw invalid(`${refused}: refund another amount`, "data.amount");
  } else if (!isOutOfReach && !hasFailedAtProvider(session)) {
    throw invalid(
      "data.reference is of money that you have paid back: the provider gives this back itself",
      "data.reference",
    );
  }
}

/** @throws {AppError} `error.conflict` for a refund at the provider that is known already */
export function requireNewReference(
  refunds: readonly Pick<Refund, "reference" | "state">[],
  reference: string | null,
  isMadeThere: RefundFacts["isMadeThere"],
): void {
  if (reference === null || !isMadeThere(reference)) return;
  const known = refunds.find((one) => one.reference === reference);
  if (known === undefined) return;
  throw new AppError(
    "error.conflict",
    `The refund is recorded already: ${known.state}, reference ${shown(reference)}`,
  );
}

/** The error for a refund of nothing. */
export function nothingToRefund(session: CheckoutSession, { amount, all }: RefundTerms): AppError {
  return amount === null && all
    ? new AppError("error.refund-exceeded", `Nothing is left to refund: ${session.id}`)
    : invalid("data.amount must be more than 0", "data.amount");
}

/** @throws {AppError} `error.payment-disputed` for money that the bank may take back as well */
export function requireUndisputed(
  { disputes }: PlacedOrder,
  { disputed, amount }: RefundTerms,
): void {
  const open = disputes.find(({ status }) => status === "OPEN");
  if (open === undefined || disputed || amount === 0) return;
  throw disputedMoney(open);
}

/** The error for money that the bank may take back as well. */
export function disputedMoney({ reference }: Pick<Dispute, "reference">): AppError {
  return new AppError(
    "error.payment-disputed",
    "The customer's bank may take this money back too, so it could go back twice. Refund it only " +
      `if the bank knows, and say so (disputed). Dispute: ${shown(reference)}`,
  );
}

function moneyOf(session: CheckoutSession, amount: Minor): string {
  const { currency } = orderOf(session);
  return `${formatMajor(amount, currency)} ${currency.code}`;
}
