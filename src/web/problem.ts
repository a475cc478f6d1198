import { z } from "zod";
import { AppError, ERROR_CODES, type ErrorCode } from "../domain/errors.ts";
import type { Reply } from "./reply.ts";

/** HTTP status of every error code; a code without a status does not compile. */
export const STATUS = {
  "error.invalid-request": 400,
  "error.invalid-json": 400,
  "error.payload-too-large": 413,
  "error.unsupported-media-type": 415,
  "error.request-timeout": 408,
  "error.unauthorized": 401,
  "error.scope-missing": 403,
  "error.not-found": 404,
  "error.method-not-allowed": 405,
  "error.rate-limit-exceeded": 429,
  "error.shop-not-found": 404,
  "error.session-not-found": 404,
  "error.checkout-page-off": 409,
  "error.coupon-not-found": 404,
  "error.coupon-not-started": 409,
  "error.coupon-expired": 409,
  "error.coupon-minimum-not-met": 409,
  "error.coupon-not-eligible": 409,
  "error.coupon-limit-reached": 409,
  "error.coupon-not-better": 409,
  "error.coupon-already-applied": 409,
  "error.coupon-rate-limited": 429,
  "error.invalid-state": 409,
  "error.gift-not-available": 409,
  "error.out-of-stock": 409,
  "error.hold-limit": 409,
  "error.phone-required": 409,
  "error.address-required": 409,
  "error.address-not-serviceable": 409,
  "error.customer-required": 409,
  "error.otp-invalid": 409,
  "error.otp-expired": 409,
  "error.otp-too-many-attempts": 409,
  "error.otp-rate-limited": 429,
  "error.otp-daily-limit": 429,
  "error.otp-country-not-allowed": 400,
  "error.otp-number-not-allowed": 400,
  "error.coins-not-available": 409,
  "error.cod-not-available": 409,
  "error.price-changed": 409,
  "error.payment-required": 409,
  "error.payment-not-found": 404,
  "error.payment-mismatch": 409,
  "error.payment-reference-used": 409,
  "error.payment-at-provider": 409,
  "error.provider-refused": 502,
  "error.provider-exists": 409,
  "error.provider-not-found": 404,
  "error.refund-exceeded": 409,
  "error.refund-not-found": 404,
  "error.payment-disputed": 409,
  "error.idempotency-key-reused": 422,
  "error.idempotency-key-stale": 409,
  "error.idempotency-in-progress": 409,
  "error.merchant-not-found": 404,
  "error.merchant-exists": 409,
  "error.key-not-found": 404,
  "error.coupon-exists": 409,
  "error.customer-not-found": 404,
  "error.webhook-not-found": 404,
  "error.event-not-found": 404,
  "error.person-not-found": 404,
  "error.person-exists": 409,
  "error.variant-not-found": 404,
  "error.conflict": 409,
  "error.unavailable": 503,
  "error.internal": 500,
} as const satisfies Record<ErrorCode, number>;

/** Values of `WWW-Authenticate` (RFC 6750 section 3). */
const CHALLENGES: ReadonlyMap<ErrorCode, string> = new Map([
  ["error.unauthorized", "Bearer"],
  ["error.scope-missing", 'Bearer error="insufficient_scope"'],
]);

const bodySchema = z.object({ error: z.object({ code: z.enum(ERROR_CODES) }) });

/** The error code in a failure's body; undefined for an unknown one. */
export function codeIn(body: string): ErrorCode | undefined {
  try {
    return bodySchema.safeParse(JSON.parse(body)).data?.error.code;
  } catch {
    return undefined;
  }
}

/**
 * Converts a thrown value to an answer. Anything but an {@link AppError} becomes a generic
 * `error.internal`, and only the log has its cause.
 */
export function problem(thrown: unknown): Reply & { readonly error: AppError } {
  const error = thrown instanceof AppError
    ? thrown
    : new AppError("error.internal", "Internal error, logged under this answer's X-Request-Id", {
      cause: thrown,
    });
  const { code, message, retryAfterSeconds } = error;
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers["Retry-After"] = String(retryAfterSeconds);
  const challenge = CHALLENGES.get(code);
  if (challenge !== undefined) headers["WWW-Authenticate"] = challenge;
  return {
    status: STATUS[code],
    body: JSON.stringify({ status: "FAILURE", error: { code, message } }),
    headers,
    error,
  };
}
