/** Sums of statistics, compared with the rows that they are of. */
import { MONEY_KEY, MONEY_MEASURES, MONEY_SHARES, MONEY_SUMS } from "../sql/money_sums.ts";
import { MEASURES, SHARES, SUM_COLUMNS, SUM_KEY, SUMS } from "../sql/session_sums.ts";
import { type Sql, sql } from "../sql/sql.ts";

/** Amounts that the shares of rows have, and the sums lack. */
function missing({ key, measures, shares, sums }: {
  readonly key: string;
  readonly measures: readonly string[];
  readonly shares: Sql;
  readonly sums: Sql;
}) {
  const summed = measures.map((name) => `sum(${name}) AS ${name}`).join(", ");
  return sql`
    SELECT ${key}, ${measures.join(", ")} FROM (
      SELECT ${key}, ${summed} FROM (
        SELECT ${key}, ${measures.join(", ")} FROM (${shares}) AS shares
        UNION ALL
        SELECT ${key}, ${measures.map((name) => `-${name}`).join(", ")} FROM ${sums} AS sums
      ) AS rows GROUP BY ${key}
    ) AS missing WHERE ${measures.map((name) => `${name} <> 0`).join(" OR ")}`;
}

/** Of sessions up to the position; what was purged was summed at once. */
export const MISSING_SESSION_SUMS = missing({
  key: SUM_KEY,
  measures: MEASURES,
  shares: sql`
        SELECT ${SUM_COLUMNS} FROM (${SHARES}) AS of_sessions
        WHERE id <= (SELECT summed_to FROM session_sums_progress)
        UNION ALL
        SELECT merchant_id, opened_at, session_state, payment_state, currency_code, count, begun,
          idle, resumed, reopened, 0, 0, 0, 0, 0, 0, 0, 0
        FROM purged_sessions`,
  sums: `(${SUMS})`,
});

/** Of refunds, lost disputes and fees. */
export const MISSING_MONEY_SUMS = missing({
  key: MONEY_KEY,
  measures: MONEY_MEASURES,
  shares: MONEY_SHARES,
  sums: MONEY_SUMS,
});
