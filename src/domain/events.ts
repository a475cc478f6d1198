import { hash } from "node:crypto";
import {
  type EventFields,
  type FailureReason,
  type PaymentEventFields,
  SESSION_EVENT_TYPES,
  type SessionEventFields,
  type SessionEventType,
} from "./event_fields.ts";
import type { MerchantId, SessionId } from "./ids.ts";
import { OTP_LIFETIME_MS } from "./session/otp.ts";
import { type Cancellation, orderJson } from "./session/order.ts";
import type { UnexpectedPayment } from "./session/payment.ts";
import type { Dispute, Refund } from "./session/refund.ts";
import { amountRefunded } from "./session/refundable.ts";
import type { CheckoutSession } from "./session/session.ts";
import { currencyOf, formatMajor } from "./values/money.ts";

/** Types of events of a shop, without a session. */
const SHOP_EVENT_TYPES = ["payment.many-unknown", "limit.crossed"] as const;
export type ShopEventType = (typeof SHOP_EVENT_TYPES)[number];

/** Event types. */
export const EVENT_TYPES = [...SESSION_EVENT_TYPES, ...SHOP_EVENT_TYPES] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** True for an event without a session. */
export function isOfShop(type: EventType): type is ShopEventType {
  return SHOP_EVENT_TYPES.some((one) => one === type);
}

/** The id of an event of a shop: a UUID by names, version 8 of RFC 9562, of their SHA-256. */
export function shopEventId(type: ShopEventType, ...names: readonly string[]): string {
  const hex = hash("sha256", [type, ...names].join(":"), "hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

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
    amount_refunded: formatMajor(amountRefunded(session), currency),
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

/** A refund as its events tell it. */
type ToldRefund = Pick<
  Refund,
  | "id"
  | "paymentId"
  | "amount"
  | "lines"
  | "reason"
  | "reference"
  | "state"
  | "origin"
  | "failure"
>;

/** The event of a refund that was made elsewhere, by the state in which it was found. */
export function foundRefundEvent(session: CheckoutSession, refund: ToldRefund): EventDraft {
  switch (refund.state) {
    case "DONE":
      return refundEvent("refund.done", session, refund);
    case "FAILED":
      return refundEvent("refund.failed", session, refund);
    case "REQUESTED":
    case "PENDING":
      return refundEvent("refund.requested", session, refund);
  }
}

/** Money goes back, or has, or has not. */
export function refundEvent(
  type: "refund.requested" | "refund.done" | "refund.failed",
  session: CheckoutSession,
  refund: ToldRefund,
): EventDraft {
  const { id, paymentId, amount, lines, reason, reference, state, origin, failure } = refund;
  return sessionEvent(type, session, {
    ...paymentFieldsOrNone(session),
    refund: {
      id,
      payment_id: paymentId,
      amount: formatMajor(amount, currencyOf(session.currencyCode)),
      lines,
      reason,
      reference,
      state,
      origin,
      failure,
    },
  });
}

/** The customer's bank disputes the payment, or has decided. */
export function disputedEvent(session: CheckoutSession, dispute: Dispute): EventDraft {
  const { reference, amount, reason, status, evidenceDueAt } = dispute;
  return sessionEvent("payment.disputed", session, {
    ...paymentFieldsOrNone(session),
    dispute: {
      reference,
      amount: formatMajor(amount, currencyOf(session.currencyCode)),
      reason,
      status,
      evidence_due_at: evidenceDueAt === null ? null : new Date(evidenceDueAt).toISOString(),
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
