import { z } from "zod";
import type { MaybePromise } from "../../domain/session/stored.ts";
import { parseRow } from "../../schema/stored/parse.ts";
import {
  dayCountFromRow,
  dayMoneyFromRow,
  dayRevenueFromRow,
  orderSumFromRow,
  recoverySumFromRow,
} from "../../schema/stored/statistics.ts";
import type { Period, StatisticsReads } from "../reads/sessions.ts";
import { MONEY_SUMS } from "../sql/money_sums.ts";
import { ALL_SUMMED, QUARTER_MS, SUMS } from "../sql/session_sums.ts";
import { type Engine, type Sql, sql } from "../sql/sql.ts";
import type { Reader } from "./query.ts";

/** End of a day of `json_each(:bounds)`: the start of the next one. */
export const DAY_END = "json_extract(:bounds, '$[' || (json_each.key + 1) || ']')";

const SESSION_SUMS = { sqlite: "session_sums", postgres: `(${SUMS})` };

/**
 * Statistics from {@link SUMS}. In PostgreSQL the day of a quarter is found by halving the bounds: one
 * stretch is read, and unfolded changes once.
 *
 * @param what is counted: rows without it have nothing to sum. In PostgreSQL they may, until later
 *   changes are folded too
 * @param from has the sums (default: those of sessions)
 */
function summed(
  { columns, what, keys, byDay = true, from = SESSION_SUMS }: {
    readonly columns: string;
    readonly what: string;
    readonly keys: string;
    readonly byDay?: boolean;
    readonly from?: Readonly<Record<Engine, string>>;
  },
): Sql {
  const by = byDay ? `day, ${keys}` : keys;
  const ofShop = "WHERE s.merchant_id = :merchant_id AND s.quarter >=";
  const day: Sql = byDay
    ? { sqlite: "json_each.key AS day,", postgres: "width_bucket(quarter, :bounds) - 1 AS day," }
    : "";
  const rows: Sql = {
    sqlite: byDay
      ? `json_each(:bounds) CROSS JOIN ${from.sqlite} AS s
  ${ofShop} json_each.value AND s.quarter < ${DAY_END}`
      : `${from.sqlite} AS s
  ${ofShop} json_extract(:bounds, '$[0]') AND s.quarter < json_extract(:bounds, '$[#-1]')`,
    postgres: `${from.postgres} AS s
  ${ofShop} (:bounds)[1] AND s.quarter < (:bounds)[cardinality(:bounds)]`,
  };
  return sql`
  SELECT :merchant_id AS merchant_id, ${day} ${keys}, ${columns}
  FROM ${rows} ${{ sqlite: `AND ${what} <> 0`, postgres: "" }}
  GROUP BY ${by} HAVING sum(${what}) <> 0 ORDER BY ${by}`;
}

const text = (measure: string) => `CAST(sum(${measure}) AS TEXT)`;

const DAYS = summed({
  columns: "sum(count) AS count, sum(begun) AS begun",
  what: "count",
  keys: "session_state, payment_state",
});
const ORDERS = summed({
  columns: `sum(orders) AS orders, ${text("payable")} AS payable, sum(with_coupon) AS with_coupon,
    ${text("coupon_discount")} AS coupon_discount`,
  what: "orders",
  keys: "currency_code",
  byDay: false,
});
const REVENUE = summed({
  columns: `sum(placed) AS orders, ${text("placed_payable")} AS payable`,
  what: "placed",
  keys: "currency_code",
});
const RECOVERY = summed({
  columns: `sum(idle) AS idle, sum(resumed) AS resumed, sum(reopened) AS reopened,
    sum(recovered) AS orders, ${text("recovered_payable")} AS payable`,
  what: "(idle + resumed + reopened)",
  keys: "currency_code",
  byDay: false,
});
const MONEY = summed({
  columns: `sum(refunds) AS refunds, ${text("refunded")} AS refunded, sum(losses) AS losses,
    ${text("lost")} AS lost, sum(charged) AS charged, ${text("fees")} AS fees`,
  what: "(refunds + losses + charged)",
  keys: "currency_code",
  from: MONEY_SUMS,
});

/** The last one may have more rows by the time it is summed. */
const UNSUMMED = `
  SELECT summed_to AS after, coalesce((SELECT max(id) FROM (
    SELECT id FROM sessions WHERE id > p.summed_to ORDER BY id LIMIT :limit) AS slice),
    '${ALL_SUMMED}') AS last
  FROM session_sums_progress AS p WHERE summed_to <> '${ALL_SUMMED}'`;
const PROGRESS = { table: "session_sums_progress", keyColumns: [] };
const sliceSchema = z.object({ after: z.string(), last: z.string() });

/** Reads sums of a period. */
export type SumRead<T> = (period: Period) => MaybePromise<T[]>;

/** True if a period is made of whole quarters of an hour, as all days are today. */
export function isOfQuarters({ bounds }: Period): boolean {
  return bounds.every((at) => at % QUARTER_MS === 0);
}

/** Statistics from the sums, for {@link isOfQuarters}, and the sessions that are not in them yet. */
export function sumReads(db: Reader): StatisticsReads {
  const unsummed = db.query(["limit"], UNSUMMED, (row) => parseRow(sliceSchema, row, PROGRESS));
  const sums = <T>(text: Sql, read: (row: unknown) => T): SumRead<T> => {
    const query = db.query(["merchant_id", "bounds"], text, read);
    return ({ merchantId, bounds }) => query.all({ merchant_id: merchantId, bounds });
  };
  return {
    unsummed: (limit) => unsummed.one({ limit }),
    days: sums(DAYS, dayCountFromRow),
    orders: sums(ORDERS, orderSumFromRow),
    recovery: sums(RECOVERY, recoverySumFromRow),
    revenue: sums(REVENUE, dayRevenueFromRow),
    money: sums(MONEY, dayMoneyFromRow),
  };
}
