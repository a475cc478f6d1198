import type { SessionId } from "../ids.ts";
import type { Payment } from "./payment.ts";

/** Time for which a link opens its session. */
export const LINK_LIFETIME_MS = 86_400_000;

/** The link to the checkout page of a session; only the hash of its token is stored. */
export interface CheckoutLink {
  readonly sessionId: SessionId;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
}

/**
 * Time at which a link ends: a day after it was made, and a day after a manual payment was due, so
 * that the customer finds its instructions and its result. A cancelled one has neither.
 *
 * @param payment the session's latest
 */
export function linkEndsAt(
  { createdAt }: Pick<CheckoutLink, "createdAt">,
  payment: Pick<Payment, "dueAt" | "status"> | null = null,
): number {
  const dueAt = payment?.status === "FAILED" ? null : payment?.dueAt;
  return Math.max(createdAt, dueAt ?? 0) + LINK_LIFETIME_MS;
}
