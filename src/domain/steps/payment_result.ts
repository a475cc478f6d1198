import type { Change } from "../changes.ts";
import { decided, type Decision, type StepContext, transition } from "../decision/decision.ts";
import { holdAgain } from "../decision/late.ts";
import { ordered } from "../decision/ordering.ts";
import { AppError, shown } from "../errors.ts";
import { paymentEvent } from "../events.ts";
import type { Payment } from "../session/payment.ts";
import { type CheckoutSession, orderOf } from "../session/session.ts";
import { formatMajor, type Minor } from "../values/money.ts";
import { endPayment, requirePayment } from "./payment.ts";

/** Result of a payment as the shop reports it. */
export interface PaymentResult {
  readonly paymentId: string;
  readonly status: "PAID" | "FAILED";
  /** Null where it was left out, which only a failure may, and in another currency. */
  readonly amount: Minor | null;
  /** The amount as it was reported, decimal text in the major unit; null where it was left out. */
  readonly amountText: string | null;
  /** Null where it was left out: the session's. */
  readonly currencyCode: string | null;
  readonly reference: string;
}

/**
 * True if a result says again what is known already: the same result twice is one.
 *
 * @throws {AppError} `error.payment-mismatch` when it says so of another amount, or of a
 *   second charge: one payment with two references was paid twice
 */
export function isRepeatedResult(session: CheckoutSession, result: PaymentResult): boolean {
  const { payment } = session;
  if (payment?.id !== result.paymentId || payment.status !== result.status) return false;
  requireSame(session, payment, result);
  // An order that costs nothing was settled without anybody's reference.
  const { reference } = payment;
  if (result.status === "PAID" && reference !== null && reference !== result.reference) {
    throw new AppError(
      "error.payment-mismatch",
      `The payment was settled by another reference: ${shown(result.reference)}`,
    );
  }
  return true;
}

/**
 * Takes the result of a payment: PAID completes the order, or its prepaid part; FAILED
 * gives back what was set aside. A result that comes after the session has ended, or after
 * what the payment held was released, is taken all the same. The reference of a PAID is taken
 * with it, once for all payments of the merchant.
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
  const { status, reference } = result;
  const known = { ...payment, status, reference };
  if (status === "FAILED") return endPayment({ ...session, payment: known }, "REPORTED", context);
  const isLate = payment.holds === "released";
  const held = isLate
    ? holdAgain(session, known, context)
    : { session: { ...session, payment: known }, effects: [] };
  const amountPaid = session.amountPaid + payment.amount;
  const { priced } = held.session;
  const step = payment.method === "COD" ? "payment.part-paid" : "payment.paid";
  const paid = transition({
    ...held.session,
    amountPaid,
    priced: { ...priced, totals: { ...priced.totals, amountPaid } },
  }, step);
  const taken: Change = {
    kind: "reference.take",
    merchantId: session.merchantId,
    reference,
    sessionId: session.id,
    paymentId: payment.id,
  };
  const sofar = {
    effects: [taken, ...held.effects],
    events: [paymentEvent("payment.paid", paid)],
  };
  return paid.state.session === "COMPLETED" ? ordered(paid, context, sofar) : decided(paid, sofar);
}

/** The paid amount is bound to the order: what was asked, in the currency it was asked in. */
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
