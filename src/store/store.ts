import type { Change } from "../domain/changes.ts";
import type { MaybePromise } from "../domain/session/stored.ts";
import type { CatalogReads } from "./reads/catalog.ts";
import type { CustomerReads, PeopleReads } from "./reads/customers.ts";
import type { IdempotencyReads, PaymentReads } from "./reads/requests.ts";
import type { SessionReads, StatisticsReads } from "./reads/sessions.ts";
import type { CouponReads, KeyReads, MerchantReads } from "./reads/shop.ts";
import type { WebhookReads } from "./reads/webhooks.ts";

/**
 * The port to a database: reads by part, and one write verb.
 *
 * Every read sees each commit of the same process that was acknowledged before
 * it. A row that does not parse is an error, never a half-right value.
 */
export interface Store {
  readonly merchants: MerchantReads;
  readonly keys: KeyReads;
  readonly coupons: CouponReads;
  readonly catalog: CatalogReads;
  readonly customers: CustomerReads;
  readonly people: PeopleReads;
  readonly sessions: SessionReads;
  readonly statistics: StatisticsReads;
  readonly payments: PaymentReads;
  readonly idempotency: IdempotencyReads;
  readonly webhooks: WebhookReads;
  readonly health: StoreHealth;
  readonly writes: WriteState;
  /** Null where the database is no file. */
  readonly file: DatabaseFile | null;

  /**
   * A number that changes once another process may have made an administrative
   * change (`invalidatesCaches`), or this one has. Cheap enough to ask often.
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

  /** Finishes pending commits and closes the database. */
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

/** Figures of a store's load and size. */
export interface StoreHealth {
  /** Commits waiting to be written. */
  queueDepth(): number;
  /** Pending deliveries to enabled endpoints. Walks them, and nothing else. */
  pendingDeliveries(): MaybePromise<number>;
  /** Unresolved payment results without an order. Walks them, and nothing else. */
  openUnexpectedPayments(): MaybePromise<number>;
  /** Size of the database in bytes, by its own count. */
  bytes(): MaybePromise<number>;
}

/** Since when no write has succeeded, and why. */
export interface WritesFailing {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** In words that go behind a colon. */
  readonly reason: string;
  /** Refused until a restart: the database is damaged. */
  readonly isForGood: boolean;
}

/** The state of a store's writes. */
export interface WriteState {
  /** Null while they succeed. */
  failing(): WritesFailing | null;
  /** Tries a write if the last one failed. Call it every second or so. */
  retry(): Promise<void>;
}

/** Capabilities of a database that is a file. */
export interface DatabaseFile {
  /** Size of the write-ahead log in bytes; null when there is no log. */
  logBytes(): number | null;
  /** Stops all writes if another file has taken its place. Call it every second or so. */
  checkInPlace(): void;
}
