import { hash } from "node:crypto";
import type { MerchantId, SessionId } from "./ids.ts";
import type { CheckoutSession } from "./session/session.ts";
import { canonicalJson } from "./values/json.ts";

/** A recorded answer is replayed for this long. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

/** The name of a request that may be sent again: the caller's key, and where it counts. */
export interface RequestName {
  readonly merchantId: MerchantId;
  /** True if the API key is a live one. */
  readonly livemode: boolean;
  readonly method: string;
  /** As it was sent. */
  readonly path: string;
  /** As the caller named it. */
  readonly key: string;
}

/** Subject of an answer. */
export interface AnswerSubject {
  /** The session that the answer shows or created; null for a refusal that changed nothing. */
  readonly sessionId: SessionId | null;
  /** The session or payment that the request began; null when it began neither. */
  readonly begunId: string | null;
}

/** Of a refusal that is about nothing. */
export const NO_SUBJECT: AnswerSubject = { sessionId: null, begunId: null };

/** The answer to a request that named an idempotency key, for when it comes again. */
export interface IdempotencyRecord extends RequestName, AnswerSubject {
  /** Of the body of the request: {@link fingerprint}. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  /** The header `Location`, where the answer had one. */
  readonly location: string | null;
  readonly at: number;
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/** True if a text can be an idempotency key: 1 to 255 visible ASCII characters. */
export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text);
}

/** Hash of the value of a body: two requests under one name are the same if it is equal. */
export function fingerprint(body: unknown): string {
  return hash("sha256", canonicalJson(body), "hex");
}

/**
 * True if a recorded answer must not be replayed: what the request began has come to nothing,
 * and a caller who is given the old answer would go on waiting for it.
 *
 * @param session as it stands; null once it is deleted or has expired
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
