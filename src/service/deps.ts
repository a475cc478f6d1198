import type { CheckoutSession } from "../domain/session/session.ts";
import type { Store } from "../store/store.ts";

/** Views: the text of a session as the API shows it, stored with it so that a read makes none. */
export interface SessionViews {
  make(session: CheckoutSession): string;
  /** True for a view in the form of this version. */
  isCurrent(view: string | null): view is string;
}

/** Everything that services take from outside: each takes a part of it. */
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
  /** Logs a warning. */
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Called after a commit with events, to deliver them. */
  readonly onEvents: () => void;
  readonly views: SessionViews;
  /** A session that is not completed ends after this long without activity (spec section 8). */
  readonly sessionTtlMs: number;
  /** Time from a payment's start until its holds are released, unless it has a result. */
  readonly paymentTtlMs: number;
  /** One-time codes that a shop sends in 24 hours at most. */
  readonly otpDaily: number;
  /** Ended sessions are deleted after this long without activity. */
  readonly retentionMs: number;
}
