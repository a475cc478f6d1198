import { framesFromRow, pageSizeFromRow } from "../../../schema/stored/load.ts";
import { type Connection, SqliteQuery } from "./query.ts";

/** Headers of the log and of each page in it (sqlite.org/fileformat2.html, section 4). */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Reads the size of the write-ahead log in bytes; null without one. */
export function logBytes(db: Connection): () => number | null {
  const pageSize = new SqliteQuery(db, "SELECT page_size FROM pragma_page_size()", pageSizeFromRow);
  // Only counts the frames in the log and copies none.
  const frames = new SqliteQuery(db, "PRAGMA wal_checkpoint(NOOP)", framesFromRow);
  return () => {
    const count = frames.one();
    if (count === null || count === 0) return count;
    return LOG_HEADER_BYTES + count * (FRAME_HEADER_BYTES + (pageSize.one() ?? 0));
  };
}
