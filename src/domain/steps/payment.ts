import type { Change } from "../changes.ts";
import { AppError, shown } from "../errors.ts";
import { type EventDraft, failedEvent, paymentEvent } from "../events.ts";
import { formatMajor, type Minor } from "../money.ts";
import type { Payment } from "../payment.ts";
import { type CheckoutSession, orderOf } from "../session.ts";
import { decided, type Decision, type StepContext, transition } from "./decision.ts";
import { HOLD, holdAll, showingCoins } from "./holds.ts";
import { holdAgain } from "./late.ts";
import { ordered } from "./ordering.ts";
import { ended, requirePayment } from "./payment_end.ts";
import { revalidated } from "./revalidate.ts";

/**
 * Starts the payment: checks everything anew, sets aside what the order needs, and
 * freezes the cart until there is a result. An order that costs nothing is placed at once.
 *
 * @throws {AppError} `error.address-required`, `error.out-of-stock`, `error.price-changed`,
 *   or a coupon's own refusal; what is then another price is kept, and shown by the next read
 */
export function startPayment(
  session: CheckoutSession,
  _input: null,
  context: StepContext,
): Decision {
  const { session: before, events } = withoutReleased(session);
  transition(before, "payment.start");
  const checked = revalidated(before, "payment", context);
  if (checked.refusal !== undefined) return { ...checked, events: [...events, ...checked.events] };
  const { totals } = checked.session.priced;
  const method = totals.codOrder ? "COD" : "PREPAID";
  const amount = totals.codOrder ? totals.partialCodPrice : totals.totalPayable;
  if (totals.codOrder && amount === 0) {
    throw new AppError(
      "error.invalid-state",
      "A cash-on-delivery order without a prepaid part is placed, not paid",
    );
  }
  const payment: Payment = {
    id: context.newId(),
    method,
    amount,
    currencyCode: session.currencyCode,
    status: "PENDING",
    reference: null,
    startedAt: context.now,
    holds: "held",
    late: null,
  };
  const started = showingCoins(transition({ ...checked.session, payment }, "payment.start"), HOLD);
  const effects = holdAll(started, context);
  if (amount > 0) {
    return decided(started, {
      effects,
      events: [...events, paymentEvent("payment.pending", started)],
    });
  }
  const free = { ...payment, status: "PAID" as const };
  // Two steps of the table, one change of the session.
  const paid = {
    ...transition({ ...started, payment: free }, "payment.paid"),
    version: started.version,
  };
  return ordered(paid, context, {
    effects,
    events: [...events, paymentEvent("payment.paid", paid)],
  });
}

/**
 * The session without a payment whose holds were released: the one that is started next takes its
 * place. Any other session is given back as it is.
 */
function withoutReleased(
  session: CheckoutSession,
): { readonly session: CheckoutSession; readonly events: readonly EventDraft[] } {
  const { payment, state, version } = session;
  const isReleased = state.payment === "PENDING" && payment?.holds === "released";
  if (!isReleased || state.session !== "IN_PROGRESS") return { session, events: [] };
  const failed = { ...session, payment: { ...payment, status: "FAILED" as const } };
  const replaced = transition(failed, "payment.replace");
  // Two steps of the table, one change of the session.
  return { session: { ...replaced, version }, events: [failedEvent(replaced, "REPLACED")] };
}

/** What the shop reports of a payment. */
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
 * Whether a result says again what is known already: the same result twice is one.
 *
 * @throws {AppError} `error.payment-mismatch` when it says so of another amount, or of a
 *   second charge: one payment with two references was paid twice
 */
export function isRepeated(session: CheckoutSession, result: PaymentResult): boolean {
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
export function takeResult(
  session: CheckoutSession,
  result: PaymentResult,
  context: StepContext,
): Decision {
  const payment = requirePayment(session, result.paymentId);
  requireSame(session, payment, result);
  const { status, reference } = result;
  const known = { ...payment, status, reference };
  if (status === "FAILED") return ended({ ...session, payment: known }, "REPORTED", context);
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
