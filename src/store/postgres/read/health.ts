import { z } from "zod";
import { countFromRow } from "../../../schema/stored/load.ts";
import { count, parseRow } from "../../../schema/stored/parse.ts";
import type { StoreHealth } from "../../store.ts";
import { PgQuery, type Reads } from "./query.ts";

/**
 * Each part walks the partial index with the same condition, so no finished delivery. Grouped
 * first, so that an endpoint is looked up only once.
 */
const PENDING = `
  SELECT coalesce(sum(count), 0)::bigint AS count FROM (
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts = 0 GROUP BY endpoint_id
    UNION ALL
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts > 0 GROUP BY endpoint_id
  ) AS pending
  WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL AND livemode = 1)`;

const UNEXPECTED = `
  SELECT count(*) AS count FROM unexpected_payments WHERE livemode = 1 AND resolved_at IS NULL`;

const sizeSchema = z.object({ bytes: count });

/**
 * Reads the load and the size of a database.
 *
 * @param queueDepth returns the number of waiting commits
 */
export function postgresHealth(reads: Reads, queueDepth: () => number): StoreHealth {
  const pending = new PgQuery(reads, PENDING, countFromRow);
  const unexpected = new PgQuery(reads, UNEXPECTED, countFromRow);
  const size = new PgQuery(
    reads,
    "SELECT pg_database_size(current_database()) AS bytes",
    (row) => parseRow(sizeSchema, row, { table: "pg_database", keyColumns: [] }).bytes,
  );
  return {
    queueDepth,
    pendingDeliveries: async () => await pending.one() ?? 0,
    openUnexpectedPayments: async () => await unexpected.one() ?? 0,
    bytes: async () => await size.one() ?? 0,
  };
}
