import type { Change } from "../changes.ts";
import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { holdAgain } from "../decision/late.ts";
import { HOLD_LATE, USE } from "../decision/holds.ts";
import { ordered } from "../decision/ordering.ts";
import { AppError, shown } from "../errors.ts";
import { paymentEvent } from "../events.ts";
import type { Payment, PaymentFailure } from "../session/payment.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { formatMajor, type Minor } from "../values/money.ts";
import { endPayment, requirePayment } from "./payment.ts";

/** A payment result reported by the shop. */
export interface PaymentResult {
  readonly paymentId: string;
  readonly status: "PAID" | "FAILED";
  /** Null if not reported, which only FAILED allows, or in another currency. */
  readonly amount: Minor | null;
  /** The reported amount, decimal text in the major unit; null if not reported. */
  readonly amountText: string | null;
  /** Null for the session's currency. */
  readonly currencyCode: string | null;
  readonly reference: string;
  /** Why it failed at a provider of the server (default: not known). */
  readonly failure?: PaymentFailure;
}

/**
 * True for a repeated result.
 *
 * @throws {AppError} `error.payment-mismatch` for another amount, or for a second reference: the
 *   payment was charged twice
 */
export function isRepeatedResult(session: CheckoutSession, result: PaymentResult): boolean {
  const { payment } = session;
  if (payment?.id !== result.paymentId || payment.status !== result.status) return false;
  requireSame(session, payment, result);
  const { reference } = payment;
  // An order that costs nothing has no reference until a result brings one.
  if (result.status === "PAID" && reference === null) return false;
  if (result.status === "PAID" && reference !== result.reference) {
    throw new AppError(
      "error.payment-mismatch",
      `The payment was settled by another reference: ${shown(result.reference)}`,
    );
  }
  return true;
}

/**
 * Accepts the result of a payment: PAID places the order, also as the prepaid part of one with cash
 * on delivery; FAILED releases the holds. A result is accepted after the session has ended or its
 * holds were released too. The reference of a PAID is taken with it, once among all payments of the
 * merchant; the first one of an order that costs nothing is noted with it.
 *
 * @throws {AppError} `error.payment-not-found`, `error.payment-mismatch`, `error.invalid-state`
 */
export function reportPaymentResult(
  session: CheckoutSession,
  result: PaymentResult,
  context: StepContext,
): Decision {
  const payment = requirePayment(session, result.paymentId);
  requireSame(session, payment, result);
  const { status, reference, failure = null } = result;
  const known = { ...payment, status, reference, failure };
  const taken: Change = {
    kind: "reference.take",
    merchantId: session.merchantId,
    livemode: session.livemode,
    reference,
    sessionId: session.id,
    paymentId: payment.id,
  };
  if (status === "PAID" && payment.status === "PAID") {
    const settled = { ...session, payment: known, version: session.version + 1 };
    return decided(settled, { effects: [taken], events: [] });
  }
  if (status === "FAILED") return endPayment({ ...session, payment: known }, "REPORTED", context);
  const isLate = payment.holds === "released";
  const held = isLate
    ? holdAgain(session, known, context)
    : { session: { ...session, payment: known }, effects: [] };
  const amountPaid = session.amountPaid + payment.amount;
  const { priced } = held.session;
  const paid = transition({
    ...held.session,
    amountPaid,
    priced: { ...priced, totals: { ...priced.totals, amountPaid } },
  }, "payment.paid");
  return ordered(paid, context, {
    effects: [taken, ...held.effects],
    coinsFrom: isLate ? HOLD_LATE.from : USE.from,
    events: (order) => [paymentEvent("payment.paid", order)],
  });
}

/**
 * The result of a manual payment whose money has arrived: exactly the amount that was asked for.
 *
 * @param reference null for one made of the payment's id
 * @throws {AppError} `error.invalid-state` without a manual payment or after it has failed,
 *   `error.conflict` if it is already paid
 */
export function manualResult(
  session: CheckoutSession,
  reference: string | null,
): PaymentResult {
  const { id, payment, currencyCode } = session;
  if (payment !== null && payment.atProvider !== null) throw decidedByProvider();
  if (payment === null || payment.dueAt === null) {
    const why = payment === null ? "" : ": the shop's provider takes its payment";
    throw new AppError("error.invalid-state", `Session ${id} has no manual payment${why}`);
  }
  const amountText = formatMajor(payment.amount, orderOf(session).currency);
  const money = `${amountText} ${currencyCode}`;
  if (payment.status === "PAID") {
    const known = `${money}, reference ${shown(payment.reference)}`;
    throw new AppError("error.conflict", `The payment is already recorded: ${known}`);
  }
  if (payment.status === "FAILED") {
    throw new AppError(
      "error.invalid-state",
      `The payment was cancelled and cannot be paid: refund ${money}, or ask the customer to order again`,
    );
  }
  return {
    paymentId: payment.id,
    status: "PAID",
    amount: payment.amount,
    amountText,
    currencyCode,
    reference: reference ?? `manual-${payment.id}`,
  };
}

/** The refusal of a result that was told of a payment at a provider. */
export function decidedByProvider(): AppError {
  const message =
    "The provider takes this payment: its own answer decides, and it is asked instead";
  return new AppError("error.payment-at-provider", message);
}

/** Requires the amount and currency of the payment. */
function requireSame(session: CheckoutSession, payment: Payment, result: PaymentResult): void {
  const { currency } = orderOf(session);
  const isPaid = result.status === "PAID";
  const wrongAmount = result.amount === null ? isPaid : result.amount !== payment.amount;
  const wrongCurrency = result.currencyCode !== null && result.currencyCode !== currency.code;
  if (!wrongAmount && !wrongCurrency) return;
  const asked = `${formatMajor(payment.amount, currency)} ${currency.code}`;
  const got = result.amountText === null
    ? "none"
    : `${result.amountText} ${shown(result.currencyCode ?? currency.code)}`;
  throw new AppError("error.payment-mismatch", `The amount must be ${asked}, got ${got}`);
}
