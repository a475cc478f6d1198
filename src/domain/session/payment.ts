import type { ErrorCode } from "../errors.ts";
import type { MerchantId, SessionId } from "../ids.ts";
import type { PaymentMethod } from "../shop/merchant.ts";
import type { Minor } from "../values/money.ts";
import type { Shortfall } from "./order.ts";
import { type AtProvider, releasedAt } from "./provider_payment.ts";

/** State of a payment; `PENDING` until the shop reports its result. */
export type PaymentStatus = "PENDING" | "PAID" | "FAILED";

/** State of a payment's stock, coupon uses and coins. */
export const PAYMENT_HOLDS = ["held", "released"] as const;
export type PaymentHolds = (typeof PAYMENT_HOLDS)[number];

/** Why a payment took no money. `REFUSED`: its provider did not begin it. */
export const PAYMENT_FAILURES = ["DECLINED", "EXPIRED", "CANCELLED", "REFUSED"] as const;
/** One of {@link PAYMENT_FAILURES}. */
export type PaymentFailureKind = (typeof PAYMENT_FAILURES)[number];

/** Why a payment took no money, with the provider's words. */
export interface PaymentFailure {
  readonly kind: PaymentFailureKind;
  /** On one line, for the shop alone; null without words. */
  readonly text: string | null;
}

/** Longest text of a {@link PaymentFailure}, in UTF-16 units. */
const MAX_FAILURE = 300;

/** A failure with the words of a provider, which may be of any form. */
export function failureOf(kind: PaymentFailureKind, words = ""): PaymentFailure {
  const text = words.replace(/[\p{Cc}\s]+/gu, " ").trim().slice(0, MAX_FAILURE).toWellFormed();
  return { kind, text: text === "" ? null : text };
}

/** The latest payment of a session. */
export interface Payment {
  /** UUID. */
  readonly id: string;
  /** `COD`: the prepaid part of a cash-on-delivery order. */
  readonly method: PaymentMethod;
  readonly amount: Minor;
  readonly currencyCode: string;
  readonly status: PaymentStatus;
  /** The payment provider's reference; null until there is a result. */
  readonly reference: string | null;
  readonly startedAt: number;
  /** Time until which the money of a manual payment is awaited; null for a provider's payment. */
  readonly dueAt: number | null;
  /** Null for a payment that the shop takes itself, by hand or by a provider of its own. */
  readonly atProvider: AtProvider | null;
  /** Null once they are part of an order. */
  readonly holds: PaymentHolds | null;
  /** Shortfall of a late payment; null when it was paid in time. */
  readonly late: Shortfall | null;
  /** Why it took no money; null while it has not failed, and for the result of a shop's own provider. */
  readonly failure: PaymentFailure | null;
  /** Fee that its provider keeps, with the tax on it; null if it is not known. */
  readonly fee: Minor | null;
}

/** Longest note of a {@link Resolution}, in characters. */
export const MAX_RESOLUTION_NOTE = 500;

/** A payment less its provider's fee; null if the fee is not known. */
export function netOfFee({ amount, fee }: Pick<Payment, "amount" | "fee">): Minor | null {
  return fee === null ? null : amount - fee;
}

/** True for a pending payment with holds. */
export function isAwaited(payment: Payment | null): payment is Payment {
  return payment?.status === "PENDING" && payment.holds === "held";
}

/** True for a pending payment whose provider has not answered with its page. */
export function lacksPage(payment: Payment | null): payment is Payment & {
  readonly atProvider: AtProvider;
} {
  return payment?.status === "PENDING" && payment.atProvider !== null &&
    payment.atProvider.page === null;
}

/** Start of a pending payment with holds that ends by its age; null for any other. */
export function heldSince(payment: Payment | null): number | null {
  return isAwaited(payment) && heldUntil(payment) === null ? payment.startedAt : null;
}

/** End of the holds of a pending payment that has a time of its own; null for any other. */
export function heldUntil(payment: Payment | null): number | null {
  if (!isAwaited(payment)) return null;
  return payment.atProvider === null ? payment.dueAt : releasedAt(payment.atProvider);
}

/** Errors of a PAID result that leave money without an order. */
export const UNEXPECTED_REASONS = [
  "error.session-not-found",
  "error.payment-not-found",
  "error.payment-mismatch",
  "error.payment-reference-used",
  "error.invalid-state",
] as const satisfies readonly ErrorCode[];
/** One of {@link UNEXPECTED_REASONS}. */
export type UnexpectedReason = (typeof UNEXPECTED_REASONS)[number];

/** A PAID result without an order: the operator must handle the money. */
export interface UnexpectedPayment {
  /** UUID. */
  readonly id: string;
  readonly merchantId: MerchantId;
  /** False if a test key reported it. */
  readonly livemode: boolean;
  /** The reported session, which may not exist. */
  readonly sessionId: SessionId;
  /** The reported payment, which the session may not have. */
  readonly paymentId: string;
  readonly reference: string;
  /** Decimal text in the major unit; null if not reported. */
  readonly amount: string | null;
  /** As reported, else the shop's. */
  readonly currencyCode: string;
  readonly reason: UnexpectedReason;
  /** Message of the error. */
  readonly message: string;
  readonly at: number;
  /** Key that reported it; null for those of earlier versions. */
  readonly keyId: string | null;
  /**
   * Records that it stands for: more than 1 for the first of a key's on one day (UTC) whose payment
   * ids the shop never had. Resolving it resolves them all.
   */
  readonly count: number;
  /** Null while unresolved. */
  readonly resolution: Resolution | null;
}

/** Records of one key and day, of unknown payments, from which on they are reported. */
export const MANY_UNKNOWN_PAYMENTS = 1000;

/** Resolution of an unexpected payment by the operator. */
export interface Resolution {
  readonly at: number;
  readonly note: string;
}

/** The reason to record a result with this error code; undefined for none. */
export function unexpectedReason(code: ErrorCode): UnexpectedReason | undefined {
  return UNEXPECTED_REASONS.find((one) => one === code);
}
