import type {
  EventFields,
  PaymentEventFields,
  RefundFields,
  SessionEventFields,
  SessionEventType,
} from "./event_fields.ts";
import { type CheckoutEvent, type EventType, isOfShop } from "./events.ts";
import { hourlyEvent } from "./limit_crossed.ts";
import { manyUnknownEvent } from "./many_unknown.ts";
import type { PaymentState, SessionState } from "./session/lifecycle.ts";
import { OTP_LIFETIME_MS } from "./session/otp.ts";
import { lastHours } from "./shop/hourly.ts";
import type { Merchant } from "./shop/merchant.ts";
import { currencyOf, formatMajor } from "./values/money.ts";

/** Shop and time of a sample, and the source of its ids. */
export interface SampleContext {
  readonly shop: Pick<Merchant, "id" | "currencyCode">;
  readonly livemode: boolean;
  readonly now: number;
  readonly newId: () => string;
}

/** Values that several fields of a sample share. */
interface Sample {
  readonly now: number;
  readonly livemode: boolean;
  readonly newId: () => string;
  readonly currencyCode: string;
  readonly total: string;
  readonly payment: PaymentEventFields;
  readonly paymentId: string;
}

const ORDER_NUMBER = "7K3M-9QXD";
const REFERENCE = "pay_test";
/** Total of the order, in the major unit. */
const TOTAL = 1320;

/** States of the session at each event. */
const STATES: Readonly<Record<SessionEventType, readonly [SessionState, PaymentState]>> = {
  "session.created": ["INITIATED", "DRAFT"],
  "session.updated": ["IN_PROGRESS", "DRAFT"],
  "session.completed": ["COMPLETED", "PAID"],
  "order.collected": ["COMPLETED", "PAID"],
  "order.cancelled": ["COMPLETED", "PAID"],
  "session.abandoned": ["ABANDONED", "DRAFT"],
  "session.idle": ["IN_PROGRESS", "DRAFT"],
  "payment.pending": ["IN_PROGRESS", "PENDING"],
  "payment.paid": ["COMPLETED", "PAID"],
  "payment.failed": ["IN_PROGRESS", "FAILED"],
  "payment.unexpected": ["ABANDONED", "FAILED"],
  "payment.disputed": ["COMPLETED", "PAID"],
  "refund.requested": ["COMPLETED", "PAID"],
  "refund.done": ["COMPLETED", "PAID"],
  "refund.failed": ["COMPLETED", "PAID"],
  "otp.requested": ["IN_PROGRESS", "DRAFT"],
};

const FIELDS: { readonly [Type in SessionEventType]: (sample: Sample) => EventFields[Type] } = {
  "session.created": () => ({}),
  "session.updated": () => ({ step: "address" }),
  "session.completed": ({ now, livemode }) => ({ order: order({ now, livemode }, null) }),
  "order.collected": ({ total }) => ({ amount_collected: total }),
  "order.cancelled": ({ now, livemode, payment }) => ({
    ...payment,
    order: order({ now, livemode }, "Refused at the door"),
    coins_returned: 0,
    coins_taken_back: 0,
  }),
  "session.abandoned": () => ({}),
  "session.idle": () => ({ recovery_url: "https://shop.example/c/recover/sample" }),
  "payment.pending": ({ payment }) => ({ ...payment, payment_reference: null }),
  "payment.paid": ({ payment }) => payment,
  "payment.failed": ({ payment }) => ({ ...payment, reason: "REPORTED" }),
  "payment.unexpected": ({ newId, payment, paymentId, total, currencyCode }) => ({
    ...payment,
    payment_reference: null,
    unexpected: {
      id: newId(),
      payment_id: paymentId,
      reference: REFERENCE,
      amount: total,
      currency_code: currencyCode,
      reason: "error.invalid-state",
      message: "The session was abandoned",
    },
  }),
  "payment.disputed": ({ now, payment, total }) => ({
    ...payment,
    dispute: {
      reference: "dp_test",
      amount: total,
      reason: "fraudulent",
      status: "OPEN",
      evidence_due_at: new Date(now + 7 * 86_400_000).toISOString(),
    },
  }),
  "refund.requested": (sample) => refund(sample, { state: "REQUESTED", reference: null }),
  "refund.done": (sample) => refund(sample, { state: "DONE" }),
  "refund.failed": (sample) => refund(sample, { state: "FAILED", failure: "expired_card" }),
  "otp.requested": ({ now }) => ({
    phone: "+919876543210",
    otp: "000000",
    expires_at: new Date(now + OTP_LIFETIME_MS).toISOString(),
  }),
};

/** Data of an event of a session or key that does not exist, to try receivers with. */
export function sampleEventData(type: EventType, context: SampleContext): CheckoutEvent["data"] {
  if (!isOfShop(type)) return sampleOfSession(type, context);
  const { shop: { id: merchantId }, livemode, now: at, newId } = context;
  if (type === "payment.many-unknown") {
    return manyUnknownEvent({ merchantId, livemode, at, keyId: newId() }).data;
  }
  const [hour] = lastHours(at);
  const crossed = { limit: "ordersHourly", hour, count: 61, expected: 60 } as const;
  return { ...hourlyEvent(merchantId, crossed, at).data, livemode };
}

function sampleOfSession(
  type: SessionEventType,
  { shop: { id, currencyCode }, livemode, now, newId }: SampleContext,
): SessionEventFields & EventFields[SessionEventType] {
  const currency = currencyOf(currencyCode);
  const total = formatMajor(TOTAL * 10 ** currency.exponent, currency);
  const [sessionState, paymentState] = STATES[type];
  const hasPayment = paymentState !== "DRAFT";
  const isCompleted = sessionState === "COMPLETED";
  const paymentId = newId();
  const payment = {
    payment_amount: total,
    payment_method: "PREPAID",
    payment_reference: REFERENCE,
    payment_due_at: null,
  } as const;
  return {
    session_id: newId(),
    merchant_id: id,
    reference: "test",
    version: 1,
    session_state: sessionState,
    payment_state: paymentState,
    currency_code: currency.code,
    total_payable: total,
    amount_paid: isCompleted ? total : formatMajor(0, currency),
    amount_refunded: type === "refund.requested" || type === "refund.done"
      ? total
      : formatMajor(0, currency),
    shipping_option: null,
    cod_order: type === "order.collected",
    order_number: isCompleted ? ORDER_NUMBER : null,
    payment_id: hasPayment ? paymentId : null,
    livemode,
    ...FIELDS[type]({
      now,
      livemode,
      newId,
      currencyCode: currency.code,
      total,
      payment,
      paymentId,
    }),
  };
}

function refund(
  { newId, payment, paymentId, total }: Sample,
  become: Partial<RefundFields["refund"]>,
): RefundFields {
  return {
    ...payment,
    refund: {
      id: newId(),
      payment_id: paymentId,
      amount: total,
      lines: [],
      reason: "Does not fit",
      reference: "re_test",
      state: "REQUESTED",
      origin: "OURS",
      failure: null,
      ...become,
    },
  };
}

function order(
  { now, livemode }: Pick<SampleContext, "now" | "livemode">,
  cancelReason: string | null,
) {
  const at = new Date(now).toISOString();
  return {
    number: ORDER_NUMBER,
    livemode,
    placed_at: at,
    late: false,
    shortfall: null,
    cancelled_at: cancelReason === null ? null : at,
    cancel_reason: cancelReason,
  };
}
