import { SESSION_COLUMNS } from "../../../schema/stored/session_row.ts";

// Exactly the conditions of the partial indexes, which are used only then.

/** Condition of open sessions. */
export const OPEN = "session_state IN ('INITIATED', 'IN_PROGRESS')";
const RETAINED = "session_state IN ('COMPLETED', 'ABANDONED') AND erased_at IS NULL";
// Exactly the columns of their index.
const IS_ORDER = "iif(session_state = 'COMPLETED' AND livemode = 1, 1, 0)";
const RETAINED_FROM =
  "iif(session_state = 'COMPLETED' AND livemode = 1, placed_at, last_active_at)";

/** Ids of sessions past the retention that are no live orders. */
export const OLD = `
  SELECT id FROM (
    SELECT * FROM (SELECT id, last_active_at FROM sessions
      WHERE ${OPEN} AND last_active_at < ?1 AND due_at IS NULL ORDER BY last_active_at LIMIT ?2)
    UNION ALL
    SELECT * FROM (SELECT id, last_active_at FROM sessions
      WHERE ${RETAINED} AND ${IS_ORDER} = 0 AND ${RETAINED_FROM} < ?1
      ORDER BY ${RETAINED_FROM} LIMIT ?2)
  )
  ORDER BY last_active_at LIMIT ?2`;

/** Live orders whose person is stored, the first placed first. */
export const ORDERS_TO_ERASE = `
  SELECT ${SESSION_COLUMNS} FROM sessions AS s
  WHERE ${RETAINED} AND ${IS_ORDER} = 1
    AND ${RETAINED_FROM} >= ?2 AND ${RETAINED_FROM} < ?1 AND (${RETAINED_FROM}, id) > (?2, ?3)
    AND NOT EXISTS (SELECT 1 FROM unexpected_payments AS u
      WHERE u.merchant_id = s.merchant_id AND u.livemode = 1 AND u.session_id = s.id
        AND u.resolved_at IS NULL)
  ORDER BY ${RETAINED_FROM}, id LIMIT ?4`;
