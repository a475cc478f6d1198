import { recordFromRow } from "../../../schema/stored/idempotency.ts";
import { unexpectedFromRow } from "../../../schema/stored/payment.ts";
import type { IdempotencyReads, PaymentReads } from "../../reads/requests.ts";
import { type Connection, Query } from "./query.ts";

/** After every record. */
const LAST = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** Reads payment results without an order. */
export function sqlitePayments(db: Connection): PaymentReads {
  const list = new Query(
    db,
    `SELECT u.* FROM merchants AS m CROSS JOIN unexpected_payments AS u
     WHERE (?1 IS NULL OR m.id = ?1) AND u.merchant_id = m.id
       AND u.livemode = ?4 AND (NOT ?2 OR u.resolved_at IS NULL)
       AND (u.at, u.id) < (?5, ?6)
     ORDER BY u.at DESC, u.id DESC LIMIT ?3`,
    unexpectedFromRow,
  );
  const byId = new Query(db, "SELECT * FROM unexpected_payments WHERE id = ?", unexpectedFromRow);
  return {
    unexpected: ({ merchantId, open, limit, livemode = true, after = LAST }) =>
      list.all(merchantId ?? null, Number(open), limit, Number(livemode), after.at, after.id),
    find: (id) => byId.one(id),
  };
}

/** Reads recorded answers. */
export function sqliteIdempotency(db: Connection): IdempotencyReads {
  const record = new Query(
    db,
    `SELECT * FROM idempotency_records
     WHERE merchant_id = ? AND livemode = ? AND method = ? AND path = ? AND key = ?`,
    recordFromRow,
  );
  return {
    find: ({ merchantId, livemode, method, path, key }) =>
      record.one(merchantId, Number(livemode), method, path, key),
  };
}
