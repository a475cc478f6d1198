import type { MerchantId, SessionId } from "./ids.ts";
import { currencyOf, formatMajor } from "./money.ts";
import { orderJson } from "./order.ts";
import type { CheckoutSession } from "./session.ts";
import type { UnexpectedPayment } from "./unexpected_payment.ts";

/** What a merchant can be told of. */
export const EVENT_TYPES = [
  "session.created",
  "session.updated",
  "session.completed",
  "order.collected",
  "session.abandoned",
  "payment.pending",
  "payment.paid",
  "payment.failed",
  "payment.unexpected",
  "otp.requested",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened to a session, as it is told to the merchant. */
export interface CheckoutEvent {
  /** UUID; the same whenever and to whomever the event is sent. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly type: EventType;
  readonly at: number;
  /** JSON values; amounts as decimal text in the major unit, exact in every language. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event before it has an id and a moment. */
export interface EventDraft {
  readonly type: EventType;
  readonly data: CheckoutEvent["data"];
}

/** What every event says of its session: enough to know whether to read it. */
export function sessionEvent(
  type: EventType,
  session: CheckoutSession,
  more: CheckoutEvent["data"] = {},
): EventDraft {
  const currency = currencyOf(session.currencyCode);
  const { totals } = session.priced;
  return {
    type,
    data: {
      session_id: session.id,
      merchant_id: session.merchantId,
      reference: session.reference,
      version: session.version,
      session_state: session.state.session,
      payment_state: session.state.payment,
      currency_code: session.currencyCode,
      total_payable: formatMajor(totals.totalPayable, currency),
      amount_paid: formatMajor(session.amountPaid, currency),
      cod_order: totals.codOrder,
      payment_id: session.payment?.id ?? null,
      ...more,
    },
  };
}

/**
 * What changed a session: the step, by the word of its URL, or what the server did by itself.
 * Starting a payment and completing change the session without more where its price has moved.
 */
export const UPDATE_STEPS = [
  "items",
  "coupons",
  "add-ons",
  "address",
  "otp",
  "coins",
  "payment-method",
  "payment",
  "complete",
  "payment-released",
] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** A change of the session. */
export function updatedEvent(session: CheckoutSession, step: UpdateStep): EventDraft {
  return sessionEvent("session.updated", session, { step });
}

/** The order that the session became. */
export function completedEvent(session: CheckoutSession): EventDraft {
  return sessionEvent("session.completed", session, { order: orderJson(session.order) });
}

/** A stage of the session's payment, with everything that is needed to collect or refund it. */
export function paymentEvent(
  type: "payment.pending" | "payment.paid" | "payment.failed" | "payment.unexpected",
  session: CheckoutSession,
  more: CheckoutEvent["data"] = {},
): EventDraft {
  const { payment, currencyCode } = session;
  if (payment === null) throw new RangeError(`Session has no payment: ${session.id}`);
  return sessionEvent(type, session, {
    payment_amount: formatMajor(payment.amount, currencyOf(currencyCode)),
    payment_method: payment.method,
    payment_reference: payment.reference,
    ...more,
  });
}

/** Why a payment failed: reported as a result, cancelled, or replaced by another payment. */
export const FAILURE_REASONS = ["REPORTED", "CANCELLED", "REPLACED"] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The end of the session's payment without money. */
export function failedEvent(session: CheckoutSession, reason: FailureReason): EventDraft {
  return paymentEvent("payment.failed", session, { reason });
}

/** A result that no order is for; the fields beside it are those of the session's own payment. */
export function unexpectedEvent(session: CheckoutSession, result: UnexpectedPayment): EventDraft {
  const type = "payment.unexpected";
  const unexpected = {
    id: result.id,
    payment_id: result.paymentId,
    reference: result.reference,
    amount: result.amount,
    currency_code: result.currencyCode,
    reason: result.reason,
    message: result.message,
  };
  if (session.payment !== null) return paymentEvent(type, session, { unexpected });
  const none = { payment_amount: null, payment_method: null, payment_reference: null };
  return sessionEvent(type, session, { ...none, unexpected });
}
