import { HOLDS_NOTHING } from "../sql/holds_nothing.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { LAST_ACTIVE, STORED_SESSION } from "./session_rows.ts";

// Exactly the conditions of the partial indexes, which are used only then.

const OPEN = "session_state IN ('INITIATED', 'IN_PROGRESS')";
const RETAINED = "session_state IN ('COMPLETED', 'ABANDONED') AND erased_at IS NULL";
// Exactly the columns of their index.
const LIVE_ORDER = "session_state = 'COMPLETED' AND livemode = 1";
const IS_ORDER: Sql = {
  sqlite: `iif(${LIVE_ORDER}, 1, 0)`,
  postgres: `(CASE WHEN ${LIVE_ORDER} THEN 1 ELSE 0 END)`,
};
const RETAINED_FROM: Sql = {
  sqlite: `iif(${LIVE_ORDER}, placed_at, last_active_at)`,
  postgres: `(CASE WHEN ${LIVE_ORDER} THEN placed_at ELSE sessions.last_active_at END)`,
};

/**
 * Up to `:limit` sessions that were last used by a time, longest unused first. In PostgreSQL the index
 * has the last change: sessions that were used later are passed over, which are no more than live
 * sessions. More are taken from the index than are wanted, and put in order by their last use.
 */
function unused(
  states: Sql,
  until: string,
  { columns, indexed = "sessions.last_active_at" }: {
    readonly columns: Sql;
    readonly indexed?: Sql;
  },
): Sql {
  const found = sql`SELECT ${columns} FROM sessions WHERE ${states} AND ${indexed} ${until}`;
  return {
    sqlite: sql`${found} ORDER BY ${indexed} LIMIT :limit`.sqlite,
    postgres: sql`SELECT * FROM (
    ${found} AND ${LAST_ACTIVE} ${until} ORDER BY ${indexed} LIMIT :limit * 4
  ) AS unused ORDER BY last_active_at LIMIT :limit`.postgres,
  };
}

/** Sessions that can expire. */
export const IDLE = unused(
  `${OPEN} AND (due_at IS NULL OR due_at <= :due_until)`,
  "<= :until",
  { columns: STORED_SESSION },
);

const KEY = sql`id, ${LAST_ACTIVE} AS last_active_at`;
// `session.delete` refuses others, which would fill every page until they are free.
const UNUSED_OPEN = unused(`${OPEN} AND ${HOLDS_NOTHING}`, "< :before", { columns: KEY });
const UNUSED_RETAINED = unused(
  sql`${RETAINED} AND ${IS_ORDER} = 0 AND ${HOLDS_NOTHING}`,
  "< :before",
  { columns: KEY, indexed: RETAINED_FROM },
);

/** Ids of sessions past the retention that are no live orders. */
export const OLD = sql`
  SELECT id FROM (
    SELECT * FROM (${UNUSED_OPEN}) AS listed
    UNION ALL
    SELECT * FROM (${UNUSED_RETAINED}) AS listed
  ) AS listed
  ORDER BY last_active_at LIMIT :limit`;

/** Live orders whose person is stored, the first placed first. */
export const ORDERS_TO_ERASE = sql`
  SELECT ${STORED_SESSION} FROM sessions
  WHERE ${RETAINED} AND ${IS_ORDER} = 1 AND ${RETAINED_FROM} >= :after_at
    AND ${RETAINED_FROM} < :before AND (${RETAINED_FROM}, id) > (:after_at, :after)
    AND NOT EXISTS (SELECT 1 FROM unexpected_payments AS u
      WHERE u.merchant_id = sessions.merchant_id AND u.livemode = 1 AND u.session_id = sessions.id
        AND u.resolved_at IS NULL)
  ORDER BY ${RETAINED_FROM}, id LIMIT :limit`;
