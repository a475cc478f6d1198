import type { DatabaseSync } from "node:sqlite";
import type { IdempotencyRecord, RequestName } from "../../../domain/idempotency.ts";
import type { UnexpectedPayment } from "../../../domain/session/payment.ts";
import { recordFromRow } from "../../../schema/stored/idempotency.ts";
import { unexpectedFromRow } from "../../../schema/stored/payment.ts";
import type { IdempotencyReads, PaymentReads, UnexpectedFilter } from "../../reads/requests.ts";
import { Query } from "./query.ts";

/** Reads results that no order is for. */
export class SqlitePayments implements PaymentReads {
  readonly #list: Query<UnexpectedPayment>;
  readonly #one: Query<UnexpectedPayment>;

  constructor(db: DatabaseSync) {
    this.#list = new Query(
      db,
      `SELECT u.* FROM merchants AS m CROSS JOIN unexpected_payments AS u
       WHERE (?1 IS NULL OR m.id = ?1) AND u.merchant_id = m.id
         AND (NOT ?2 OR u.resolved_at IS NULL)
       ORDER BY u.at DESC, u.rowid DESC LIMIT ?3`,
      unexpectedFromRow,
    );
    this.#one = new Query(
      db,
      "SELECT * FROM unexpected_payments WHERE id = ?",
      unexpectedFromRow,
    );
  }

  unexpected({ merchantId, open, limit }: UnexpectedFilter): UnexpectedPayment[] {
    return this.#list.all(merchantId ?? null, Number(open), limit);
  }

  find(id: string): UnexpectedPayment | null {
    return this.#one.one(id);
  }
}

/** Reads recorded answers. */
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
