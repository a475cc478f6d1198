import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Change, isAdministrative } from "../../../domain/changes.ts";
import { CustomerWrites } from "./customers.ts";
import { SessionWrites } from "./sessions.ts";
import { ShopWrites } from "./shop.ts";

/**
 * Carries out changes on a connection. Knows nothing of transactions, batches or
 * promises: whoever has a connection, here or in a worker, calls {@link Applier.apply}
 * between its own BEGIN and COMMIT.
 */
export class Applier {
  readonly #shop: ShopWrites;
  readonly #customers: CustomerWrites;
  readonly #sessions: SessionWrites;
  readonly #bumpEpoch: StatementSync;

  constructor(db: DatabaseSync) {
    this.#shop = new ShopWrites(db);
    this.#customers = new CustomerWrites(db);
    this.#sessions = new SessionWrites(db);
    this.#bumpEpoch = db.prepare("UPDATE epoch SET value = value + 1");
  }

  /**
   * Writes the changes of one commit, in their order.
   *
   * @throws {CommitRefused} when a precondition does not hold; the caller takes back
   *   what was written before it
   */
  apply(changes: readonly Change[]): void {
    for (const change of changes) this.#applyOne(change);
    if (!changes.some(isAdministrative)) return;
    const rows = Number(this.#bumpEpoch.run().changes);
    if (rows !== 1) throw new Error(`Table epoch must have one row: ${rows}`);
  }

  #applyOne(change: Change): void {
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
        return this.#shop.putProduct(change);
      case "customer.put":
        return this.#customers.putCustomer(change);
      case "coins.move":
        return this.#customers.moveCoins(change);
      case "session.add":
        return this.#sessions.add(change);
      case "session.advance":
        return this.#sessions.advance(change);
      case "session.touch":
        return this.#sessions.touch(change);
      case "session.delete":
        return this.#sessions.delete(change);
      default:
        return refuseUnknown(change);
    }
  }
}

function refuseUnknown(change: never): never {
  throw new TypeError(`Change of an unknown kind: ${JSON.stringify(change)}`);
}
