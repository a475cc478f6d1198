import type { DatabaseSync } from "node:sqlite";
import { type Change, invalidatesCaches } from "../../domain/changes.ts";
import type {
  CouponId,
  CustomerId,
  KeyId,
  MerchantId,
  ProductId,
  SessionId,
  VariantId,
} from "../../domain/ids.ts";
import type { RequestName } from "../../domain/idempotency.ts";
import type { SessionFilter, Store, UnexpectedFilter } from "../store.ts";
import { CatalogReads } from "./read/catalog.ts";
import { CustomerReads } from "./read/customers.ts";
import { Epoch } from "./read/epoch.ts";
import { EventReads } from "./read/events.ts";
import { HoldReads } from "./read/holds.ts";
import { IdempotencyReads } from "./read/idempotency.ts";
import { LoadReads } from "./read/load.ts";
import { PeopleReads } from "./read/people.ts";
import { PaymentReads } from "./read/payments.ts";
import { SessionReads } from "./read/sessions.ts";
import { ShopReads } from "./read/shop.ts";
import { StatisticsReads } from "./read/statistics.ts";
import type { CommitQueue } from "./write/commit_queue.ts";
import type { WriteWatch } from "./writes.ts";

/** The port over a connection that reads and a queue that writes. */
export class SqliteStore implements Store {
  readonly #db: DatabaseSync;
  readonly #shops: ShopReads;
  readonly #catalog: CatalogReads;
  readonly #customers: CustomerReads;
  readonly #sessions: SessionReads;
  readonly #holds: HoldReads;
  readonly #payments: PaymentReads;
  readonly #events: EventReads;
  readonly #idempotency: IdempotencyReads;
  readonly people: PeopleReads;
  readonly statistics: StatisticsReads;
  readonly health: LoadReads;
  readonly writes: WriteWatch;
  readonly #epoch: Epoch;
  readonly #queue: CommitQueue;

  constructor(
    db: DatabaseSync,
    { queue, writes }: { readonly queue: CommitQueue; readonly writes: WriteWatch },
  ) {
    this.writes = writes;
    this.#db = db;
    this.#shops = new ShopReads(db);
    this.#catalog = new CatalogReads(db);
    this.#customers = new CustomerReads(db);
    this.#sessions = new SessionReads(db);
    this.#holds = new HoldReads(db);
    this.#payments = new PaymentReads(db);
    this.#events = new EventReads(db);
    this.#idempotency = new IdempotencyReads(db);
    this.people = new PeopleReads(db);
    this.statistics = new StatisticsReads(db);
    this.health = new LoadReads(db, () => queue.depth);
    this.#epoch = new Epoch(db);
    this.#queue = queue;
  }

  merchant(id: MerchantId) {
    return this.#shops.merchant(id);
  }

  merchantByDomain(domain: string) {
    return this.#shops.merchantByDomain(domain);
  }

  merchants() {
    return this.#shops.merchants();
  }

  keyByHash(hash: string) {
    return this.#shops.keyByHash(hash);
  }

  key(id: KeyId) {
    return this.#shops.key(id);
  }

  keys(merchantId: MerchantId) {
    return this.#shops.keys(merchantId);
  }

  automaticCoupons(merchantId: MerchantId) {
    return this.#shops.automaticCoupons(merchantId);
  }

  enteredCoupons(merchantId: MerchantId, entered: Parameters<Store["enteredCoupons"]>[1]) {
    return this.#shops.enteredCoupons(merchantId, entered);
  }

  coupons(merchantId: MerchantId) {
    return this.#shops.coupons(merchantId);
  }

  couponUsage(ids: readonly CouponId[], customerId: CustomerId | null) {
    return this.#holds.couponUsage(ids, customerId);
  }

  catalog(merchantId: MerchantId, variantIds: readonly VariantId[]) {
    return this.#catalog.catalog(merchantId, variantIds);
  }

  productsById(merchantId: MerchantId, ids: readonly ProductId[]) {
    return this.#catalog.productsById(merchantId, ids);
  }

  knownProducts(merchantId: MerchantId, ids: readonly ProductId[]) {
    return this.#catalog.knownProducts(merchantId, ids);
  }

  importedProducts(merchantId: MerchantId, ids: readonly ProductId[]) {
    return this.#catalog.importedProducts(merchantId, ids);
  }

  products(merchantId: MerchantId) {
    return this.#catalog.products(merchantId);
  }

  customer(merchantId: MerchantId, phone: string) {
    return this.#customers.customer(merchantId, phone);
  }

  customerById(id: CustomerId) {
    return this.#customers.customerById(id);
  }

  customers(merchantId: MerchantId) {
    return this.#customers.customers(merchantId);
  }

  coinMovements(id: CustomerId) {
    return this.#customers.coinMovements(id);
  }

  otpSends(merchantId: MerchantId, phone: string, since: number) {
    return this.#customers.otpSends(merchantId, phone, since);
  }

  nthLatestOtpSend(merchantId: MerchantId, n: number) {
    return this.#customers.nthLatestOtpSend(merchantId, n);
  }

  session(id: SessionId) {
    return this.#sessions.session(id);
  }

  shownSession(id: SessionId) {
    return this.#sessions.shownSession(id);
  }

  sessionExtra(id: SessionId) {
    return this.#sessions.sessionExtra(id);
  }

  sessions(filter: SessionFilter) {
    return this.#sessions.sessions(filter);
  }

  sessionCounts(merchantId?: MerchantId) {
    return this.#sessions.sessionCounts(merchantId);
  }

  idleSessions(lastActiveUntil: number, limit: number) {
    return this.#sessions.idleSessions(lastActiveUntil, limit);
  }

  overduePayments(startedUntil: number, limit: number) {
    return this.#sessions.overduePayments(startedUntil, limit);
  }

  oldSessions(lastActiveBefore: number, limit: number) {
    return this.#sessions.oldSessions(lastActiveBefore, limit);
  }

  unexpectedPayments(filter: UnexpectedFilter) {
    return this.#payments.unexpectedPayments(filter);
  }

  unexpectedPayment(id: string) {
    return this.#payments.unexpectedPayment(id);
  }

  holds(id: SessionId) {
    return this.#holds.holds(id);
  }

  sessionEvents(id: SessionId) {
    return this.#events.sessionEvents(id);
  }

  idempotencyRecord(name: RequestName) {
    return this.#idempotency.idempotencyRecord(name);
  }

  webhooks(merchantId: MerchantId) {
    return this.#events.webhooks(merchantId);
  }

  webhook(id: string) {
    return this.#events.webhook(id);
  }

  deliveries(endpointId: string, limit: number) {
    return this.#events.deliveries(endpointId, limit);
  }

  delivery(eventId: string, endpointId: string) {
    return this.#events.delivery(eventId, endpointId);
  }

  dueDeliveries(now: number, busy: readonly string[]) {
    return this.#events.dueDeliveries(now, busy);
  }

  epoch() {
    return this.#epoch.read();
  }

  async ping(): Promise<void> {
    await this.writes.confirm();
    this.#epoch.forget();
    await this.epoch();
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
