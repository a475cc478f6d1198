import type { DatabaseSync } from "node:sqlite";
import type { DatabaseFile, StoreHealth } from "../../store.ts";
import {
  countFromRow,
  framesFromRow,
  type Pages,
  pagesFromRow,
} from "../../../schema/stored/load.ts";
import { Query } from "./query.ts";

/**
 * Each part walks the partial index whose condition it repeats, and so no delivery that is done.
 * Grouped first, so that an endpoint is looked up once and not for each of its deliveries.
 */
export const PENDING = `
  SELECT coalesce(sum(count), 0) AS count FROM (
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts = 0 GROUP BY endpoint_id
    UNION ALL
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts > 0 GROUP BY endpoint_id
  )
  WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL)`;

/** Headers of the log and of each page in it (sqlite.org/fileformat2.html, section 4). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Reads the load and the size of a database. */
export class SqliteHealth implements StoreHealth, Pick<DatabaseFile, "logBytes"> {
  readonly queueDepth: () => number;
  readonly #pending: Query<number>;
  readonly #unexpected: Query<number>;
  readonly #pages: Query<Pages>;
  readonly #frames: Query<number | null>;

  /** @param queueDepth counts the commits that wait */
  constructor(db: DatabaseSync, queueDepth: () => number) {
    this.queueDepth = queueDepth;
    this.#pending = new Query(db, PENDING, countFromRow);
    this.#unexpected = new Query(
      db,
      "SELECT count(*) AS count FROM unexpected_payments WHERE resolved_at IS NULL",
      countFromRow,
    );
    this.#pages = new Query(
      db,
      "SELECT page_count AS pages, page_size FROM pragma_page_count(), pragma_page_size()",
      pagesFromRow,
    );
    // Copies nothing back: it only counts the frames in the log.
    this.#frames = new Query(db, "PRAGMA wal_checkpoint(NOOP)", framesFromRow);
  }

  pendingDeliveries(): number {
    return this.#pending.one() ?? 0;
  }

  openUnexpectedPayments(): number {
    return this.#unexpected.one() ?? 0;
  }

  bytes(): number {
    const { pages, pageSize } = this.#size();
    return pages * pageSize;
  }

  logBytes(): number | null {
    const frames = this.#frames.one();
    if (frames === null || frames === 0) return frames;
    return LOG_HEADER_BYTES + frames * (FRAME_HEADER_BYTES + this.#size().pageSize);
  }

  #size(): Pages {
    return this.#pages.one() ?? { pages: 0, pageSize: 0 };
  }
}
