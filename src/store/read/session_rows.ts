import { HEAD_COLUMNS, SHOWN_COLUMNS } from "../../schema/stored/session_head.ts";
import { SESSION_COLUMNS } from "../../schema/stored/session_row.ts";
import { type Sql, sql } from "../sql/sql.ts";

/**
 * Last use of a session. In PostgreSQL changes are noted in its row, other uses in a table of their
 * own.
 */
export const LAST_ACTIVE: Sql = {
  sqlite: "sessions.last_active_at",
  postgres: `greatest(sessions.last_active_at,
  (SELECT a.last_active_at FROM session_activity AS a WHERE a.session_id = sessions.id))`,
};

const of = (columns: string) => ({
  sqlite: columns,
  postgres: columns.replace("last_active_at", sql`${LAST_ACTIVE} AS last_active_at`.postgres),
});

/** {@link SESSION_COLUMNS} of `sessions`. */
export const STORED_SESSION: Sql = of(SESSION_COLUMNS);
/** {@link HEAD_COLUMNS} of `sessions`. */
export const SESSION_HEAD: Sql = of(HEAD_COLUMNS);
/** {@link SHOWN_COLUMNS} of `sessions`. */
export const SHOWN_SESSION: Sql = of(SHOWN_COLUMNS);

/** The fastest key of sessions. */
export const ROW: Sql = { sqlite: "rowid", postgres: "id" };

/** Numbers of sessions by shop and state; PostgreSQL folds their changes later. */
export const COUNTED: Sql = {
  sqlite: "SELECT merchant_id, session_state, payment_state, count FROM session_counts",
  postgres: `SELECT merchant_id, session_state, payment_state, count FROM session_counts
    UNION ALL
    SELECT merchant_id, session_state, payment_state, delta FROM session_count_deltas`,
};
