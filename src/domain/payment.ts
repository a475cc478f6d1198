import type { PaymentMethod } from "./merchant.ts";
import type { Minor } from "./money.ts";

/** How a payment stands; `PENDING` until the shop reports what became of it. */
export type PaymentStatus = "PENDING" | "PAID" | "FAILED";

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
}
