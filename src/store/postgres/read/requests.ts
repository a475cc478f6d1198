import { recordFromRow } from "../../../schema/stored/idempotency.ts";
import { unexpectedFromRow } from "../../../schema/stored/payment.ts";
import type { IdempotencyReads, PaymentReads } from "../../reads/requests.ts";
import { PgQuery, type Reads } from "./query.ts";

/** After every record. */
const LAST = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** Reads payment results without an order. */
export function postgresPayments(reads: Reads): PaymentReads {
  const list = new PgQuery(
    reads,
    `SELECT * FROM unexpected_payments
     WHERE ($1::text IS NULL OR merchant_id = $1) AND livemode = $4
       AND (NOT $2 OR resolved_at IS NULL) AND (at, id) < ($5, $6)
     ORDER BY at DESC, id DESC LIMIT $3`,
    unexpectedFromRow,
  );
  const byId = new PgQuery(
    reads,
    "SELECT * FROM unexpected_payments WHERE id = $1",
    unexpectedFromRow,
  );
  return {
    unexpected: ({ merchantId, open, limit, livemode = true, after = LAST }) =>
      list.all(merchantId ?? null, open, limit, Number(livemode), after.at, after.id),
    find: (id) => byId.one(id),
  };
}

/** Reads recorded answers. */
export function postgresIdempotency(reads: Reads): IdempotencyReads {
  const record = new PgQuery(
    reads,
    `SELECT * FROM idempotency_records
     WHERE merchant_id = $1 AND livemode = $2 AND method = $3 AND path = $4 AND key = $5`,
    recordFromRow,
  );
  return {
    find: ({ merchantId, livemode, method, path, key }) =>
      record.one(merchantId, Number(livemode), method, path, key),
  };
}
