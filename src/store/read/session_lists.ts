import {
  NO_SESSION_FILTER,
  nothingLeft,
  type OrderFilter,
  type SessionFilter,
} from "../../domain/filters.ts";
import type { SessionKey } from "../../domain/session/stored.ts";
import { pageOf, type PageRequest } from "../../domain/values/page.ts";
import { sessionFromRow } from "../../schema/stored/session_row.ts";
import type { SessionReads } from "../reads/sessions.ts";
import { mapped, type Reader } from "./query.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { STORED_SESSION } from "./session_rows.ts";

/**
 * A page of one shop is one range of an index, in its order. A page of all shops is of such ranges: in
 * SQLite they are merged, as the queue of the recursion has the next session of each shop, and gives
 * the latest first; PostgreSQL takes keys of each shop, and reads the rows of the latest.
 */
const listed = (at: "created_at" | "placed_at", filter: string) => {
  const order = `ORDER BY ${at} DESC, id DESC`;
  const from = (shop: string, after: string) => `
    FROM sessions
      WHERE merchant_id = ${shop} AND livemode = :livemode AND (${at}, id) < (${after})
        AND ${at} >= :since AND ${filter} ${order}`;
  const next = (source: string, shop: string, after: string) => `
    SELECT s.rowid, s.merchant_id, s.${at}, s.id FROM ${source}
    JOIN sessions AS s ON s.rowid = (SELECT rowid ${from(shop, after)} LIMIT 1)`;
  const ofAll: Sql = {
    sqlite: `rowid IN (
      WITH RECURSIVE page (row, shop, at, id) AS (
        ${next("merchants AS m", "m.id", ":after_at, :after")}
        UNION ALL
        ${next("page", "page.shop", "page.at, page.id")}
        ORDER BY 3 DESC, 4 DESC LIMIT :limit
      ) SELECT row FROM page)`,
    postgres: `id IN (
      SELECT one.id FROM merchants AS m CROSS JOIN LATERAL (
        SELECT ${at}, id ${from("m.id", ":after_at, :after")} LIMIT :limit
      ) AS one ORDER BY one.${at} DESC, one.id DESC LIMIT :limit)`,
  };
  return {
    ofShop: sql`SELECT ${STORED_SESSION} ${from(":merchant_id", ":after_at, :after")} LIMIT :limit`,
    ofAll: sql`SELECT ${STORED_SESSION} FROM sessions WHERE ${ofAll} ${order}`,
  };
};

const PAYMENT = "(:payment IS NULL OR payment_state = :payment)";
const STATES = `${PAYMENT} AND (:state IS NULL OR session_state = :state)`;

/** Sessions by the time of their creation: of one shop, and of all. */
const LIST = listed("created_at", STATES);
/** Sessions with an order by its time. */
const ORDERS = listed("placed_at", `placed_at IS NOT NULL AND ${PAYMENT}`);

/** The list of one verified phone number. */
const LIST_BY_PHONE = sql`
  SELECT ${STORED_SESSION} FROM sessions
  WHERE customer_phone = :phone AND livemode = :livemode
    AND (:merchant_id IS NULL OR merchant_id = :merchant_id)
    AND (created_at, id) < (:after_at, :after) AND created_at >= :since AND ${STATES}
  ORDER BY created_at DESC, id DESC LIMIT :limit`;

const PLACED = ["after_at", "after", "limit", "since", "livemode", "payment?"] as const;
const LISTED = [...PLACED, "state?"] as const;

/** Reads lists of sessions and of orders. */
export function sessionLists(db: Reader): Pick<SessionReads, "list" | "orders"> {
  const list = db.query(["merchant_id", ...LISTED], LIST.ofShop, sessionFromRow);
  const listOfAll = db.query(LISTED, LIST.ofAll, sessionFromRow);
  const byPhone = db.query(["merchant_id?", "phone", ...LISTED], LIST_BY_PHONE, sessionFromRow);
  const orders = db.query(["merchant_id", ...PLACED], ORDERS.ofShop, sessionFromRow);
  const ordersOfAll = db.query(PLACED, ORDERS.ofAll, sessionFromRow);
  return {
    list: (filter, page) => {
      const { merchant_id, phone, ...values } = valuesOf(filter, page);
      const found = phone !== null
        ? byPhone.all({ merchant_id, phone, ...values })
        : merchant_id === null
        ? listOfAll.all(values)
        : list.all({ merchant_id, ...values });
      return mapped(
        found,
        (rows) => pageOf(rows, page.limit, ({ createdAt, id }) => ({ at: createdAt, id })),
      );
    },
    orders: (filter: OrderFilter, page) => {
      const { merchant_id, ...values } = valuesOf({ ...NO_SESSION_FILTER, ...filter }, page);
      const found = merchant_id === null
        ? ordersOfAll.all(values)
        : orders.all({ merchant_id, ...values });
      return mapped(
        found,
        (rows) => pageOf(rows, page.limit, ({ placedAt, id }) => ({ at: placedAt ?? 0, id })),
      );
    },
  };
}

/** Values of a filter and a page; one row more than the limit is read. */
function valuesOf(
  { merchantId, since, until: end, livemode, payment, state, phone, ...rest }: SessionFilter,
  { limit, after }: PageRequest<SessionKey>,
) {
  nothingLeft(rest);
  const until = end ?? Number.MAX_SAFE_INTEGER;
  // The end of the span is a key before which everything is older.
  const { at, id } = after !== undefined && after.at < until ? after : { at: until, id: "" };
  return {
    merchant_id: merchantId,
    after_at: at,
    after: id,
    limit: limit + 1,
    since: since ?? 0,
    livemode,
    payment,
    state,
    phone,
  };
}
