import { hash } from "node:crypto";
import type { SessionId } from "../ids.ts";
import type { Payment } from "./payment.ts";

/** Time for which a link opens its session. */
export const LINK_LIFETIME_MS = 86_400_000;
/** Length of a token: 256 bits. */
export const LINK_TOKEN_BYTES = 32;

/** The link to the checkout page of a session; only the hash of its token is stored. */
export interface CheckoutLink {
  readonly sessionId: SessionId;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly tokenHash: string;
  readonly createdAt: number;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Makes a token.
 *
 * @param random {@link LINK_TOKEN_BYTES} bytes from a cryptographic source
 */
export function composeLinkToken(random: Uint8Array): string {
  return random.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** SHA-256 of a token, lower-case hexadecimal; undefined for text that is no token. */
export function hashLinkToken(token: string): string | undefined {
  return TOKEN.test(token) ? hash("sha256", token, "hex") : undefined;
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
