import { nothingLeft } from "../../../domain/filters.ts";
import { recordFromRow } from "../../../schema/stored/idempotency.ts";
import { countFromRow } from "../../../schema/stored/load.ts";
import { unexpectedFromRow } from "../../../schema/stored/payment.ts";
import type { IdempotencyReads, PaymentReads } from "../../reads/requests.ts";
import { PgQuery, type Reads } from "./query.ts";

/** After every record. */
const LAST = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** Number of records that one stands for, if a condition holds. */
const records = (condition: string) =>
  `(CASE WHEN ${condition} AND u.group_id = u.id THEN (
       SELECT count(*) FROM unexpected_payments AS g WHERE g.group_id = u.id
     ) ELSE 1 END) AS records`;

/** Reads payment results without an order. */
export function postgresPayments(reads: Reads): PaymentReads {
  const list = new PgQuery(
    reads,
    `SELECT u.*, ${records("$7")} FROM unexpected_payments AS u
     WHERE ($1::text IS NULL OR merchant_id = $1) AND livemode = $4
       AND (NOT $7 OR group_id IS NULL OR group_id = id)
       AND (NOT $2 OR resolved_at IS NULL) AND (at, id) < ($5, $6)
     ORDER BY at DESC, id DESC LIMIT $3`,
    unexpectedFromRow,
  );
  const byId = new PgQuery(
    reads,
    `SELECT u.*, ${records("TRUE")} FROM unexpected_payments AS u WHERE id = $1`,
    unexpectedFromRow,
  );
  const openCount = new PgQuery(
    reads,
    `SELECT count(*) AS count FROM unexpected_payments
     WHERE resolved_at IS NULL AND livemode = $2 AND ($1::text IS NULL OR merchant_id = $1)`,
    countFromRow,
  );
  const size = new PgQuery(
    reads,
    `SELECT count(*) AS count FROM (SELECT 1 FROM unexpected_payments
       WHERE group_id = (SELECT group_id FROM unexpected_payments WHERE id = $1) LIMIT $2) AS g`,
    countFromRow,
  );
  return {
    unexpected: ({ merchantId, open, livemode, grouped, ...rest }, { limit, after = LAST }) => {
      nothingLeft(rest);
      return list.all(merchantId, open, limit, Number(livemode), after.at, after.id, grouped);
    },
    find: (id) => byId.one(id),
    openCount: async (merchantId, livemode) =>
      await openCount.one(merchantId, Number(livemode)) ?? 0,
    groupSize: async (id, limit) => await size.one(id, limit) ?? 0,
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
