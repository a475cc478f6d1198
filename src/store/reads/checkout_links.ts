import type { CheckoutLink } from "../../domain/session/checkout_link.ts";
import type { MaybePromise } from "../../domain/session/stored.ts";

/** Links to checkout pages. */
export interface CheckoutLinkReads {
  /** The link whose token has this SHA-256; null for none, and once another one replaced it. */
  byHash(tokenHash: string): MaybePromise<CheckoutLink | null>;
}
