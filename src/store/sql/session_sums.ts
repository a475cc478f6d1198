/** Sums of sessions by quarters of an hour, from which statistics are read. */
import type { Sql } from "./sql.ts";

/** Length of the quarters: days of all time zones begin with one. */
export const QUARTER_MS = 900_000;

/** Position of the sums once all sessions are in them; after all ids. */
export const ALL_SUMMED = "~";

/** Advisory lock of PostgreSQL under which earlier sessions are summed; its migration has it too. */
export const SUMS_LOCK = "7161399312460";

/** What is summed. */
export const MEASURES = [
  "count",
  "begun",
  "idle",
  "resumed",
  "reopened",
  "orders",
  "payable",
  "with_coupon",
  "coupon_discount",
  "recovered",
  "recovered_payable",
  "placed",
  "placed_payable",
] as const;

/** Columns that the sums are of. */
export const SUM_KEY = "merchant_id, quarter, session_state, payment_state, currency_code";
/** All columns of the sums. */
export const SUM_COLUMNS = `${SUM_KEY}, ${MEASURES.join(", ")}`;
/** Sums the measures. */
export const SUMMED = MEASURES.map((name) => `sum(${name}) AS ${name}`).join(", ");

/** What each stored session adds to the sums. */
export const SHARES = {
  sqlite: "SELECT * FROM session_shares",
  postgres:
    "SELECT sessions.id, share.* FROM sessions, checkoutd_session_shares(sessions, 1) AS share " +
    "WHERE livemode = 1",
} as const satisfies Sql;

/** The sums as they are; PostgreSQL folds their changes later. */
export const SUMS = `SELECT ${SUM_COLUMNS} FROM session_sums
    UNION ALL SELECT ${SUM_COLUMNS} FROM session_sum_deltas`;
