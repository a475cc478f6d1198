import { nothingLeft } from "../../domain/filters.ts";
import { recordFromRow } from "../../schema/stored/idempotency.ts";
import { countFromRow } from "../../schema/stored/load.ts";
import { referencedFromRow, unexpectedFromRow } from "../../schema/stored/payment.ts";
import type { IdempotencyReads, PaymentReads } from "../reads/requests.ts";
import { mapped, type Reader } from "./query.ts";
import type { Sql } from "../sql/sql.ts";

/** After every record. */
const LAST = { at: Number.MAX_SAFE_INTEGER, id: "" };

/** Number of records that one stands for, if a condition holds. */
const records = (condition: string) =>
  `(CASE WHEN ${condition} AND u.group_id = u.id THEN (
       SELECT count(*) FROM unexpected_payments AS g WHERE g.group_id = u.id
     ) ELSE 1 END) AS records`;

/** Records of a shop, or of all, by the index that begins with the shop. */
const listed = (from: string) => `
  SELECT u.*, ${records(":grouped = 1")} FROM ${from}
    AND u.livemode = :livemode AND (:open = 0 OR u.resolved_at IS NULL)
    AND (:grouped = 0 OR u.group_id IS NULL OR u.group_id = u.id)
    AND (u.at, u.id) < (:after_at, :after)
  ORDER BY u.at DESC, u.id DESC LIMIT :limit`;

const LIST = listed("unexpected_payments AS u WHERE u.merchant_id = :merchant_id");
const LIST_OF_ALL: Sql = {
  sqlite: listed(
    "merchants AS m CROSS JOIN unexpected_payments AS u WHERE u.merchant_id = m.id",
  ),
  postgres: `
  SELECT one.* FROM merchants AS m CROSS JOIN LATERAL (
    ${listed("unexpected_payments AS u WHERE u.merchant_id = m.id")}
  ) AS one ORDER BY one.at DESC, one.id DESC LIMIT :limit`,
};
const LISTED = ["livemode", "open", "grouped", "after_at", "after", "limit"] as const;

/** Reads payment results without an order, and references of payments. */
export function paymentReads(db: Reader): PaymentReads {
  const list = db.query(["merchant_id", ...LISTED], LIST, unexpectedFromRow);
  const listOfAll = db.query(LISTED, LIST_OF_ALL, unexpectedFromRow);
  const byId = db.query(
    ["id"],
    `SELECT u.*, ${records("TRUE")} FROM unexpected_payments AS u WHERE id = :id`,
    unexpectedFromRow,
  );
  const ofProvider = db.query(
    ["merchant_id", "livemode", "reference"],
    `SELECT u.*, 1 AS records FROM unexpected_payments AS u
       WHERE u.merchant_id = :merchant_id AND u.livemode = :livemode
         AND u.reference = :reference AND u.key_id IS NULL
       ORDER BY u.at, u.id LIMIT 1`,
    unexpectedFromRow,
  );
  const openCount = db.query(
    ["merchant_id?", "livemode"],
    `SELECT count(*) AS count FROM unexpected_payments WHERE resolved_at IS NULL
       AND livemode = :livemode AND (:merchant_id IS NULL OR merchant_id = :merchant_id)`,
    countFromRow,
  );
  const size = db.query(
    ["id", "limit"],
    `SELECT count(*) AS count FROM (SELECT 1 FROM unexpected_payments
       WHERE group_id = (SELECT group_id FROM unexpected_payments WHERE id = :id)
       LIMIT :limit) AS listed`,
    countFromRow,
  );
  const referenced = db.query(
    ["merchant_id", "livemode", "reference"],
    `SELECT * FROM payment_references WHERE merchant_id = :merchant_id
       AND livemode = :livemode AND reference = :reference`,
    referencedFromRow,
  );
  return {
    unexpected: ({ merchantId, open, livemode, grouped, ...rest }, { limit, after = LAST }) => {
      nothingLeft(rest);
      const values = { livemode, open, grouped, after_at: after.at, after: after.id, limit };
      return merchantId === null
        ? listOfAll.all(values)
        : list.all({ merchant_id: merchantId, ...values });
    },
    find: (id) => byId.one({ id }),
    ofProvider: (merchantId, livemode, reference) =>
      ofProvider.one({ merchant_id: merchantId, livemode, reference }),
    openCount: (merchantId, livemode) =>
      mapped(openCount.one({ merchant_id: merchantId, livemode }), (count) => count ?? 0),
    groupSize: (id, limit) => mapped(size.one({ id, limit }), (count) => count ?? 0),
    ofReference: (merchantId, livemode, reference) =>
      referenced.one({ merchant_id: merchantId, livemode, reference }),
  };
}

/** Reads recorded answers. */
export function idempotencyReads(db: Reader): IdempotencyReads {
  const record = db.query(
    ["merchant_id", "livemode", "method", "path", "key"],
    `SELECT * FROM idempotency_records WHERE merchant_id = :merchant_id
       AND livemode = :livemode AND method = :method AND path = :path AND key = :key`,
    recordFromRow,
  );
  return {
    find: ({ merchantId, livemode, method, path, key }) =>
      record.one({ merchant_id: merchantId, livemode, method, path, key }),
  };
}
