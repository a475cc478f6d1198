import { LAST_ACTIVE, PG_SESSION } from "./session_rows.ts";

// Exactly the conditions of the partial indexes, which are used only then.

/** Condition of open sessions. */
export const PG_OPEN = "s.session_state IN ('INITIATED', 'IN_PROGRESS')";
const RETAINED = "s.session_state IN ('COMPLETED', 'ABANDONED') AND s.erased_at IS NULL";
// Exactly the columns of their index.
const LIVE_ORDER = "s.session_state = 'COMPLETED' AND s.livemode = 1";
const IS_ORDER = `(CASE WHEN ${LIVE_ORDER} THEN 1 ELSE 0 END)`;
const RETAINED_FROM = `(CASE WHEN ${LIVE_ORDER} THEN s.placed_at ELSE s.last_active_at END)`;

/**
 * Up to $1 sessions that were last used by a time, longest unused first. The index has the last
 * change: sessions that were used later are passed over, which are no more than live sessions. More
 * are taken from the index than are wanted, and put in order by their last use.
 */
export const unused = (
  states: string,
  until: string,
  { columns, indexed = "s.last_active_at" }: {
    readonly columns: string;
    readonly indexed?: string;
  },
) => `
  SELECT * FROM (
    SELECT ${columns} FROM sessions AS s
    WHERE ${states} AND ${indexed} ${until} AND ${LAST_ACTIVE} ${until}
    ORDER BY ${indexed} LIMIT $1 * 4
  ) AS unused ORDER BY last_active_at LIMIT $1`;

const KEY = `s.id, ${LAST_ACTIVE} AS last_active_at`;
/** Ids of sessions past the retention that are no live orders. */
export const PG_OLD = `
  SELECT id FROM (
    (${unused(`${PG_OPEN} AND s.due_at IS NULL`, "< $2", { columns: KEY })})
    UNION ALL
    (${unused(`${RETAINED} AND ${IS_ORDER} = 0`, "< $2", { columns: KEY, indexed: RETAINED_FROM })})
  ) AS old
  ORDER BY last_active_at LIMIT $1`;

/** Live orders whose person is stored, the first placed first. */
export const PG_ORDERS_TO_ERASE = `
  SELECT ${PG_SESSION} FROM sessions AS s
  WHERE ${RETAINED} AND ${IS_ORDER} = 1
    AND ${RETAINED_FROM} >= $2 AND ${RETAINED_FROM} < $1 AND (${RETAINED_FROM}, s.id) > ($2, $3)
    AND NOT EXISTS (SELECT FROM unexpected_payments AS u
      WHERE u.merchant_id = s.merchant_id AND u.livemode = 1 AND u.session_id = s.id
        AND u.resolved_at IS NULL)
  ORDER BY ${RETAINED_FROM}, s.id LIMIT $4`;
