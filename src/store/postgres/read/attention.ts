import {
  awaitedFromRow,
  lowStockFromRow,
  refusedFromRow,
  troubleFromRow,
} from "../../../schema/stored/attention.ts";
import { countFromRow } from "../../../schema/stored/load.ts";
import type { AttentionReads } from "../../reads/attention.ts";
import { PgQuery, type Reads } from "./query.ts";

const UNEXPECTED = `
  SELECT count(*) AS count FROM unexpected_payments
  WHERE merchant_id = $1 AND livemode = 1 AND resolved_at IS NULL`;

/** By the index of awaited payments, which are few. */
const AWAITED = `
  SELECT count(*) AS count, min(due_at) AS first_due_at FROM sessions
  WHERE due_at IS NOT NULL AND merchant_id = $1 AND livemode = 1`;

/** Each part walks the partial index with the same condition, so no finished delivery. */
const ENDPOINTS = `
  SELECT * FROM (
    SELECT w.id, w.kind, w.url, (w.disabled_at IS NOT NULL)::integer AS is_disabled, w.created_at,
      w.place,
      (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts > 0)
      + CASE WHEN w.disabled_at IS NULL THEN 0 ELSE (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts = 0) END AS waiting,
      (SELECT count(*) FROM deliveries
        WHERE endpoint_id = w.id AND state = 'FAILED' AND updated_at >= $2) AS failed
    FROM webhook_endpoints AS w WHERE w.merchant_id = $1 AND w.livemode = 1
  ) AS e WHERE waiting > 0 OR failed > 0 ORDER BY created_at, place`;

const LOW_STOCK = `
  SELECT v.product_id::text AS product_id, v.variant_id::text AS variant_id,
    p.title AS product, v.title AS variant, v.inventory_quantity - v.held AS available,
    count(*) OVER () AS count
  FROM variants AS v JOIN products AS p
    ON p.merchant_id = v.merchant_id AND p.product_id = v.product_id
  WHERE v.merchant_id = $1 AND v.inventory_policy = 'deny'
    AND v.inventory_quantity - v.held <= $2 AND p.status IN ('active', 'unlisted')
  ORDER BY available, v.product_id, v.position LIMIT $3`;

const REFUSED = `
  SELECT refusal, sum(count)::bigint AS count FROM limit_refusals
  WHERE merchant_id = $1 AND hour >= $2 GROUP BY refusal ORDER BY count DESC, refusal`;

/** Reads the problems of a shop. */
export function postgresAttention(reads: Reads): AttentionReads {
  const unexpected = new PgQuery(reads, UNEXPECTED, countFromRow);
  const awaited = new PgQuery(reads, AWAITED, awaitedFromRow);
  const endpoints = new PgQuery(reads, ENDPOINTS, troubleFromRow);
  const lowStock = new PgQuery(reads, LOW_STOCK, lowStockFromRow);
  const refused = new PgQuery(reads, REFUSED, refusedFromRow);
  return {
    unexpectedPayments: async (merchantId) => await unexpected.one(merchantId) ?? 0,
    awaitedPayments: async (merchantId) =>
      await awaited.one(merchantId) ?? { count: 0, firstDueAt: null },
    endpoints: (merchantId, failedSince) => endpoints.all(merchantId, failedSince),
    refused: (merchantId, since) => refused.all(merchantId, since),
    lowStock: async (merchantId, { units, limit }) => {
      const rows = await lowStock.all(merchantId, units, limit);
      return { count: rows[0]?.count ?? 0, lowest: rows.map(({ count: _, ...row }) => row) };
    },
  };
}
