import type { LimitRefusal } from "./shop/limits.ts";

/**
 * All error codes.
 *
 * A code is part of the public API (spec section 7): it is never renamed and never reused. HTTP and
 * the command line map codes to statuses.
 */
export const ERROR_CODES = [
  // The request itself.
  "error.invalid-request",
  "error.invalid-json",
  "error.payload-too-large",
  "error.unsupported-media-type",
  "error.request-timeout",
  "error.unauthorized",
  "error.scope-missing",
  "error.not-found",
  "error.method-not-allowed",
  "error.rate-limit-exceeded",
  // Shops and sessions.
  "error.shop-not-found",
  "error.session-not-found",
  "error.checkout-page-off",
  // Coupons.
  "error.coupon-not-found",
  "error.coupon-not-started",
  "error.coupon-expired",
  "error.coupon-minimum-not-met",
  "error.coupon-not-eligible",
  "error.coupon-limit-reached",
  "error.coupon-not-better",
  "error.coupon-already-applied",
  "error.coupon-rate-limited",
  // The other steps of a checkout.
  "error.invalid-state",
  "error.gift-not-available",
  "error.out-of-stock",
  "error.hold-limit",
  "error.phone-required",
  "error.address-required",
  "error.address-not-serviceable",
  "error.customer-required",
  "error.otp-invalid",
  "error.otp-expired",
  "error.otp-too-many-attempts",
  "error.otp-rate-limited",
  "error.otp-daily-limit",
  "error.otp-country-not-allowed",
  "error.otp-number-not-allowed",
  "error.coins-not-available",
  "error.cod-not-available",
  "error.price-changed",
  "error.payment-required",
  "error.payment-not-found",
  "error.payment-mismatch",
  "error.payment-reference-used",
  "error.payment-at-provider",
  "error.provider-refused",
  "error.provider-exists",
  "error.provider-not-found",
  "error.refund-exceeded",
  "error.refund-not-found",
  "error.payment-disputed",
  // Repeated requests.
  "error.idempotency-key-reused",
  "error.idempotency-key-stale",
  "error.idempotency-in-progress",
  // The operator's commands.
  "error.merchant-not-found",
  "error.merchant-exists",
  "error.key-not-found",
  "error.coupon-exists",
  "error.variant-not-found",
  "error.customer-not-found",
  "error.webhook-not-found",
  "error.event-not-found",
  "error.person-not-found",
  "error.person-exists",
  // The service.
  "error.conflict",
  "error.unavailable",
  "error.internal",
] as const;

/** One of {@link ERROR_CODES}; every failure has exactly one. */
export type ErrorCode = (typeof ERROR_CODES)[number];

/** Options of an {@link AppError}. */
export interface AppErrorOptions {
  /** Cause, for the log only. */
  readonly cause?: unknown;
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** Path of the invalid field: `data.items[2].quantity`. */
  readonly field?: string;
  /** The limit of a shop that refused it, which is counted. */
  readonly refusal?: LimitRefusal;
}

/**
 * An error with a public code and a message for the person who caused it.
 *
 * The message is sentence case without a full stop. It names the field and the value: with {@link
 * got}, or after a colon.
 */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;
  readonly field: string | undefined;
  readonly refusal: LimitRefusal | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.field = options.field;
    this.refusal = options.refusal;
  }
}

/**
 * Makes the error of an invalid field.
 *
 * @param field its path, for callers that show the message beside it (default: only in the message)
 */
export function invalid(message: string, field?: string): AppError {
  return new AppError("error.invalid-request", message, field === undefined ? {} : { field });
}

/**
 * Formats an invalid value for a message: short, on one line, without control characters, so that
 * hostile input cannot forge log or terminal output.
 */
export function shown(value: unknown): string {
  const text = typeof value === "string"
    ? value
    : Array.isArray(value)
    ? "an array"
    : typeof value === "object" && value !== null
    ? "an object"
    : String(value);
  const points = [...text].map((point) => UNSAFE_TO_SHOW.test(point) ? "?" : point);
  return points.length > MAX_SHOWN
    ? `${points.slice(0, MAX_SHOWN - 3).join("")}...`
    : points.join("");
}

/**
 * Formats an invalid value for the end of a message, text in quotes: `got "1"` is text where a
 * number was expected, `got 1` a number.
 */
export function got(value: unknown): string {
  return typeof value === "string" ? `got "${shown(value)}"` : `got ${shown(value)}`;
}

const MAX_SHOWN = 80;
/** Controls, line and paragraph separators, bidirectional overrides and lone surrogates. */
const UNSAFE_TO_SHOW = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;
