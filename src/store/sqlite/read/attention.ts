import {
  awaitedFromRow,
  lowStockFromRow,
  refusedFromRow,
  troubleFromRow,
} from "../../../schema/stored/attention.ts";
import { countFromRow } from "../../../schema/stored/load.ts";
import type { AttentionReads } from "../../reads/attention.ts";
import { type Connection, Query } from "./query.ts";

const UNEXPECTED = `
  SELECT count(*) AS count FROM unexpected_payments
  WHERE merchant_id = ? AND livemode = 1 AND resolved_at IS NULL`;

/** By the index of awaited payments, which are few. */
const AWAITED = `
  SELECT count(*) AS count, min(due_at) AS first_due_at FROM sessions
  WHERE due_at IS NOT NULL AND +merchant_id = ? AND livemode = 1`;

/**
 * Each part walks the partial index with the same condition, so no finished delivery. Unless it is
 * told to, SQLite would walk all deliveries for those that are tried again.
 */
const ENDPOINTS = `
  SELECT * FROM (
    SELECT w.id, w.kind, w.url, w.disabled_at IS NOT NULL AS is_disabled, w.created_at,
      (SELECT count(*) FROM deliveries INDEXED BY deliveries_again
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts > 0)
      + iif(w.disabled_at IS NULL, 0, (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts = 0)) AS waiting,
      (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= ?2) AS failed
    FROM webhook_endpoints AS w WHERE w.merchant_id = ?1 AND w.livemode = 1
  ) WHERE waiting > 0 OR failed > 0 ORDER BY created_at`;

const LOW_STOCK = `
  SELECT CAST(v.product_id AS TEXT) AS product_id, CAST(v.variant_id AS TEXT) AS variant_id,
    p.title AS product, v.title AS variant, v.inventory_quantity - v.held AS available,
    count(*) OVER () AS count
  FROM variants AS v JOIN products AS p
    ON p.merchant_id = v.merchant_id AND p.product_id = v.product_id
  WHERE v.merchant_id = ?1 AND v.inventory_policy = 'deny'
    AND v.inventory_quantity - v.held <= ?2 AND p.status IN ('active', 'unlisted')
  ORDER BY available, v.product_id, v.position LIMIT ?3`;

const REFUSED = `
  SELECT refusal, sum(count) AS count FROM limit_refusals
  WHERE merchant_id = ? AND hour >= ? GROUP BY refusal ORDER BY count DESC, refusal`;

/** Reads the problems of a shop. */
export function sqliteAttention(db: Connection): AttentionReads {
  const unexpected = new Query(db, UNEXPECTED, countFromRow);
  const awaited = new Query(db, AWAITED, awaitedFromRow);
  const endpoints = new Query(db, ENDPOINTS, troubleFromRow);
  const lowStock = new Query(db, LOW_STOCK, lowStockFromRow);
  const refused = new Query(db, REFUSED, refusedFromRow);
  return {
    unexpectedPayments: (merchantId) => unexpected.one(merchantId) ?? 0,
    awaitedPayments: (merchantId) => awaited.one(merchantId) ?? { count: 0, firstDueAt: null },
    endpoints: (merchantId, failedSince) => endpoints.all(merchantId, failedSince),
    refused: (merchantId, since) => refused.all(merchantId, since),
    lowStock: (merchantId, { units, limit }) => {
      const rows = lowStock.all(merchantId, units, limit);
      return { count: rows[0]?.count ?? 0, lowest: rows.map(({ count: _, ...row }) => row) };
    },
  };
}
