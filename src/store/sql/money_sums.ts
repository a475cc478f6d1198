/** Sums of refunds, lost disputes and fees by quarters of an hour. */
import type { Sql } from "./sql.ts";

/** Numbers and sums: of refunds, of lost disputes, of orders with a known fee. */
export const MONEY_MEASURES = ["refunds", "refunded", "losses", "lost", "charged", "fees"] as const;

/** Columns that the sums are of. */
export const MONEY_KEY = "merchant_id, quarter, currency_code";
/** All columns of the sums. */
export const MONEY_COLUMNS = `${MONEY_KEY}, ${MONEY_MEASURES.join(", ")}`;
/** Sums the measures. */
export const MONEY_SUMMED = MONEY_MEASURES.map((name) => `sum(${name}) AS ${name}`).join(", ");

/** The part of each stored order in the sums. */
export const MONEY_SHARES = {
  sqlite: "SELECT at - at % 900000 AS quarter, * FROM money_shares",
  postgres: "SELECT share.* FROM sessions, checkoutd_money_shares(sessions, 1) AS share " +
    "WHERE livemode = 1 AND placed_at IS NOT NULL",
} as const satisfies Sql;

/** The sums as they are; PostgreSQL folds their changes later. */
export const MONEY_SUMS = {
  sqlite: "money_sums",
  postgres: `(SELECT ${MONEY_COLUMNS} FROM money_sums
    UNION ALL SELECT ${MONEY_COLUMNS} FROM money_sum_deltas)`,
} as const satisfies Sql;
