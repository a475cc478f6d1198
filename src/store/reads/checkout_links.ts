import type { CheckoutLink } from "../../domain/session/checkout_link.ts";
import type { PaymentReturn } from "../../domain/session/payment_return.ts";
import type { MaybePromise, StoredSession } from "../../domain/session/stored.ts";

/** A link and its session. */
export interface LinkedSession {
  readonly link: CheckoutLink;
  readonly stored: StoredSession;
}

/** The way back from a payment, and its session. */
export interface ReturnedSession {
  readonly way: PaymentReturn;
  readonly stored: StoredSession;
}

/** Links to checkout pages. */
export interface CheckoutLinkReads {
  /** The link whose token has this SHA-256; null for none, and once another one replaced it. */
  byHash(tokenHash: string): MaybePromise<CheckoutLink | null>;
  /** {@link byHash} with its session, in one round trip. */
  withSession(tokenHash: string): MaybePromise<LinkedSession | null>;
  /** The way back from a payment whose code has this SHA-256, with its session; null for none. */
  returned(codeHash: string): MaybePromise<ReturnedSession | null>;
}
