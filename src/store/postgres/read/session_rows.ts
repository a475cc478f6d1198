import { SESSION_COLUMNS, SHOWN_COLUMNS } from "../../../schema/stored/session_row.ts";

/** Last use of the session `s`: changes are noted in its row, other uses in a table of their own. */
export const LAST_ACTIVE = `greatest(s.last_active_at,
  (SELECT a.last_active_at FROM session_activity AS a WHERE a.session_id = s.id))`;

const of = (columns: string) =>
  columns.split(", ").map((name) =>
    name === "last_active_at" ? `${LAST_ACTIVE} AS last_active_at` : `s.${name}`
  ).join(", ");

/** {@link SESSION_COLUMNS} of the session `s`. */
export const PG_SESSION = of(SESSION_COLUMNS);
/** {@link SHOWN_COLUMNS} of the session `s`. */
export const PG_SHOWN = of(SHOWN_COLUMNS);
