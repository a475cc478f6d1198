import type { DatabaseSync } from "node:sqlite";
import type { IdempotencyRecord } from "../../../domain/idempotency.ts";
import type { KeyId } from "../../../domain/ids.ts";
import { recordFromRow } from "../../rows/read/idempotency.ts";
import { Query } from "./query.ts";

/** Reads recorded answers; each method as the port describes it. */
export class IdempotencyReads {
  readonly #record: Query<IdempotencyRecord>;

  constructor(db: DatabaseSync) {
    this.#record = new Query(
      db,
      "SELECT * FROM idempotency_records WHERE key_id = ? AND key = ?",
      recordFromRow,
    );
  }

  idempotencyRecord(keyId: KeyId, key: string): IdempotencyRecord | null {
    return this.#record.one(keyId, key);
  }
}
