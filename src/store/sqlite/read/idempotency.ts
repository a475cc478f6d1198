import type { DatabaseSync } from "node:sqlite";
import type { IdempotencyRecord, RequestName } from "../../../domain/idempotency.ts";
import { recordFromRow } from "../../../schema/stored/read/idempotency.ts";
import type { IdempotencyReads } from "../../reads/requests.ts";
import { Query } from "./query.ts";

/** Reads recorded answers; each method as the port describes it. */
export class SqliteIdempotency implements IdempotencyReads {
  readonly #record: Query<IdempotencyRecord>;

  constructor(db: DatabaseSync) {
    this.#record = new Query(
      db,
      `SELECT * FROM idempotency_records
       WHERE merchant_id = ? AND livemode = ? AND method = ? AND path = ? AND key = ?`,
      recordFromRow,
    );
  }

  find(name: RequestName): IdempotencyRecord | null {
    const { merchantId, livemode, method, path, key } = name;
    return this.#record.one(merchantId, Number(livemode), method, path, key);
  }
}
