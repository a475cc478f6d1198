import type { CheckoutEvent } from "./events.ts";
import type { IdempotencyRecord } from "./idempotency.ts";
import type { CouponId, CustomerId, KeyId, MerchantId, SessionId, VariantId } from "./ids.ts";
import type { Resolution, UnexpectedPayment } from "./session/payment.ts";
import type { CheckoutSession } from "./session/session.ts";
import type { ApiKey } from "./shop/api_key.ts";
import type { Product } from "./shop/catalog.ts";
import type { Coupon } from "./shop/coupon.ts";
import type { CoinMovement, Customer } from "./shop/customer.ts";
import type { Merchant } from "./shop/merchant.ts";
import type { Delivery, WebhookEndpoint } from "./shop/webhook.ts";

/**
 * Changes to write, as facts of the domain and not as statements of a
 * database: plain data, each with the precondition under which it may happen.
 *
 * A list of changes lands together or not at all.
 */
export type Change =
  | ShopChange
  | CustomerChange
  | SessionChange
  | HoldChange
  | PaymentChange
  | DeliveryChange;

/** Changes by the shop. */
export type ShopChange =
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
  /**
   * Creates or replaces a product with all its variants, by merchant and product id. A
   * variant's units at hand change only if they differ from what was last imported: a
   * second import of one file does not bring back what was sold.
   */
  | {
    readonly kind: "product.put";
    readonly merchantId: MerchantId;
    readonly product: Product;
  }
  /** Creates or replaces a webhook endpoint by its id. */
  | { readonly kind: "webhook.put"; readonly endpoint: WebhookEndpoint }
  /** Removes a webhook endpoint with its deliveries. Refused when it is not there. */
  | { readonly kind: "webhook.remove"; readonly endpointId: string };

/** Customers and their coins. */
export type CustomerChange =
  /** Creates a customer, or sets the opening balance that a seed gave to a known one. */
  | {
    readonly kind: "customer.put";
    readonly customer: Customer;
    /** Opening coins of a seed file. */
    readonly seededCoins: number;
  }
  /**
   * Takes a customer's phone number away, for good, and what operators wrote into the ledger; the
   * entries stay. Refused when that was done before, and with `onlyIdle` when the customer has a
   * session or coins.
   */
  | {
    readonly kind: "customer.erase";
    readonly customerId: CustomerId;
    readonly onlyIdle: boolean;
  }
  /** Takes a phone number away from codes that were sent to it; they go on counting. */
  | { readonly kind: "otp.forget"; readonly merchantId: MerchantId; readonly phone: string }
  /** Adds a customer. Refused when the merchant has one with this phone. */
  | { readonly kind: "customer.add"; readonly customer: Customer }
  /**
   * Moves coins. Refused when the account they leave would fall below zero, and when the
   * session has moved coins of this customer for this reason before.
   */
  | { readonly kind: "coins.move"; readonly movement: CoinMovement }
  /**
   * Notes that a code was sent to a phone. Refused when one was sent after `quietSince`, at
   * `limit` of them after `since`, and at `shopLimit` to all phones of the shop after `shopSince`.
   */
  | {
    readonly kind: "otp.sent";
    readonly merchantId: MerchantId;
    readonly phone: string;
    readonly at: number;
    readonly quietSince: number;
    readonly since: number;
    readonly limit: number;
    readonly shopSince: number;
    readonly shopLimit: number;
  };

/**
 * A session as it is shown, made beforehand so that a read need not make it; null for none.
 * Whoever shows sessions makes it and reads it, and nobody takes a session from it.
 */
export type SessionView = string | null;

/** Sessions. */
export type SessionChange =
  /** Adds a session, with what its request said besides (`keptExtra`). */
  | {
    readonly kind: "session.add";
    readonly session: CheckoutSession;
    readonly extra: string;
    readonly view: SessionView;
  }
  /**
   * Replaces a session, which counts as activity unless it has expired. Refused unless it is
   * at `expectedVersion`.
   */
  | {
    readonly kind: "session.put";
    readonly session: CheckoutSession;
    readonly view: SessionView;
    readonly expectedVersion: number;
    /** True if it ended by inactivity: nobody finds it any more. */
    readonly expired: boolean;
    /** Changed from the command line: servers must read it anew. */
    readonly byOperator?: boolean;
    readonly at: number;
  }
  /** Notes activity on a session; never moves back in time. */
  | { readonly kind: "session.touch"; readonly sessionId: SessionId; readonly at: number }
  /** Deletes a session with its events. Refused when it has been active since `lastActiveBefore`. */
  | {
    readonly kind: "session.delete";
    readonly sessionId: SessionId;
    readonly lastActiveBefore: number;
  }
  /**
   * Removes a person from what belongs to a session: what was kept of the request, phones and
   * codes in its events, recorded answers, notes on its payments. The session itself is put, as it
   * is without them, by the same commit.
   */
  | {
    readonly kind: "session.erase";
    readonly sessionId: SessionId;
    readonly merchantId: MerchantId;
    /** Codes to this number alone; null for all of the session. */
    readonly phone: string | null;
    /** True if the shop's reference goes from its events, too. */
    readonly withReference: boolean;
  }
  /** Records an answer. Refused when the key has one under this name. */
  | { readonly kind: "idempotency.add"; readonly record: IdempotencyRecord }
  /** Forgets answers that were recorded before a moment. */
  | { readonly kind: "idempotency.purge"; readonly before: number }
  /** Forgets codes that were sent before a moment. */
  | { readonly kind: "otp.purge"; readonly before: number };

/** Changes by a payment: holds, releases and uses. */
export type HoldChange =
  /**
   * Takes a use of a coupon for a session. Refused at a limit, of all or of the
   * customer; null is none. Taking it twice for one session is refused.
   */
  | {
    readonly kind: "coupon.take";
    readonly couponId: CouponId;
    readonly sessionId: SessionId;
    readonly customerId: CustomerId | null;
    readonly limit: number | null;
    readonly limitPerCustomer: number | null;
  }
  /** Gives a session's use of a coupon back, if it has one. */
  | {
    readonly kind: "coupon.return";
    readonly couponId: CouponId;
    readonly sessionId: SessionId;
  }
  /**
   * Sets units of a variant aside for a session. Refused when fewer are left and the
   * variant must not be oversold.
   */
  | {
    readonly kind: "stock.hold";
    readonly merchantId: MerchantId;
    readonly sessionId: SessionId;
    readonly variantId: VariantId;
    readonly units: number;
  }
  /** Gives back all units that are set aside for a session. */
  | { readonly kind: "stock.release"; readonly sessionId: SessionId }
  /** Takes all units that are set aside for a session out of the stock. */
  | { readonly kind: "stock.sell"; readonly sessionId: SessionId };

/** Results of payments. */
export type PaymentChange =
  /** Takes a provider's reference for a payment. Refused when the merchant has used it before. */
  | {
    readonly kind: "reference.take";
    readonly merchantId: MerchantId;
    readonly reference: string;
    readonly sessionId: SessionId;
    readonly paymentId: string;
  }
  /** Records a result that no order is for. Refused when the same result is recorded. */
  | { readonly kind: "unexpected.add"; readonly unexpected: UnexpectedPayment }
  /** Closes such a record. Refused when it is closed or not known. */
  | {
    readonly kind: "unexpected.resolve";
    readonly id: string;
    readonly resolution: Resolution;
  };

/** Events and their way to the merchant. */
export type DeliveryChange =
  /** Adds an event, to be delivered to each of the merchant's endpoints that wants it. */
  | { readonly kind: "event.add"; readonly event: CheckoutEvent }
  /** Notes how far a delivery is. Refused when it is not there. */
  | { readonly kind: "delivery.put"; readonly delivery: Delivery }
  /** Blots out the codes in `otp.requested` events from before a moment, or of one event. */
  | { readonly kind: "otp.redact"; readonly before: number }
  | { readonly kind: "event.redact"; readonly eventId: string };

/** Changes to what a shop decided: whoever keeps such things at hand must read them again. */
const ADMINISTRATIVE: ReadonlySet<Change["kind"]> = new Set([
  "merchant.put",
  "key.add",
  "key.revoke",
  "coupon.put",
  "product.put",
  "webhook.put",
  "webhook.remove",
  "session.delete",
  "session.erase",
]);

/**
 * True if a change alters what a shop decided, as opposed to what its customers do. To end
 * a session from the command line is such a decision; a server that finds one expired
 * does the same and reads things again, which is cheap.
 */
export function invalidatesCaches(change: Change): boolean {
  return ADMINISTRATIVE.has(change.kind) ||
    (change.kind === "session.put" && (change.expired || change.byOperator === true));
}
