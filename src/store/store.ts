import type { MaybePromise } from "../domain/maybe_promise.ts";
import type { ApiKey } from "../domain/api_key.ts";
import type { CatalogEntry, Product } from "../domain/catalog.ts";
import type { Change } from "../domain/changes.ts";
import type { Coupon, CouponUsage } from "../domain/coupon.ts";
import type { CoinMovement } from "../domain/customer.ts";
import type { CheckoutEvent } from "../domain/events.ts";
import type { IdempotencyRecord, RequestName } from "../domain/idempotency.ts";
import type {
  CouponId,
  CustomerId,
  KeyId,
  MerchantId,
  ProductId,
  SessionId,
  VariantId,
} from "../domain/ids.ts";
import type { PaymentState, SessionState } from "../domain/lifecycle.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { UnexpectedPayment } from "../domain/unexpected_payment.ts";
import type { DueDelivery, WebhookEndpoint } from "../domain/webhook.ts";
import type { StoreHealth } from "./health.ts";
import type { People } from "./people.ts";
import type { Statistics } from "./statistics.ts";
import type {
  SessionCount,
  SessionHolds,
  ShownSession,
  StoredCustomer,
  StoredSession,
} from "../domain/stored.ts";
import type { Writes } from "./writes.ts";

export type {
  DayCount,
  OrderSum,
  SessionCount,
  SessionHead,
  SessionHolds,
  ShownSession,
  StoredCustomer,
  StoredSession,
} from "../domain/stored.ts";
export type { Period, Statistics } from "./statistics.ts";

/** Which sessions to list; newest first. */
export interface SessionFilter {
  readonly merchantId?: MerchantId;
  readonly state?: SessionState;
  readonly payment?: PaymentState;
  /** Verified phone, E.164. */
  readonly phone?: string;
  readonly limit: number;
}

/** Which results without an order to list; newest first. */
export interface UnexpectedFilter {
  readonly merchantId?: MerchantId;
  /** Only those that are not resolved. */
  readonly open: boolean;
  readonly limit: number;
}

/**
 * The port to whatever keeps the data: reads, and one write verb.
 *
 * Every read sees each commit of the same process that was acknowledged before
 * it. A row that does not parse is an error, never a half-right value.
 */
export interface Store {
  /** The merchant with this id; null when there is none. */
  merchant(id: MerchantId): MaybePromise<Merchant | null>;
  /** The merchant that has this domain, in the form of `parseDomain`. */
  merchantByDomain(domain: string): MaybePromise<Merchant | null>;
  /** All merchants, by name. */
  merchants(): MaybePromise<Merchant[]>;

  /** The key whose secret has this SHA-256, revoked or not. */
  keyByHash(hash: string): MaybePromise<ApiKey | null>;
  /** The key with this id. */
  key(id: KeyId): MaybePromise<ApiKey | null>;
  /** A merchant's keys, oldest first. */
  keys(merchantId: MerchantId): MaybePromise<ApiKey[]>;

  /** A merchant's coupons, by code, disabled ones too. */
  coupons(merchantId: MerchantId): MaybePromise<Coupon[]>;
  /** A merchant's enabled coupons that apply by themselves: few, while of codes there may be many. */
  automaticCoupons(merchantId: MerchantId): MaybePromise<Coupon[]>;
  /** A merchant's coupons with these ids or with this code (in the form of `couponKey`). */
  enteredCoupons(
    merchantId: MerchantId,
    entered: { readonly ids: readonly CouponId[]; readonly code: string | null },
  ): MaybePromise<Coupon[]>;
  /**
   * How often each of these coupons has been used, by all and by one customer; absent
   * for never. A use that a payment has set aside counts.
   */
  couponUsage(
    ids: readonly CouponId[],
    customerId: CustomerId | null,
  ): MaybePromise<Map<CouponId, CouponUsage>>;

  /**
   * Those of these variants that the catalogue has, with their products. Their inventory
   * is what is left: units at hand less those set aside.
   */
  catalog(
    merchantId: MerchantId,
    variantIds: readonly VariantId[],
  ): MaybePromise<Map<VariantId, CatalogEntry>>;
  /** Those of these products that the catalogue has. */
  productsById(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<Map<ProductId, Product>>;
  /** Which of these products the catalogue has. */
  knownProducts(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<Set<ProductId>>;
  /** {@link productsById} with the inventory as it was last imported. */
  importedProducts(
    merchantId: MerchantId,
    ids: readonly ProductId[],
  ): MaybePromise<Map<ProductId, Product>>;
  /** A merchant's products, by id. */
  products(merchantId: MerchantId): MaybePromise<Product[]>;

  /** The customer with this phone number (E.164). */
  customer(merchantId: MerchantId, phone: string): MaybePromise<StoredCustomer | null>;

  /** The customer with this id. */
  customerById(id: CustomerId): MaybePromise<StoredCustomer | null>;
  /** A merchant's customers, by phone. */
  customers(merchantId: MerchantId): MaybePromise<StoredCustomer[]>;
  /** A customer's ledger, oldest first. */
  coinMovements(id: CustomerId): MaybePromise<CoinMovement[]>;
  /** When codes were sent to a phone since a moment, oldest first. */
  otpSends(merchantId: MerchantId, phone: string, since: number): MaybePromise<number[]>;

  /** When the n-th latest code of a shop was sent, to whatever phone; null when fewer are known. */
  nthLatestOtpSend(merchantId: MerchantId, n: number): MaybePromise<number | null>;

  /** The session with this id, whatever its state. */
  session(id: SessionId): MaybePromise<StoredSession | null>;
  /** The same as it is shown. */
  shownSession(id: SessionId): MaybePromise<ShownSession | null>;
  /** What is kept of the request that a session was made from (`keptExtra`), as JSON text. */
  sessionExtra(id: SessionId): MaybePromise<string | null>;
  /** Sessions that match, newest first. */
  sessions(filter: SessionFilter): MaybePromise<StoredSession[]>;
  /** Sessions by merchant and states; of one merchant where it is given. */
  sessionCounts(merchantId?: MerchantId): MaybePromise<SessionCount[]>;
  /** Up to `limit` sessions that can still expire and were last active at or before a moment, longest idle first. */
  idleSessions(lastActiveUntil: number, limit: number): MaybePromise<StoredSession[]>;
  /** Up to `limit` sessions whose payment holds something and was started at or before a moment, longest held first. */
  overduePayments(startedUntil: number, limit: number): MaybePromise<StoredSession[]>;
  /** Ids of up to `limit` sessions in any state that were last active before a moment. */
  oldSessions(lastActiveBefore: number, limit: number): MaybePromise<SessionId[]>;

  /** Results that no order is for, newest first. */
  unexpectedPayments(filter: UnexpectedFilter): MaybePromise<UnexpectedPayment[]>;
  /** The one with this id. */
  unexpectedPayment(id: string): MaybePromise<UnexpectedPayment | null>;

  /** What is set aside for a session. */
  holds(id: SessionId): MaybePromise<SessionHolds>;
  /** A session's events, oldest first. */
  sessionEvents(id: SessionId): MaybePromise<CheckoutEvent[]>;

  /** The answer that is recorded under this name. */
  idempotencyRecord(name: RequestName): MaybePromise<IdempotencyRecord | null>;

  /** A merchant's webhook endpoints, oldest first, disabled ones too. */
  webhooks(merchantId: MerchantId): MaybePromise<WebhookEndpoint[]>;
  /** The webhook endpoint with this id. */
  webhook(id: string): MaybePromise<WebhookEndpoint | null>;
  /** An endpoint's deliveries, latest event first, with their events. */
  deliveries(endpointId: string, limit: number): MaybePromise<DueDelivery[]>;
  /** One delivery with its event and endpoint. */
  delivery(eventId: string, endpointId: string): MaybePromise<DueDelivery | null>;
  /**
   * Deliveries that are due at a moment, in the order of their events: one of each enabled
   * endpoint that is not among `busy`. It is that of the earlier event among the first that
   * was never tried and, of those tried before, the one that has been due for longest.
   */
  dueDeliveries(now: number, busy: readonly string[]): MaybePromise<DueDelivery[]>;

  /**
   * A number that changes once another process may have made an administrative
   * change (`isAdministrative`), or this one has. Cheap enough to ask often.
   */
  epoch(): MaybePromise<number>;
  /** Answers when the database can be read and written; throws when it cannot. */
  ping(): MaybePromise<void>;

  /**
   * Writes all of these changes or none. Resolves when they are durable.
   *
   * @throws {CommitRefused} when a precondition does not hold; nothing is written
   * @throws {AppError} `error.unavailable` when the database cannot take writes now
   */
  commit(changes: readonly Change[]): Promise<void>;

  readonly people: People;
  readonly statistics: Statistics;
  readonly health: StoreHealth;
  readonly writes: Writes;

  /** Finishes what was begun and lets go of the database. */
  close(): Promise<void>;
}

/** A commit that was not made because one of its changes may not happen. */
export class CommitRefused extends Error {
  override readonly name = "CommitRefused";
  readonly change: Change;

  constructor(change: Change, message: string) {
    super(message);
    this.change = change;
  }
}
