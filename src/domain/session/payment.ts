import type { ErrorCode } from "../errors.ts";
import type { MerchantId, SessionId } from "../ids.ts";
import type { PaymentMethod } from "../shop/merchant.ts";
import type { Minor } from "../values/money.ts";
import type { Shortfall } from "./order.ts";

/** State of a payment; `PENDING` until the shop reports what became of it. */
export type PaymentStatus = "PENDING" | "PAID" | "FAILED";

/** Stock, coupon uses and coins of a payment: set aside, or given back without an order. */
export const PAYMENT_HOLDS = ["held", "released"] as const;
export type PaymentHolds = (typeof PAYMENT_HOLDS)[number];

/** The latest payment of a session: what was asked, and what became of it. */
export interface Payment {
  /** UUID. */
  readonly id: string;
  /** `COD`: the prepaid part of a cash-on-delivery order. */
  readonly method: PaymentMethod;
  readonly amount: Minor;
  readonly currencyCode: string;
  readonly status: PaymentStatus;
  /** The payment provider's own name for it; null until there is a result. */
  readonly reference: string | null;
  readonly startedAt: number;
  /** Null once they have become an order. */
  readonly holds: PaymentHolds | null;
  /** Shortfall of a late payment; null when it was paid in time. */
  readonly late: Shortfall | null;
}

/** Moment from which a payment holds what it needs while its result is awaited; null otherwise. */
export function heldSince(payment: Payment | null): number | null {
  return payment?.status === "PENDING" && payment.holds === "held" ? payment.startedAt : null;
}

/** Refusals of a PAID result that leave money without an order. */
export const UNEXPECTED_REASONS = [
  "error.session-not-found",
  "error.payment-not-found",
  "error.payment-mismatch",
  "error.payment-reference-used",
  "error.invalid-state",
] as const satisfies readonly ErrorCode[];
/** One of {@link UNEXPECTED_REASONS}. */
export type UnexpectedReason = (typeof UNEXPECTED_REASONS)[number];

/** A PAID result that no order is for: money that the operator has to look after. */
export interface UnexpectedPayment {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  /** The session that was named, which may not be known. */
  readonly sessionId: SessionId;
  /** The payment as it was named, which the session may never have had. */
  readonly paymentId: string;
  readonly reference: string;
  /** Decimal text in the major unit; null where none was reported. */
  readonly amount: string | null;
  /** As reported, else the shop's, which is that of all its sessions. */
  readonly currencyCode: string;
  readonly reason: UnexpectedReason;
  /** Message of the refusal. */
  readonly message: string;
  readonly at: number;
  /** Null while it is open. */
  readonly resolution: Resolution | null;
}

/** Resolution of an unexpected payment by the operator. */
export interface Resolution {
  readonly at: number;
  readonly note: string;
}

/** The reason to keep a result that was refused with this code; undefined for none. */
export function unexpectedReason(code: ErrorCode): UnexpectedReason | undefined {
  return UNEXPECTED_REASONS.find((one) => one === code);
}
