import type { PaymentState, SessionState } from "./session/lifecycle.ts";
import type { OrderJson } from "./session/order.ts";
import type { UnexpectedReason } from "./session/payment.ts";
import type { DisputeStatus, RefundOrigin, RefundState } from "./session/refund.ts";
import type { PaymentMethod } from "./shop/merchant.ts";

/** Types of events of a session. */
export const SESSION_EVENT_TYPES = [
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
  "payment.disputed",
  "refund.requested",
  "refund.done",
  "refund.failed",
  "otp.requested",
] as const;
export type SessionEventType = (typeof SESSION_EVENT_TYPES)[number];

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
  readonly amount_refunded: string;
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

/** Fields of the events of a refund. */
export type RefundFields = PaymentEventFields & {
  readonly refund: {
    readonly id: string;
    readonly payment_id: string | null;
    readonly amount: string;
    readonly lines: readonly { readonly line: number; readonly quantity: number }[];
    readonly reason: string | null;
    readonly reference: string | null;
    readonly state: RefundState;
    readonly origin: RefundOrigin;
    readonly failure: string | null;
  };
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
  readonly "payment.disputed": PaymentEventFields & {
    readonly dispute: {
      readonly reference: string;
      readonly amount: string;
      readonly reason: string;
      readonly status: DisputeStatus;
      readonly evidence_due_at: string | null;
    };
  };
  readonly "refund.requested": RefundFields;
  readonly "refund.done": RefundFields;
  readonly "refund.failed": RefundFields;
  readonly "otp.requested": {
    readonly phone: string;
    readonly otp: string | null;
    readonly expires_at: string;
  };
}
