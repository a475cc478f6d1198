import type { Change } from "../changes.ts";
import { AppError, shown } from "../errors.ts";
import { sessionEvent } from "../events.ts";
import { formatMajor, type Minor } from "../money.ts";
import type { Payment } from "../payment.ts";
import { type CheckoutSession, orderOf } from "../session.ts";
import { decided, type Decision, moved, type StepContext } from "./decision.ts";
import {
  HOLD,
  holdAll,
  orderLate,
  RELEASE,
  releaseAll,
  settleAll,
  showingCoins,
  USE,
  USE_LATE,
} from "./holds.ts";
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
  moved(session, "payment.start");
  const checked = revalidated(session, context);
  if (checked.refusal !== undefined) return checked;
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
  };
  const started = showingCoins(moved({ ...checked.session, payment }, "payment.start"), HOLD);
  const effects = holdAll(started, context);
  if (amount > 0) {
    return decided(started, { effects, events: [sessionEvent("payment.pending", started)] });
  }
  const free = { ...payment, status: "PAID" as const };
  // Two steps of the table, one change of the session.
  const paid = showingCoins({
    ...moved({ ...started, payment: free }, "payment.paid"),
    version: started.version,
  }, USE);
  return decided(paid, {
    effects: [...effects, ...settleAll(paid, context)],
    events: [sessionEvent("payment.paid", paid), sessionEvent("session.completed", paid)],
  });
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
 * gives back what was set aside. A result that comes after the session has ended is
 * taken all the same. The reference of a PAID is taken with it, once for all payments of the
 * merchant.
 *
 * @throws {AppError} `error.payment-not-found`, `error.payment-mismatch`, `error.invalid-state`
 */
export function takeResult(
  session: CheckoutSession,
  result: PaymentResult,
  context: StepContext,
): Decision {
  const { payment } = session;
  if (payment === null || payment.id !== result.paymentId) {
    const message = `The session has no such payment: ${shown(result.paymentId)}`;
    throw new AppError("error.payment-not-found", message);
  }
  requireSame(session, payment, result);
  const isLate = session.state.session === "ABANDONED";
  const { status, reference } = result;
  const known = { ...session, payment: { ...payment, status, reference } };
  if (status === "FAILED") {
    const back = moved(known, "payment.failed");
    const failed = isLate ? back : showingCoins(back, RELEASE);
    return decided(failed, {
      effects: isLate ? [] : releaseAll(session, context),
      events: [sessionEvent("payment.failed", failed)],
    });
  }
  const amountPaid = session.amountPaid + payment.amount;
  const totals = { ...session.priced.totals, amountPaid };
  const step = payment.method === "COD" ? "payment.part-paid" : "payment.paid";
  const paid = moved({ ...known, amountPaid, priced: { ...session.priced, totals } }, step);
  const events = [sessionEvent("payment.paid", paid)];
  const taken: Change = {
    kind: "reference.take",
    merchantId: session.merchantId,
    reference,
    sessionId: session.id,
    paymentId: payment.id,
  };
  if (paid.state.session !== "COMPLETED") return decided(paid, { effects: [taken], events });
  const completed = [...events, sessionEvent("session.completed", paid)];
  if (!isLate) {
    return decided(showingCoins(paid, USE), {
      effects: [taken, ...settleAll(paid, context)],
      events: completed,
    });
  }
  const { effects, note } = orderLate(paid, context);
  return decided(showingCoins(paid, USE_LATE), {
    effects: [taken, ...effects],
    events: completed,
    note,
  });
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
