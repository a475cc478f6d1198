import type { MerchantId, SessionId } from "./ids.ts";
import type { PaymentState, SessionState } from "./session/lifecycle.ts";
import { OTP_LIFETIME_MS } from "./session/otp.ts";
import { type Cancellation, type OrderJson, orderJson } from "./session/order.ts";
import type { UnexpectedPayment, UnexpectedReason } from "./session/payment.ts";
import type { CheckoutSession } from "./session/session.ts";
import type { PaymentMethod } from "./shop/merchant.ts";
import { currencyOf, formatMajor } from "./values/money.ts";

/** Types of events of a session. */
const SESSION_EVENT_TYPES = [
  "session.created",
  "session.updated",
  "session.completed",
  "order.collected",
  "order.cancelled",
  "session.abandoned",
  "session.idle",
  "payment.pending",
  "payment.paid",
  "payment.failed",
  "payment.unexpected",
  "otp.requested",
] as const;
export type SessionEventType = (typeof SESSION_EVENT_TYPES)[number];

/** Event types. The last is of a shop, without a session. */
export const EVENT_TYPES = [...SESSION_EVENT_TYPES, "payment.many-unknown"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** True for an event without a session. */
export const isOfShop = (type: EventType) => type === "payment.many-unknown";

/** An event for the merchant. */
export interface CheckoutEvent {
  /** UUID; the same for every delivery. */
  readonly id: string;
  readonly merchantId: MerchantId;
  /** Null for an event of the shop. */
  readonly sessionId: SessionId | null;
  readonly type: EventType;
  readonly at: number;
  /** JSON values; amounts as decimal text in the major unit, exact in every language. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Cause of a change: the step, by its word in the URL, or a job of the server. Payment and complete
 * change the session alone only if its price has changed.
 */
export const UPDATE_STEPS = [
  "items",
  "coupons",
  "add-ons",
  "address",
  "buyer",
  "shipping-option",
  "otp",
  "coins",
  "payment-method",
  "payment",
  "complete",
  "payment-released",
] as const;
export type UpdateStep = (typeof UPDATE_STEPS)[number];

/** Reasons of a failed payment: reported, cancelled, or replaced by another payment. */
export const FAILURE_REASONS = ["REPORTED", "CANCELLED", "REPLACED"] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Fields of every event of a session, to decide whether to read the session. */
export type SessionEventFields = {
  readonly session_id: string;
  readonly merchant_id: string;
  readonly reference: string | null;
  readonly version: number;
  readonly session_state: SessionState;
  readonly payment_state: PaymentState;
  readonly currency_code: string;
  readonly total_payable: string;
  readonly amount_paid: string;
  readonly shipping_option: string | null;
  readonly cod_order: boolean;
  readonly order_number: string | null;
  readonly payment_id: string | null;
  readonly livemode: boolean;
};

/** Fields of payment events, to collect or refund the money. */
export type PaymentEventFields = {
  readonly payment_amount: string | null;
  readonly payment_method: PaymentMethod | null;
  readonly payment_reference: string | null;
  readonly payment_due_at: string | null;
};

type NoFields = Readonly<Record<never, never>>;

/** Fields of each type of event of a session, besides {@link SessionEventFields}; names as they are sent. */
export interface EventFields {
  readonly "session.created": NoFields;
  readonly "session.updated": { readonly step: UpdateStep };
  readonly "session.completed": { readonly order: OrderJson | null };
  readonly "order.collected": { readonly amount_collected: string };
  readonly "order.cancelled": PaymentEventFields & {
    readonly order: OrderJson | null;
    readonly coins_returned: number;
    readonly coins_taken_back: number;
  };
  readonly "session.abandoned": NoFields;
  readonly "session.idle": { readonly recovery_url: string | null };
  readonly "payment.pending": PaymentEventFields;
  readonly "payment.paid": PaymentEventFields;
  readonly "payment.failed": PaymentEventFields & { readonly reason: FailureReason };
  readonly "payment.unexpected": PaymentEventFields & {
    readonly unexpected: {
      readonly id: string;
      readonly payment_id: string;
      readonly reference: string;
      readonly amount: string | null;
      readonly currency_code: string;
      readonly reason: UnexpectedReason;
      readonly message: string;
    };
  };
  readonly "otp.requested": {
    readonly phone: string;
    readonly otp: string | null;
    readonly expires_at: string;
  };
}

/** An event without id and time. */
export interface EventDraft {
  readonly type: EventType;
  readonly data: CheckoutEvent["data"];
}

/** Makes an event of a session: the fields of every such event, then those of its type. */
export function sessionEvent<Type extends SessionEventType>(
  type: Type,
  session: CheckoutSession,
  fields: EventFields[Type],
): EventDraft {
  const currency = currencyOf(session.currencyCode);
  const { totals, shippingOption } = session.priced;
  const common: SessionEventFields = {
    session_id: session.id,
    merchant_id: session.merchantId,
    reference: session.reference,
    version: session.version,
    session_state: session.state.session,
    payment_state: session.state.payment,
    currency_code: session.currencyCode,
    total_payable: formatMajor(totals.totalPayable, currency),
    amount_paid: formatMajor(session.amountPaid, currency),
    shipping_option: shippingOption,
    cod_order: totals.codOrder,
    order_number: session.order?.number ?? null,
    payment_id: session.payment?.id ?? null,
    livemode: session.livemode,
  };
  return { type, data: { ...common, ...fields } };
}

/** True for an event of a live session, as all of earlier versions are. */
export function isLive({ data }: Pick<CheckoutEvent, "data">): boolean {
  return data["livemode"] !== false;
}

/** True if an event has a code that is of no use: expired or redacted. */
export function hasExpiredCode({ type, at, data }: CheckoutEvent, now: number): boolean {
  if (type !== "otp.requested") return false;
  return typeof data["otp"] !== "string" || now >= at + OTP_LIFETIME_MS;
}

/** The order was placed. */
export function completedEvent(session: CheckoutSession): EventDraft {
  return sessionEvent("session.completed", session, { order: orderJson(session) });
}

/** The session's payment was started, or paid. */
export function paymentEvent(
  type: "payment.pending" | "payment.paid",
  session: CheckoutSession,
): EventDraft {
  return sessionEvent(type, session, paymentFields(session));
}

/** The session's payment failed. */
export function failedEvent(
  session: CheckoutSession,
  reason: FailureReason,
): EventDraft {
  return sessionEvent("payment.failed", session, { ...paymentFields(session), reason });
}

/** The order was cancelled: with the payment, to refund the money. */
export function cancelledEvent(
  session: CheckoutSession,
  { coinsReturned, coinsTakenBack }: Cancellation,
): EventDraft {
  return sessionEvent("order.cancelled", session, {
    ...paymentFieldsOrNone(session),
    order: orderJson(session),
    coins_returned: coinsReturned,
    coins_taken_back: coinsTakenBack,
  });
}

/** A payment result without an order; the other fields are of the session's own payment. */
export function unexpectedEvent(
  session: CheckoutSession,
  result: UnexpectedPayment,
): EventDraft {
  return sessionEvent("payment.unexpected", session, {
    ...paymentFieldsOrNone(session),
    unexpected: {
      id: result.id,
      payment_id: result.paymentId,
      reference: result.reference,
      amount: result.amount,
      currency_code: result.currencyCode,
      reason: result.reason,
      message: result.message,
    },
  });
}

function paymentFieldsOrNone(session: CheckoutSession): PaymentEventFields {
  return session.payment === null
    ? {
      payment_amount: null,
      payment_method: null,
      payment_reference: null,
      payment_due_at: null,
    }
    : paymentFields(session);
}

function paymentFields({ id, payment, currencyCode }: CheckoutSession): PaymentEventFields {
  if (payment === null) throw new RangeError(`Session has no payment: ${id}`);
  return {
    payment_amount: formatMajor(payment.amount, currencyOf(currencyCode)),
    payment_method: payment.method,
    payment_reference: payment.reference,
    payment_due_at: payment.dueAt === null ? null : new Date(payment.dueAt).toISOString(),
  };
}
