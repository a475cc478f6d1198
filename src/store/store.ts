import type { Change } from "../domain/changes.ts";
import type { MerchantId } from "../domain/ids.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import type { AttentionReads } from "./reads/attention.ts";
import type { AuditReads } from "./reads/audit.ts";
import type { CatalogReads } from "./reads/catalog.ts";
import type { CheckoutLinkReads } from "./reads/checkout_links.ts";
import type { CustomerReads, PeopleReads } from "./reads/customers.ts";
import type { PersonReads } from "./reads/persons.ts";
import type { PictureReads } from "./reads/pictures.ts";
import type { ProviderReads } from "./reads/providers.ts";
import type { DisputeReads, RefundReads } from "./reads/refunds.ts";
import type { IdempotencyReads, PaymentReads } from "./reads/requests.ts";
import type { IdReads } from "./reads/ids.ts";
import type { SecretReads } from "./reads/secrets.ts";
import type { SessionReads, StatisticsReads } from "./reads/sessions.ts";
import type { CouponReads, KeyReads, MerchantReads } from "./reads/shop.ts";
import type { StampReads } from "./reads/stamps.ts";
import type { WebhookReads } from "./reads/webhooks.ts";
import type { SharedState } from "./shared.ts";

/**
 * The port to a database: reads by part, and one write method.
 *
 * A read sees all earlier acknowledged commits of this process. A row that does not parse is an
 * error.
 */
export interface Store {
  readonly merchants: MerchantReads;
  readonly keys: KeyReads;
  readonly coupons: CouponReads;
  readonly catalog: CatalogReads;
  readonly pictures: PictureReads;
  readonly customers: CustomerReads;
  readonly people: PeopleReads;
  readonly sessions: SessionReads;
  readonly checkoutLinks: CheckoutLinkReads;
  readonly statistics: StatisticsReads;
  readonly payments: PaymentReads;
  readonly providers: ProviderReads;
  readonly refunds: RefundReads;
  readonly disputes: DisputeReads;
  readonly idempotency: IdempotencyReads;
  readonly webhooks: WebhookReads;
  readonly secrets: SecretReads;
  readonly ids: IdReads;
  readonly persons: PersonReads;
  readonly audit: AuditReads;
  readonly attention: AttentionReads;
  readonly stamps: StampReads;
  readonly health: StoreHealth;
  readonly writes: WriteState;
  /** Null for a database without a file. */
  readonly file: DatabaseFile | null;
  /**
   * Null for a database that one server uses. Else other servers may write at any time, and nothing
   * that was read may be answered later from memory.
   */
  readonly shared: SharedState | null;

  /**
   * Counts of the administrative changes (`invalidatesCaches`) by this and other processes. Cheap to
   * read often.
   *
   * @param since {@link Epoch.ofShops} as it was read before (default: no shops are asked for)
   */
  epoch(since?: number): MaybePromise<Epoch>;
  /**
   * Ends the store if a newer program has migrated the schema to a version that this program does
   * not work on; call it about every second.
   */
  checkSchema(): MaybePromise<void>;
  /** Resolves if the database can be read and written; throws if not. */
  ping(): MaybePromise<void>;

  /**
   * Writes all of these changes or none. Resolves when they are durable. Commits that do not await
   * each other may be written in any order, unless they work on the same session.
   *
   * @throws {CommitRefused} for a failed precondition; nothing is written
   * @throws {AppError} `error.unavailable` if the database cannot write now
   */
  commit(changes: readonly Change[]): Promise<void>;

  /** Finishes pending commits and closes the database. */
  close(): Promise<void>;
}

/** Counts of administrative changes; both only grow. */
export interface Epoch {
  /** Of all changes. */
  readonly value: number;
  /** Of those that concern one shop (`changedShop`). Earlier programs count none of theirs. */
  readonly ofShops: number;
  /** The shops of changes since a count that was read before. */
  readonly changed: readonly MerchantId[];
}

/** A commit that was refused because of one of its changes. */
export class CommitRefused extends Error {
  override readonly name = "CommitRefused";
  readonly change: Change;

  constructor(change: Change, message: string) {
    super(message);
    this.change = change;
  }
}

/** Changes that delete some of what is from before a time. */
export const PURGES = [
  "idempotency.purge",
  "otp.purge",
  "return.purge",
  "message.purge",
  "limit.purge",
  "event.purge",
  "picture.purge",
] as const;

/** Live refunds and disputes that have not ended well. */
export interface OpenMoney {
  /** `PENDING`: those for which the provider is asked. */
  readonly refunds: Readonly<Record<"REQUESTED" | "PENDING" | "FAILED", number>>;
  /** Refunds for which the provider should have been called by now. */
  readonly refundsDue: number;
  /** Open disputes. */
  readonly disputes: number;
  /** Disputes for which the provider should have been asked by now. */
  readonly disputesDue: number;
  /**
   * Until when refunds and disputes of all accounts in use were listed, or since when one waits for
   * it; null without accounts.
   */
  readonly listedUntil: number | null;
}

/** Load and size of a store. */
export interface StoreHealth {
  /** Number of waiting commits. */
  queueDepth(): number;
  /** Pending deliveries to enabled endpoints. Walks only those. */
  pendingDeliveries(): MaybePromise<number>;
  /** Unresolved payment results without an order. Walks only those. */
  openUnexpectedPayments(): MaybePromise<number>;
  /** Refunds and disputes to see to. Walks only those. */
  openMoney(now: number): MaybePromise<OpenMoney>;
  /** True if these changes would delete something. */
  hasExpired(before: Readonly<Record<(typeof PURGES)[number], number>>): MaybePromise<boolean>;
  /** Size of the database in bytes, as it reports. */
  bytes(): MaybePromise<number>;
}

/** Since when writes fail, and why. */
export interface WriteOutage {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Text for after a colon. */
  readonly reason: string;
  /** True if writes fail until a restart: the database is damaged. */
  readonly isForGood: boolean;
}

/** Since when reads fail, and why. */
export type ReadOutage = Omit<WriteOutage, "isForGood">;

/** State of a store's writes. */
export interface WriteState {
  /** Null while writes succeed. */
  failing(): WriteOutage | null;
  /** Tries a write if the last one failed; call it about every second. */
  retry(): Promise<void>;
}

/** Capabilities of a database that is a file. */
export interface DatabaseFile {
  /** Size of the write-ahead log in bytes; null without one. */
  logBytes(): number | null;
  /**
   * Stops all writes if another file has taken its place, or it was overwritten or cut short; call
   * it about every second.
   */
  checkInPlace(): Promise<void>;
  /** Null while reads succeed. */
  readsFailing(): ReadOutage | null;
}
