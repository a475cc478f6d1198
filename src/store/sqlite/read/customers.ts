import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { CustomerId, MerchantId, SessionId } from "../../../domain/ids.ts";
import type { StoredCustomer } from "../../../domain/session/stored.ts";
import type { CoinMovement } from "../../../domain/shop/customer.ts";
import {
  customerFromRow,
  movementFromRow,
  otpSentFromRow,
} from "../../../schema/stored/customer.ts";
import { customerId, parseRow } from "../../../schema/stored/parse.ts";
import { sessionIdFromRow } from "../../../schema/stored/session_row.ts";
import type {
  CustomerPage,
  CustomerReads,
  PeopleReads,
  PersonSearch,
} from "../../reads/customers.ts";
import { Query } from "./query.ts";

/** Reads customers, their coins and the codes sent to phones. */
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

const WITH_PHONE = `
  SELECT id FROM sessions AS s
  WHERE id > ?1 AND (?2 IS NULL OR merchant_id = ?2)
    AND (customer_phone = ?3 OR doc GLOB ?4 OR view GLOB ?4 OR extra GLOB ?4
      OR EXISTS (SELECT 1 FROM events WHERE session_id = s.id AND data GLOB ?4))
  ORDER BY id LIMIT ?5`;

const PAGE =
  "SELECT max(id) AS id FROM (SELECT id FROM customers WHERE id > ? ORDER BY id LIMIT ?)";

const IDLE = `
  SELECT id FROM customers AS c
  WHERE id > ?1 AND id <= ?2 AND created_at < ?3 AND available = 0 AND processing = 0
    AND phone GLOB '+*'
    AND NOT EXISTS (SELECT 1 FROM sessions
      WHERE customer_phone = c.phone AND merchant_id = c.merchant_id)
    AND NOT EXISTS (SELECT 1 FROM coin_movements
      WHERE customer_id = c.id AND moved_at >= ?3)`;

const customerIdSchema = z.object({ id: customerId.nullable() });

/** Reads where persons are found. */
export class SqlitePeople implements PeopleReads {
  readonly #withPhone: Query<SessionId>;
  readonly #page: Query<CustomerId | null>;
  readonly #idle: Query<CustomerId | null>;

  constructor(db: DatabaseSync) {
    const idFromRow = (row: unknown) =>
      parseRow(customerIdSchema, row, { table: "customers", keyColumns: ["id"] }).id;
    this.#withPhone = new Query(db, WITH_PHONE, sessionIdFromRow);
    this.#page = new Query(db, PAGE, idFromRow);
    this.#idle = new Query(db, IDLE, idFromRow);
  }

  sessionsWith({ phone, merchantId, after, limit }: PersonSearch): SessionId[] {
    // What follows is another digit in a longer number, and a quote or a space after this one.
    return this.#withPhone.all(after, merchantId, phone, `*${phone}[^0-9]*`, limit);
  }

  idleCustomers(after: string, before: number, limit: number): CustomerPage {
    const last = this.#page.one(after, limit);
    const idle = last === null ? [] : this.#idle.all(after, last, before);
    return { idle: idle.filter((id) => id !== null), last };
  }
}
