import type { DatabaseSync } from "node:sqlite";
import type { IdempotencyRecord, RequestName } from "../../../domain/idempotency.ts";
import { toFlag } from "../../../schema/stored/write/flag.ts";
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
    return this.#record.one(merchantId, toFlag(livemode), method, path, key);
  }
}
