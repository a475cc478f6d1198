import type { CheckoutSession } from "../domain/session/session.ts";
import type { ProviderTransport } from "../payments/provider.ts";
import type { Store } from "../store/store.ts";
import type { Secrets } from "./secrets/secrets.ts";

/** Views: the JSON text of a session for the API, stored with it so that reads need not make it. */
export interface SessionViews {
  make(session: CheckoutSession): string;
  /** True for a view in the form of this version. */
  isCurrent(view: string | null): view is string;
}

/** Injected dependencies; each service takes a part of them. */
export interface Deps {
  readonly store: Store;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Monotonic milliseconds, for measuring spans. */
  readonly monotonicMs: () => number;
  /** A new UUID (RFC 9562, version 7: they sort by time). */
  readonly newId: () => string;
  /** Bytes from a cryptographic source. */
  readonly randomBytes: (length: number) => Uint8Array;
  readonly secrets: Secrets;
  /** Calls a payment provider. */
  readonly callProvider: ProviderTransport;
  /** Resolves after a number of milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** Logs a warning. */
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Called after a commit with events that an endpoint takes, to deliver them. */
  readonly onEvents: () => void;
  readonly views: SessionViews;
  /** Time without activity after which a session that is not completed ends (spec section 8). */
  readonly sessionTtlMs: number;
  /** Time from a payment's start until its holds are released, unless it has a result. */
  readonly paymentTtlMs: number;
  /** Limit of one-time codes per shop and day of its time zone. */
  readonly otpDaily: number;
  /** Time without activity after which sessions are deleted that are no live orders. */
  readonly retentionMs: number;
  /** Time from its placing after which the person of an order is erased; Infinity for never. */
  readonly orderRetentionMs: number;
  /** Time after which sealed audit entries are deleted (default: Infinity for never). */
  readonly auditRetentionMs?: number;
  /** True on a server that shows the demo shop (default: false). */
  readonly isDemo?: boolean;
}

/** Dependencies of the operator's services. */
export interface OperatorDeps extends
  Pick<
    Deps,
    | "store"
    | "now"
    | "monotonicMs"
    | "newId"
    | "randomBytes"
    | "secrets"
    | "wait"
    | "callProvider"
  > {
  /** Default: sessions are stored without a view, and the next read makes it. */
  readonly views?: SessionViews;
  /** Default: as those of a server. */
  readonly paymentTtlMs?: number;
  readonly warn?: Deps["warn"];
  readonly onEvents?: Deps["onEvents"];
}
