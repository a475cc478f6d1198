/** Money of payments without an order that goes back to the customer. */
import { AppError } from "../errors.ts";
import { findCurrency, type Minor, parseMajor } from "../values/money.ts";
import { type EventDraft, foundRefundEvent, refundEvent } from "../events.ts";
import type { UnexpectedPayment } from "./payment.ts";
import type { CheckoutSession } from "./session.ts";
import { type DisputeRow, firstTryAt, type RefundRow } from "./refund.ts";

/** A refund of a payment without an order, whose other fields are the payment's. */
export type UnexpectedRefund = Pick<
  RefundRow,
  | "id"
  | "accountId"
  | "amount"
  | "reference"
  | "state"
  | "origin"
  | "at"
  | "settledAt"
  | "personId"
>;

/** The row of a refund that no session has. */
export function unexpectedRefundRow(
  payment: UnexpectedPayment,
  refund: UnexpectedRefund,
): RefundRow {
  const { merchantId, livemode, sessionId, paymentId, currencyCode, reference: charge } = payment;
  return {
    ...refund,
    merchantId,
    livemode,
    sessionId,
    paymentId,
    unexpectedId: payment.id,
    charge: refund.accountId === null ? null : charge,
    currencyCode,
    nextTryAt: refund.accountId === null ? null : firstTryAt(refund),
    tries: 0,
  };
}

/**
 * Events of such a refund, with the session that the payment was reported for.
 *
 * @param isNew true for one that was just added
 * @param failure why it failed; null unless it did
 */
export function unexpectedRefundEvents(
  session: CheckoutSession,
  refund: RefundRow,
  { isNew, failure }: { readonly isNew: boolean; readonly failure: string | null },
): EventDraft[] {
  const { state, origin } = refund;
  const told = { ...refund, lines: [], reason: null, failure };
  if (isNew && origin === "PROVIDER") return [foundRefundEvent(session, told)];
  const draft = (type: Parameters<typeof refundEvent>[0]) => refundEvent(type, session, told);
  return [
    ...(isNew ? [draft("refund.requested")] : []),
    ...(state === "DONE" ? [draft("refund.done")] : []),
    ...(state === "FAILED" ? [draft("refund.failed")] : []),
  ];
}

/** Refunds and disputes of a payment without an order. */
export interface MoneyOfRecord {
  readonly refunds: readonly RefundRow[];
  readonly disputes: readonly DisputeRow[];
}

/**
 * Money of a payment without an order that is left to give back.
 *
 * @throws {AppError} those of {@link amountTaken}
 */
export function amountLeftOf(
  payment: UnexpectedPayment,
  { refunds, disputes }: MoneyOfRecord,
): Minor {
  const gone = [
    ...refunds.filter(({ state }) => state !== "FAILED"),
    ...disputes.filter(({ status }) => status !== "WON"),
  ];
  return Math.max(0, gone.reduce((left, { amount }) => left - amount, amountTaken(payment)));
}

/** {@link amountTaken}; null instead of an error. */
export function knownAmountTaken(payment: Parameters<typeof amountTaken>[0]): Minor | null {
  try {
    return amountTaken(payment);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * The amount of a payment without an order.
 *
 * @throws {AppError} `error.invalid-state` for a record of several payments, and for an amount that
 *   was not reported or that its currency does not have
 */
export function amountTaken(
  { amount, currencyCode, count }: Pick<UnexpectedPayment, "amount" | "currencyCode" | "count">,
): Minor {
  if (count > 1) {
    throw cannotGiveBack(`The record stands for ${count} payments that the shop never had`);
  }
  const currency = findCurrency(currencyCode);
  if (amount === null || currency === undefined) {
    throw cannotGiveBack("No amount in a known currency was reported");
  }
  try {
    const minor = parseMajor(amount, currency, "amount");
    if (minor > 0) return minor;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  throw cannotGiveBack(`${currencyCode} has no such amount to refund: ${amount}`);
}

function cannotGiveBack(reason: string): AppError {
  const text = `${reason}: refund it where the money arrived, and resolve it with a note alone`;
  return new AppError("error.invalid-state", text);
}
