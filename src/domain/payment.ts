import type { PaymentMethod } from "./merchant.ts";
import type { Minor } from "./money.ts";
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
