import type { CustomerChange } from "./customer_change.ts";
import type { CheckoutEvent } from "./events.ts";
import type { HoldChange } from "./hold_change.ts";
import type { IdempotencyRecord } from "./idempotency.ts";
import type { CouponId, KeyId, MerchantId, SessionId, VariantId } from "./ids.ts";
import type { LimitChange } from "./limit_change.ts";
import type { PeopleChange } from "./people/change.ts";
import type { ChannelKind } from "./shop/message.ts";
import type { Secret, StoredSecret } from "./secret.ts";
import type { PaymentChange } from "./payment_change.ts";
import type { RefundChange } from "./refund_change.ts";
import type { LinkChange } from "./session/checkout_link.ts";
import type { CheckoutSession } from "./session/session.ts";
import type { ApiKey } from "./shop/api_key.ts";
import type { Product, VariantAlias } from "./shop/catalog.ts";
import type { Coupon } from "./shop/coupon.ts";
import type { Merchant } from "./shop/merchant.ts";
import type { PictureChange } from "./picture_change.ts";
import type { ClearedPart } from "./shop/shop_data.ts";
import type { Delivery, Endpoint, WebhookEndpoint } from "./shop/webhook.ts";
import type { ExpectChange } from "./stamp.ts";
import type { AuditEntry } from "./trail/entry.ts";
import type { AuditSeal, NamedEntries, SealedEntry } from "./trail/seal.ts";

/**
 * Changes to write, as facts of the domain and not as database statements: plain data, each with
 * its precondition.
 *
 * All changes of a list are written, or none.
 */
export type Change =
  | ShopChange
  | PictureChange
  | CustomerChange
  | SessionChange
  | HoldChange
  | PaymentChange
  | RefundChange
  | DeliveryChange
  | PeopleChange
  | LimitChange
  | AuditChange
  | ExpectChange;

/** Changes by the shop. */
export type ShopChange =
  /** Creates or replaces a merchant. Refused if another merchant has one of the domains. */
  | { readonly kind: "merchant.put"; readonly merchant: Merchant }
  /** Deletes some of a part of a shop's data, whose sessions are deleted. */
  | {
    readonly kind: "merchant.clear";
    readonly merchantId: MerchantId;
    readonly part: ClearedPart;
    readonly limit: number;
  }
  /** Deletes a merchant with its keys and endpoints. Refused if it is unknown or has data. */
  | { readonly kind: "merchant.remove"; readonly merchantId: MerchantId }
  /** Adds a key. */
  | { readonly kind: "key.add"; readonly key: ApiKey }
  /** Revokes a key. Refused if it is revoked or unknown. */
  | { readonly kind: "key.revoke"; readonly keyId: KeyId; readonly at: number }
  /** Names the successor of a key, and its end. Refused if it is rotated, revoked or unknown. */
  | {
    readonly kind: "key.rotate";
    readonly keyId: KeyId;
    readonly successorId: KeyId;
    readonly endsAt: number;
  }
  /**
   * Changes the name, the end and the addresses of a key. Refused if it is revoked, or no longer as it
   * was read.
   */
  | { readonly kind: "key.update"; readonly key: ApiKey; readonly was: ApiKey }
  /** Notes the use of a key; never moves back in time. */
  | {
    readonly kind: "key.used";
    readonly keyId: KeyId;
    readonly at: number;
    /** Address of the client; null if it is not known. */
    readonly from: string | null;
  }
  /** Creates or replaces a coupon by its id. Refused if another coupon has the code. */
  | { readonly kind: "coupon.put"; readonly coupon: Coupon }
  /** Removes a coupon. Refused if it is unknown, used or held. */
  | {
    readonly kind: "coupon.remove";
    readonly merchantId: MerchantId;
    readonly couponId: CouponId;
  }
  /**
   * Creates or replaces a product with all its variants, by merchant and product id. A variant's
   * stock changes only if it differs from the last import: importing a file twice does not restore
   * sold units.
   */
  | {
    readonly kind: "product.put";
    readonly merchantId: MerchantId;
    readonly product: Product;
  }
  /** Accepts ids of the store's own files and carts for a variant. Refused if it is unknown. */
  | {
    readonly kind: "product.alias";
    readonly merchantId: MerchantId;
    readonly alias: VariantAlias;
  }
  /** Sets the units in stock of a variant; null ends the tracking. Refused if it is unknown. */
  | {
    readonly kind: "stock.set";
    readonly merchantId: MerchantId;
    readonly variantId: VariantId;
    readonly units: number | null;
  }
  /** Adds units to the stock of a variant, or takes them. Refused if its stock is not tracked. */
  | {
    readonly kind: "stock.add";
    readonly merchantId: MerchantId;
    readonly variantId: VariantId;
    readonly units: number;
  }
  /**
   * Creates or replaces an endpoint by its id; the secret of a known webhook stays. Refused if the
   * shop has another channel of its kind.
   */
  | { readonly kind: "webhook.put"; readonly endpoint: Endpoint }
  /** Refused if the id is taken. */
  | { readonly kind: "webhook.add"; readonly endpoint: WebhookEndpoint }
  /** Replaces the secret of a webhook. Refused if it is no longer the one that was read. */
  | {
    readonly kind: "webhook.rotate";
    readonly endpoint: WebhookEndpoint;
    readonly was: StoredSecret;
  }
  /** Removes an endpoint with its deliveries. Refused if it is unknown. */
  | {
    readonly kind: "webhook.remove";
    readonly merchantId: MerchantId;
    readonly endpointId: string;
  }
  /** Adds a secret of the server. Refused if there is one of its name. */
  | { readonly kind: "secret.add"; readonly secret: Secret };

/**
 * The JSON text of a session for the API, stored so that reads need not make it; null for none. No
 * session is read from it.
 */
export type SessionView = string | null;

/** Sessions. */
export type SessionChange =
  /** Adds a session, with the rest of its request (`keptExtra`). */
  | {
    readonly kind: "session.add";
    readonly session: CheckoutSession;
    readonly extra: string;
    readonly view: SessionView;
  }
  /**
   * Replaces a session; counts as activity unless it has expired. Refused if its version is not
   * `expectedVersion`, or if its shop has an order with this number.
   */
  | {
    readonly kind: "session.put";
    readonly session: CheckoutSession;
    readonly view: SessionView;
    readonly expectedVersion: number;
    /** True if it ended by inactivity and is no longer found. */
    readonly expired: boolean;
    /** True for a change by an operator's process: servers must read the session again. */
    readonly byOperator?: boolean;
    /**
     * The session before, if its last use is noted apart: only columns that differ are written then,
     * so that no index has to move (default: all are written, and `at` as the last use).
     */
    readonly before?: CheckoutSession;
    readonly at: number;
  }
  /**
   * Adds stored sessions to the sums of statistics, which later changes of them keep up by themselves:
   * those with ids after one and up to the last. Refused if others are next.
   */
  | { readonly kind: "session.sum"; readonly after: string; readonly last: string }
  /** Notes activity on a session; never moves back in time. */
  | { readonly kind: "session.touch"; readonly sessionId: SessionId; readonly at: number }
  | LinkChange
  /**
   * Deletes a session with its events and its link; statistics go on counting it. Refused if it was
   * active after `lastActiveBefore`, if it awaits a manual payment, and for a live order.
   */
  | {
    readonly kind: "session.delete";
    readonly sessionId: SessionId;
    readonly lastActiveBefore: number;
    /** The shop that is removed: never refused for what the session is, and not counted. */
    readonly withShop?: MerchantId;
  }
  /**
   * Removes personal data beside a session: the rest of its request, numbers and codes in events,
   * answers, notes on payments, the person's link. The same commit puts the session without them.
   */
  | {
    readonly kind: "session.erase";
    readonly sessionId: SessionId;
    readonly merchantId: MerchantId;
    /** Limits it to codes for this number; null for all, which erases the person of an order. */
    readonly phone: string | null;
    readonly at: number;
    /** True to remove the shop's reference, or the reason of a cancellation, from its events. */
    readonly withReference: boolean;
    readonly withReason: boolean;
  }
  /** Lets the retention erase an order again: it has got personal data since. */
  | { readonly kind: "session.retain"; readonly sessionId: SessionId }
  /** Records an answer. Refused if one is recorded under this name. */
  | { readonly kind: "idempotency.add"; readonly record: IdempotencyRecord }
  /** Deletes answers recorded before a time. */
  | { readonly kind: "idempotency.purge"; readonly before: number }
  /** Deletes records of codes sent before a time. */
  | { readonly kind: "otp.purge"; readonly before: number };

/** Events and their deliveries. */
export type DeliveryChange =
  /** Adds an event, and a delivery to each endpoint of its mode that takes it. */
  | {
    readonly kind: "event.add";
    readonly event: CheckoutEvent;
    /** Channels that reach the customer (default: none); others get no delivery. */
    readonly reaches?: readonly ChannelKind[];
  }
  /** Deletes the events of shops before a time, with their deliveries. */
  | { readonly kind: "event.purge"; readonly before: number }
  /** Updates a delivery. Refused if it is unknown, or was changed since it was as in `was`. */
  | { readonly kind: "delivery.put"; readonly delivery: Delivery; readonly was?: Delivery }
  /** Redacts the codes in `otp.requested` events before a time, or in one event. */
  | { readonly kind: "otp.redact"; readonly before: number }
  | { readonly kind: "event.redact"; readonly eventId: string };

/** The audit trail. */
export type AuditChange =
  /** Adds an entry, in the commit of its change. */
  | { readonly kind: "audit.add"; readonly entry: AuditEntry }
  /** Adds a seal. Refused if there is one of its number, or an entry is sealed or was erased. */
  | {
    readonly kind: "audit.seal";
    readonly seal: AuditSeal;
    readonly entries: readonly { readonly entry: AuditEntry; readonly sealed: SealedEntry }[];
  }
  /** Erases a name from all entries: as that of who changed something, and of a person changed. */
  | ({ readonly kind: "audit.erase" } & NamedEntries)
  /** Deletes the entries of all seals up to one, which becomes the beginning of the chain. */
  | { readonly kind: "audit.prune"; readonly seal: number };
