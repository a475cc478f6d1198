import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change } from "../../../domain/changes.ts";
import { recordToRow } from "../../../schema/stored/write/idempotency.ts";
import { insertInto, VIOLATED, writeOne } from "./statements.ts";

type Of<Kind extends Change["kind"]> = Extract<Change, { readonly kind: Kind }>;

const RECORD = [
  "merchant_id",
  "livemode",
  "method",
  "path",
  "key",
  "fingerprint",
  "at",
  "status",
  "location",
  "session_id",
  "begun_id",
  "body",
] as const;

/** Writes the answers that are kept for requests which come again. */
export class IdempotencyWrites {
  readonly #add: StatementSync;
  readonly #purge: StatementSync;

  constructor(db: DatabaseSync) {
    this.#add = db.prepare(insertInto("idempotency_records", RECORD));
    this.#purge = db.prepare("DELETE FROM idempotency_records WHERE at < :before");
  }

  add(change: Of<"idempotency.add">): void {
    const { record } = change;
    writeOne(change, {
      statement: this.#add,
      row: recordToRow(record),
      refusals: {
        [VIOLATED.primaryKey]: `Idempotency key has an answer: ${record.key}`,
        [VIOLATED.foreignKey]: `Merchant of the answer is not known: ${record.merchantId}`,
      },
    });
  }

  purge({ before }: Of<"idempotency.purge">): void {
    this.#purge.run({ before });
  }
}
