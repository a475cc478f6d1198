import type { CheckoutSession } from "../domain/session.ts";
import type { Store } from "../store/store.ts";

/** How sessions are shown: as text that is stored with them, so that a read need not make it. */
export interface SessionViews {
  make(session: CheckoutSession): string;
  /** Whether a stored view is as it would be made now. */
  isCurrent(view: string | null): view is string;
}

/** What the outside hands in: the store, time, and randomness. */
export interface Deps {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only grow, for measuring spans. */
  readonly monotonicMs: () => number;
  /** A new UUID (RFC 9562, version 7: they sort by time). */
  readonly newId: () => string;
  /** Bytes from a cryptographic source. */
  readonly randomBytes: (length: number) => Uint8Array;
  /** Resolves after that many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** Tells the operator something by way of the log. */
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Called after a commit with events: somebody may want to deliver them. */
  readonly onEvents: () => void;
  /** How sessions are shown; left out by those who show none. */
  readonly views?: SessionViews;
  /** A session that is not completed ends after this long without activity (spec section 8). */
  readonly sessionTtlMs: number;
  /** What a payment holds is given back this long after its start, unless it has a result. */
  readonly paymentTtlMs: number;
  /** One-time codes that a shop sends in 24 hours at most. */
  readonly otpDaily: number;
  /** Ended sessions are deleted after this long without activity. */
  readonly retentionMs: number;
}
