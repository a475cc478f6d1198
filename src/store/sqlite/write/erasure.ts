import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { toFlag } from "../../../schema/stored/write/flag.ts";
import { writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const CODES = "session_id = :id AND type = 'otp.requested'";

/** Removes persons from what is stored, and leaves everything that is counted. */
export class ErasureWrites {
  readonly #clearExtra: StatementSync;
  readonly #blankPhones: StatementSync;
  readonly #blankReferences: StatementSync;
  readonly #dropDeliveries: StatementSync;
  readonly #dropAnswers: StatementSync;
  readonly #blankNotes: StatementSync;
  readonly #eraseCustomer: StatementSync;
  readonly #blankReasons: StatementSync;
  readonly #forgetPhone: StatementSync;

  constructor(db: DatabaseSync) {
    this.#clearExtra = db.prepare("UPDATE sessions SET extra = '{}' WHERE id = :id");
    this.#blankPhones = db.prepare(
      `UPDATE events SET data = json_set(data, '$.phone', '', '$.otp', NULL)
       WHERE ${CODES} AND (:phone IS NULL OR data ->> '$.phone' = :phone)`,
    );
    this.#blankReferences = db.prepare(
      `UPDATE events SET data = json_set(data, '$.reference', NULL)
       WHERE session_id = :id AND data ->> '$.reference' IS NOT NULL`,
    );
    // Nobody can be sent a code without a phone.
    this.#dropDeliveries = db.prepare(
      `DELETE FROM deliveries WHERE state = 'PENDING' AND (endpoint_id, event_seq) IN (
         SELECT w.id, e.seq FROM events AS e JOIN webhook_endpoints AS w
         ON w.merchant_id = e.merchant_id WHERE ${CODES} AND e.data ->> '$.phone' = '')`,
    );
    // All answers to steps show the session; the one that created it names its id alone.
    this.#dropAnswers = db.prepare(
      `DELETE FROM idempotency_records WHERE merchant_id = :merchant_id AND livemode IN (0, 1)
         AND method IN ('POST', 'PUT', 'DELETE')
         AND path > '/session/' || :path_id || '/' AND path < '/session/' || :path_id || '0'`,
    );
    this.#blankNotes = db.prepare(
      `UPDATE unexpected_payments SET note = '(erased)'
       WHERE merchant_id = :merchant_id AND session_id = :id AND note IS NOT NULL`,
    );
    this.#eraseCustomer = db.prepare(
      `UPDATE customers SET phone = 'erased:' || id WHERE id = :id AND phone GLOB '+*'
         AND (NOT :only_idle OR (available = 0 AND processing = 0
           AND NOT EXISTS (SELECT 1 FROM sessions WHERE customer_phone = customers.phone
             AND merchant_id = customers.merchant_id)))`,
    );
    // Those that a session made are the program's own words.
    this.#blankReasons = db.prepare(
      "UPDATE coin_movements SET reason = '(erased)' WHERE customer_id = :id AND session_id IS NULL",
    );
    this.#forgetPhone = db.prepare(
      "UPDATE otp_sends SET phone = '' WHERE merchant_id = :merchant_id AND phone = :phone",
    );
  }

  eraseSession(change: Of<"session.erase">): void {
    const { sessionId: id, merchantId: merchant_id, phone, withReference } = change;
    this.#clearExtra.run({ id });
    this.#blankPhones.run({ id, phone });
    if (withReference) this.#blankReferences.run({ id });
    this.#dropDeliveries.run({ id });
    // Paths are kept as they were sent.
    for (const path_id of [id, id.toUpperCase()]) this.#dropAnswers.run({ merchant_id, path_id });
    this.#blankNotes.run({ merchant_id, id });
  }

  eraseCustomer(change: Of<"customer.erase">): void {
    const { customerId: id, onlyIdle } = change;
    writeOne(change, {
      statement: this.#eraseCustomer,
      row: { id, only_idle: toFlag(onlyIdle) },
      refusals: { 0: `Customer is not known, was erased or is not idle: ${id}` },
    });
    this.#blankReasons.run({ id });
  }

  forgetPhone({ merchantId, phone }: Of<"otp.forget">): void {
    this.#forgetPhone.run({ merchant_id: merchantId, phone });
  }
}
