import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { HoldChange } from "../../../domain/changes.ts";
import { CatalogWrites } from "./catalog.ts";
import { CustomerWrites } from "./customers.ts";
import { ErasureWrites } from "./erasure.ts";
import { EventWrites } from "./events.ts";
import { HoldWrites } from "./holds.ts";
import { IdempotencyWrites } from "./idempotency.ts";
import { PaymentWrites } from "./payments.ts";
import { SessionWrites } from "./sessions.ts";
import { ShopWrites } from "./shop.ts";
import { Refusal } from "./statements.ts";
import { APPLICATION_ID } from "../migrate.ts";
import type { CommitWrites, Write } from "./write.ts";

/**
 * Carries out changes on a connection. Knows nothing of transactions, batches or
 * promises: whoever has a connection, here or in a worker, calls {@link Applier.apply}
 * between its own BEGIN and COMMIT.
 */
export class Applier {
  readonly #shop: ShopWrites;
  readonly #catalog: CatalogWrites;
  readonly #customers: CustomerWrites;
  readonly #sessions: SessionWrites;
  readonly #holds: HoldWrites;
  readonly #payments: PaymentWrites;
  readonly #events: EventWrites;
  readonly #idempotency: IdempotencyWrites;
  readonly #erasure: ErasureWrites;
  readonly #bumpEpoch: StatementSync;
  readonly #writeNothing: StatementSync;

  constructor(db: DatabaseSync) {
    this.#shop = new ShopWrites(db);
    this.#catalog = new CatalogWrites(db);
    this.#customers = new CustomerWrites(db);
    this.#sessions = new SessionWrites(db);
    this.#holds = new HoldWrites(db);
    this.#payments = new PaymentWrites(db);
    this.#events = new EventWrites(db);
    this.#idempotency = new IdempotencyWrites(db);
    this.#erasure = new ErasureWrites(db);
    this.#bumpEpoch = db.prepare("UPDATE epoch SET value = value + 1");
    // Writes the first page, also where it says so already; an UPDATE to the same value would not.
    this.#writeNothing = db.prepare(`PRAGMA application_id = ${APPLICATION_ID}`);
  }

  /**
   * Writes the changes of one commit, in their order; where there are none, what is there already.
   *
   * @throws {Refusal} when a precondition does not hold; the caller takes back what was
   *   written before it
   */
  apply({ writes, isAdministrative }: CommitWrites): void {
    if (writes.length === 0) this.#writeNothing.run();
    let index = 0;
    try {
      for (const write of writes) {
        this.#applyOne(write);
        index += 1;
      }
    } catch (error) {
      if (error instanceof Refusal) error.index = index;
      throw error;
    }
    if (!isAdministrative) return;
    const rows = Number(this.#bumpEpoch.run().changes);
    if (rows !== 1) throw new Error(`Table epoch must have one row: ${rows}`);
  }

  #applyOne(change: Write): void {
    switch (change.kind) {
      case "merchant.put":
        return this.#shop.putMerchant(change);
      case "key.add":
        return this.#shop.addKey(change);
      case "key.revoke":
        return this.#shop.revokeKey(change);
      case "key.used":
        return this.#shop.useKey(change);
      case "coupon.put":
        return this.#shop.putCoupon(change);
      case "product.put":
        return this.#catalog.putProduct(change);
      case "webhook.put":
        return this.#shop.putEndpoint(change);
      case "webhook.remove":
        return this.#shop.removeEndpoint(change);
      case "customer.put":
        return this.#customers.putCustomer(change);
      case "customer.add":
        return this.#customers.addCustomer(change);
      case "coins.move":
        return this.#customers.moveCoins(change);
      case "otp.sent":
        return this.#customers.sendOtp(change);
      case "customer.erase":
        return this.#erasure.eraseCustomer(change);
      case "otp.forget":
        return this.#erasure.forgetPhone(change);
      case "session.erase":
        return this.#erasure.eraseSession(change);
      case "otp.purge":
        return this.#customers.purgeOtpSends(change);
      case "session.add":
        return this.#sessions.add(change);
      case "session.put":
        return this.#sessions.put(change);
      case "session.touch":
        return this.#sessions.touch(change);
      case "session.delete":
        return this.#deleteSession(change);
      case "idempotency.add":
        return this.#idempotency.add(change);
      case "idempotency.purge":
        return this.#idempotency.purge(change);
      case "coupon.take":
      case "coupon.return":
      case "stock.hold":
      case "stock.release":
      case "stock.sell":
        return this.#hold(change);
      case "reference.take":
        return this.#payments.takeReference(change);
      case "unexpected.add":
        return this.#payments.addUnexpected(change);
      case "unexpected.resolve":
        return this.#payments.resolveUnexpected(change);
      case "event.add":
        return this.#events.add(change);
      case "delivery.put":
        return this.#events.putDelivery(change);
      case "otp.redact":
        return this.#events.redactCodes(change);
      case "event.redact":
        return this.#events.redact(change);
      default:
        return refuseUnknown(change);
    }
  }

  #hold(change: HoldChange): void {
    switch (change.kind) {
      case "coupon.take":
        return this.#holds.takeCoupon(change);
      case "coupon.return":
        return this.#holds.returnCoupon(change);
      case "stock.hold":
        return this.#holds.holdStock(change);
      case "stock.release":
        return this.#holds.releaseStock(change.sessionId);
      case "stock.sell":
        return this.#holds.sellStock(change.sessionId);
    }
  }

  /** Uses of coupons stay, because limits count them; units that nobody will sell go back. */
  #deleteSession(change: Extract<Write, { readonly kind: "session.delete" }>): void {
    this.#sessions.delete(change);
    this.#holds.releaseStock(change.sessionId);
    this.#events.deleteOf(change.sessionId);
  }
}

function refuseUnknown(change: never): never {
  throw new TypeError(`Change of an unknown kind: ${JSON.stringify(change)}`);
}
