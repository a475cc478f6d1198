import type { DatabaseSync } from "node:sqlite";
import type { CoinMovement } from "../../../domain/customer.ts";
import type { CustomerId, MerchantId } from "../../../domain/ids.ts";
import {
  customerFromRow,
  movementFromRow,
  otpSentFromRow,
} from "../../../schema/stored/read/customer.ts";
import type { StoredCustomer } from "../../../domain/stored.ts";
import type { CustomerReads } from "../../reads/customers.ts";
import { Query } from "./query.ts";

/** Reads customers, their coins and the codes sent to phones; each method as the port describes it. */
export class SqliteCustomers implements CustomerReads {
  readonly #byPhone: Query<StoredCustomer>;
  readonly #byId: Query<StoredCustomer>;
  readonly #ofMerchant: Query<StoredCustomer>;
  readonly #movements: Query<CoinMovement>;
  readonly #otpSends: Query<number>;
  readonly #nthLatestOtpSend: Query<number>;

  constructor(db: DatabaseSync) {
    this.#byPhone = new Query(
      db,
      "SELECT * FROM customers WHERE merchant_id = ? AND phone = ?",
      customerFromRow,
    );
    this.#byId = new Query(db, "SELECT * FROM customers WHERE id = ?", customerFromRow);
    this.#ofMerchant = new Query(
      db,
      "SELECT * FROM customers WHERE merchant_id = ? ORDER BY phone",
      customerFromRow,
    );
    this.#movements = new Query(
      db,
      "SELECT * FROM coin_movements WHERE customer_id = ? ORDER BY moved_at, rowid",
      movementFromRow,
    );
    this.#otpSends = new Query(
      db,
      `SELECT * FROM otp_sends WHERE merchant_id = ? AND phone = ? AND sent_at > ?
       ORDER BY sent_at`,
      otpSentFromRow,
    );
    this.#nthLatestOtpSend = new Query(
      db,
      `SELECT merchant_id, phone, sent_at FROM otp_sends WHERE merchant_id = ?
       ORDER BY sent_at DESC LIMIT 1 OFFSET ?`,
      otpSentFromRow,
    );
  }

  byPhone(merchantId: MerchantId, phone: string): StoredCustomer | null {
    return this.#byPhone.one(merchantId, phone);
  }

  find(id: CustomerId): StoredCustomer | null {
    return this.#byId.one(id);
  }

  of(merchantId: MerchantId): StoredCustomer[] {
    return this.#ofMerchant.all(merchantId);
  }

  movements(id: CustomerId): CoinMovement[] {
    return this.#movements.all(id);
  }

  /** A code that was sent at that very moment does not count, here and where a limit is kept. */
  otpSends(merchantId: MerchantId, phone: string, since: number): number[] {
    return this.#otpSends.all(merchantId, phone, since);
  }

  /** Sorts what a shop has sent within a day, of which there is no more than its daily limit. */
  nthLatestOtpSend(merchantId: MerchantId, n: number): number | null {
    return this.#nthLatestOtpSend.one(merchantId, n - 1);
  }
}
