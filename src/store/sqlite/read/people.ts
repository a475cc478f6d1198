import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import type { CustomerId, SessionId } from "../../../domain/ids.ts";
import { customerId, parseRow } from "../../../schema/stored/read/parse.ts";
import { sessionIdFromRow } from "../../../schema/stored/read/session.ts";
import type { CustomerPage, PeopleReads, PersonSearch } from "../../reads/customers.ts";
import { Query } from "./query.ts";

const WITH_PHONE = `
  SELECT id FROM sessions AS s
  WHERE id > ?1 AND (?2 IS NULL OR merchant_id = ?2)
    AND (customer_phone = ?3 OR doc GLOB ?4 OR extra GLOB ?4
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

/** Reads where persons are found; each method as the port describes it. */
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
