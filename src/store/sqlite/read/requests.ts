import { nothingLeft } from "../../../domain/filters.ts";
import { recordFromRow } from "../../../schema/stored/idempotency.ts";
import { countFromRow } from "../../../schema/stored/load.ts";
import { unexpectedFromRow } from "../../../schema/stored/payment.ts";
import type { IdempotencyReads, PaymentReads } from "../../reads/requests.ts";
import { type Connection, Query } from "./query.ts";

/** After every record. */
const LAST = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** Number of records that one stands for, if a condition holds. */
const records = (condition: string) =>
  `(CASE WHEN ${condition} AND u.group_id = u.id THEN (
       SELECT count(*) FROM unexpected_payments AS g WHERE g.group_id = u.id
     ) ELSE 1 END) AS records`;

/** Reads payment results without an order. */
export function sqlitePayments(db: Connection): PaymentReads {
  const list = new Query(
    db,
    `SELECT u.*, ${records("?7")} FROM merchants AS m CROSS JOIN unexpected_payments AS u
     WHERE (?1 IS NULL OR m.id = ?1) AND u.merchant_id = m.id
       AND u.livemode = ?4 AND (NOT ?2 OR u.resolved_at IS NULL)
       AND (NOT ?7 OR u.group_id IS NULL OR u.group_id = u.id)
       AND (u.at, u.id) < (?5, ?6)
     ORDER BY u.at DESC, u.id DESC LIMIT ?3`,
    unexpectedFromRow,
  );
  const byId = new Query(
    db,
    `SELECT u.*, ${records("TRUE")} FROM unexpected_payments AS u WHERE id = ?`,
    unexpectedFromRow,
  );
  const open = new Query(
    db,
    `SELECT count(*) AS count FROM unexpected_payments
     WHERE resolved_at IS NULL AND livemode = ?2 AND (?1 IS NULL OR merchant_id = ?1)`,
    countFromRow,
  );
  const size = new Query(
    db,
    `SELECT count(*) AS count FROM (SELECT 1 FROM unexpected_payments
       WHERE group_id = (SELECT group_id FROM unexpected_payments WHERE id = ?) LIMIT ?)`,
    countFromRow,
  );
  return {
    unexpected: ({ merchantId, open, livemode, grouped, ...rest }, { limit, after = LAST }) => {
      nothingLeft(rest);
      const conditions = [merchantId, Number(open), limit, Number(livemode)];
      return list.all(...conditions, after.at, after.id, Number(grouped));
    },
    find: (id) => byId.one(id),
    openCount: (merchantId, livemode) => open.one(merchantId, Number(livemode)) ?? 0,
    groupSize: (id, limit) => size.one(id, limit) ?? 0,
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
