import type { ApiKey } from "./api_key.ts";
import type { Product } from "./catalog.ts";
import type { Coupon } from "./coupon.ts";
import type { CoinMovement, Customer } from "./customer.ts";
import type { KeyId, MerchantId, SessionId } from "./ids.ts";
import type { State } from "./lifecycle.ts";
import type { Merchant } from "./merchant.ts";
import type { CheckoutSession } from "./session.ts";

/**
 * What is to be written, as facts of the domain and not as statements of a
 * database: plain data, each with the precondition under which it may happen.
 *
 * A list of changes lands together or not at all.
 */
export type Change =
  /** Creates or replaces a merchant. Refused when another merchant has one of the domains. */
  | { readonly kind: "merchant.put"; readonly merchant: Merchant }
  /** Adds a key. */
  | { readonly kind: "key.add"; readonly key: ApiKey }
  /** Revokes a key. Refused when it is revoked already or not there. */
  | { readonly kind: "key.revoke"; readonly keyId: KeyId; readonly at: number }
  /** Notes that a key was used; never moves back in time. */
  | { readonly kind: "key.used"; readonly keyId: KeyId; readonly at: number }
  /** Creates or replaces a coupon by its id. Refused when another one has the code. */
  | { readonly kind: "coupon.put"; readonly coupon: Coupon }
  /** Creates or replaces a product with all its variants, by merchant and product id. */
  | {
    readonly kind: "product.put";
    readonly merchantId: MerchantId;
    readonly product: Product;
  }
  /** Creates a customer, or sets the opening balance that a seed gave to a known one. */
  | {
    readonly kind: "customer.put";
    readonly customer: Customer;
    /** What a seed file said the customer starts with. */
    readonly seededCoins: number;
  }
  /** Moves coins. Refused when the account they leave would fall below zero. */
  | { readonly kind: "coins.move"; readonly movement: CoinMovement }
  /** Adds a session, with the request it was made from. */
  | {
    readonly kind: "session.add";
    readonly session: CheckoutSession;
    readonly received: string;
  }
  /** Moves a session to another state. Refused unless it is still at `expectedVersion`. */
  | {
    readonly kind: "session.advance";
    readonly sessionId: SessionId;
    readonly expectedVersion: number;
    readonly state: State;
    readonly at: number;
  }
  /** Notes activity on a session; never moves back in time. */
  | { readonly kind: "session.touch"; readonly sessionId: SessionId; readonly at: number }
  /** Deletes a session. Refused when it has been active since `lastActiveBefore`. */
  | {
    readonly kind: "session.delete";
    readonly sessionId: SessionId;
    readonly lastActiveBefore: number;
  };

/** Changes to what a shop decided: whoever keeps such things at hand must read them again. */
const ADMINISTRATIVE: ReadonlySet<Change["kind"]> = new Set([
  "merchant.put",
  "key.add",
  "key.revoke",
  "coupon.put",
  "product.put",
]);

/** Whether a change alters what a shop decided, as opposed to what its customers do. */
export function isAdministrative(change: Change): boolean {
  return ADMINISTRATIVE.has(change.kind);
}
