import type { DatabaseFile, StoreHealth } from "../../store.ts";
import { countFromRow, framesFromRow, pagesFromRow } from "../../../schema/stored/load.ts";
import { type Connection, Query } from "./query.ts";

/**
 * Each part walks the partial index with the same condition, so no finished delivery. Grouped
 * first, so that an endpoint is looked up only once.
 */
export const PENDING = `
  SELECT coalesce(sum(count), 0) AS count FROM (
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts = 0 GROUP BY endpoint_id
    UNION ALL
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts > 0 GROUP BY endpoint_id
  )
  WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL AND livemode = 1)`;

/** Headers of the log and of each page in it (sqlite.org/fileformat2.html, section 4). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Reads the load and the size of a database.
 *
 * @param queueDepth returns the number of waiting commits
 */
export function sqliteHealth(
  db: Connection,
  queueDepth: () => number,
): StoreHealth & Pick<DatabaseFile, "logBytes"> {
  const pending = new Query(db, PENDING, countFromRow);
  const unexpected = new Query(
    db,
    `SELECT count(*) AS count FROM unexpected_payments
     WHERE livemode = 1 AND resolved_at IS NULL`,
    countFromRow,
  );
  const sizes = new Query(
    db,
    "SELECT page_count AS pages, page_size FROM pragma_page_count(), pragma_page_size()",
    pagesFromRow,
  );
  // Only counts the frames in the log and copies none.
  const frames = new Query(db, "PRAGMA wal_checkpoint(NOOP)", framesFromRow);
  const size = () => sizes.one() ?? { pages: 0, pageSize: 0 };
  return {
    queueDepth,
    pendingDeliveries: () => pending.one() ?? 0,
    openUnexpectedPayments: () => unexpected.one() ?? 0,
    bytes: () => {
      const { pages, pageSize } = size();
      return pages * pageSize;
    },
    logBytes: () => {
      const count = frames.one();
      if (count === null || count === 0) return count;
      return LOG_HEADER_BYTES + count * (FRAME_HEADER_BYTES + size().pageSize);
    },
  };
}
