import type { DatabaseSync } from "node:sqlite";
import { type Change, invalidatesCaches } from "../../domain/changes.ts";
import type { CommitQueue } from "../commit/queue.ts";
import type { WriteWatch } from "../commit/watch.ts";
import { DatabaseDisplaced } from "../errors.ts";
import type { DatabaseFile, Store } from "../store.ts";
import { SqliteCatalog } from "./read/catalog.ts";
import { SqliteCustomers, SqlitePeople } from "./read/customers.ts";
import { Epoch } from "./read/epoch.ts";
import { SqliteHealth } from "./read/health.ts";
import { SqliteIdempotency, SqlitePayments } from "./read/requests.ts";
import { SqliteSessions } from "./read/sessions.ts";
import { SqliteCoupons, SqliteKeys, SqliteMerchants } from "./read/shop.ts";
import { SqliteStatistics } from "./read/statistics.ts";
import { SqliteWebhooks } from "./read/webhooks.ts";
import type { FilesInPlace } from "./write/in_place.ts";

/** Dependencies of a {@link SqliteStore}. */
export interface SqliteStoreDeps {
  readonly queue: CommitQueue;
  readonly writes: WriteWatch;
  /** Left out for a database in memory. */
  readonly files?: FilesInPlace | undefined;
}

/** The port over a connection that reads and a queue that writes. */
export class SqliteStore implements Store {
  readonly merchants: SqliteMerchants;
  readonly keys: SqliteKeys;
  readonly coupons: SqliteCoupons;
  readonly catalog: SqliteCatalog;
  readonly customers: SqliteCustomers;
  readonly people: SqlitePeople;
  readonly sessions: SqliteSessions;
  readonly statistics: SqliteStatistics;
  readonly payments: SqlitePayments;
  readonly idempotency: SqliteIdempotency;
  readonly webhooks: SqliteWebhooks;
  readonly health: SqliteHealth;
  readonly writes: WriteWatch;
  readonly file: DatabaseFile | null;
  readonly #db: DatabaseSync;
  readonly #epoch: Epoch;
  readonly #queue: CommitQueue;

  constructor(db: DatabaseSync, { queue, writes, files }: SqliteStoreDeps) {
    this.merchants = new SqliteMerchants(db);
    this.keys = new SqliteKeys(db);
    this.coupons = new SqliteCoupons(db);
    this.catalog = new SqliteCatalog(db);
    this.customers = new SqliteCustomers(db);
    this.people = new SqlitePeople(db);
    this.sessions = new SqliteSessions(db);
    this.statistics = new SqliteStatistics(db);
    this.payments = new SqlitePayments(db);
    this.idempotency = new SqliteIdempotency(db);
    this.webhooks = new SqliteWebhooks(db);
    this.health = new SqliteHealth(db, () => queue.depth);
    this.writes = writes;
    this.file = files === undefined ? null : {
      logBytes: () => this.health.logBytes(),
      checkInPlace: () => stopIfDisplaced(queue, files),
    };
    this.#db = db;
    this.#epoch = new Epoch(db);
    this.#queue = queue;
  }

  epoch(): number {
    return this.#epoch.read();
  }

  async ping(): Promise<void> {
    await this.writes.confirm();
    this.#epoch.forget();
    this.epoch();
  }

  async commit(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    try {
      await this.#queue.commit(changes);
    } finally {
      // Also after a failure: some of those leave open what is on disk.
      if (changes.some(invalidatesCaches)) this.#epoch.forget();
    }
  }

  async close(): Promise<void> {
    await this.#queue.finish();
    // The last one to close tidies up the log, and this connection may not be able to.
    if (this.#db.isOpen) this.#db.close();
    await this.#queue.close();
  }
}

function stopIfDisplaced(queue: CommitQueue, files: FilesInPlace): void {
  if (queue.stopped !== null) return;
  const displaced = files.displaced();
  if (displaced !== undefined) queue.stop(new DatabaseDisplaced(displaced));
}
