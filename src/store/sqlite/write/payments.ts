import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { referenceToRow, unexpectedToRow } from "../../../schema/stored/write/payment.ts";
import { insertInto, VIOLATED, writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const REFERENCE = ["merchant_id", "reference", "session_id", "payment_id"] as const;

const UNEXPECTED = [
  "id",
  "merchant_id",
  "session_id",
  "payment_id",
  "reference",
  "amount",
  "currency_code",
  "reason",
  "message",
  "at",
  "resolved_at",
  "note",
] as const;

/** Writes the references of payments, and results that no order is for. */
export class PaymentWrites {
  readonly #take: StatementSync;
  readonly #add: StatementSync;
  readonly #resolve: StatementSync;

  constructor(db: DatabaseSync) {
    this.#take = db.prepare(insertInto("payment_references", REFERENCE));
    this.#add = db.prepare(insertInto("unexpected_payments", UNEXPECTED));
    this.#resolve = db.prepare(
      `UPDATE unexpected_payments SET resolved_at = :at, note = :note
       WHERE id = :id AND resolved_at IS NULL`,
    );
  }

  takeReference(change: Of<"reference.take">): void {
    writeOne(change, {
      statement: this.#take,
      row: referenceToRow(change),
      refusals: {
        [VIOLATED.primaryKey]: `Payment reference is used: ${change.reference}`,
        [VIOLATED.foreignKey]: `Merchant of the payment is not known: ${change.merchantId}`,
      },
    });
  }

  addUnexpected(change: Of<"unexpected.add">): void {
    const { unexpected } = change;
    writeOne(change, {
      statement: this.#add,
      row: unexpectedToRow(unexpected),
      refusals: {
        [VIOLATED.primaryKey]: `Unexpected payment id is taken: ${unexpected.id}`,
        [VIOLATED.unique]: `Payment result is recorded: ${unexpected.paymentId}`,
        [VIOLATED.foreignKey]: `Merchant of the payment is not known: ${unexpected.merchantId}`,
      },
    });
  }

  resolveUnexpected(change: Of<"unexpected.resolve">): void {
    const { id, resolution } = change;
    writeOne(change, {
      statement: this.#resolve,
      row: { id, at: resolution.at, note: resolution.note },
      refusals: { 0: `Unexpected payment is resolved or not known: ${id}` },
    });
  }
}
