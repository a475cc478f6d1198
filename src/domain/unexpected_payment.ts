import type { ErrorCode } from "./errors.ts";
import type { MerchantId, SessionId } from "./ids.ts";

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
