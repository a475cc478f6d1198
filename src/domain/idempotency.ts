import { hash } from "node:crypto";
import type { MerchantId, SessionId } from "./ids.ts";
import type { CheckoutSession } from "./session/session.ts";
import { canonicalJson } from "./values/json.ts";

/** Time for which a recorded answer is replayed. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

/** Identity of a request that may be repeated: the caller's key and its scope. */
export interface RequestName {
  readonly merchantId: MerchantId;
  /** True for a live API key. */
  readonly livemode: boolean;
  readonly method: string;
  /** As sent. */
  readonly path: string;
  /** The `Idempotency-Key`. */
  readonly key: string;
}

/** Subject of an answer. */
export interface AnswerSubject {
  /** The session that the answer is about; null for an error that changed nothing. */
  readonly sessionId: SessionId | null;
  /** The session or payment that the request started; null for neither. */
  readonly begunId: string | null;
}

/** Subject of an answer about nothing. */
export const NO_SUBJECT: AnswerSubject = { sessionId: null, begunId: null };

/** The recorded answer to a request with an idempotency key. */
export interface IdempotencyRecord extends RequestName, AnswerSubject {
  /** {@link fingerprint} of the request's body. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  /** The header `Location`; null if there was none. */
  readonly location: string | null;
  readonly at: number;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** True for a valid idempotency key: 1 to 255 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text);
}

/** Hash of a parsed body: requests with the same key are equal if it is equal. */
export function fingerprint(body: unknown): string {
  return hash("sha256", canonicalJson(body), "hex");
}

/**
 * True if a recorded answer must not be replayed: what the request started has ended, and the
 * caller would wait for it in vain.
 *
 * @param session its current state; null if it was deleted or has expired
 */
export function isStale(
  { sessionId, begunId }: AnswerSubject,
  session: Pick<CheckoutSession, "state" | "payment"> | null,
): boolean {
  if (begunId === null) return false;
  if (session === null || session.state.session === "ABANDONED") return true;
  if (begunId === sessionId) return false;
  const { payment } = session;
  return payment?.id !== begunId || payment.status === "FAILED" || payment.holds === "released";
}
