import { SESSION_COLUMNS } from "../../../schema/stored/session_row.ts";

/**
 * A page of one shop is one range of an index, in its order. A page of all shops merges such ranges:
 * the queue of the recursion has the next session of each shop, and gives the latest first.
 */
const listed = (at: "created_at" | "placed_at", filter: string) => {
  const order = `ORDER BY ${at} DESC, id DESC`;
  const next = (source: string, shop: string, key: string) => `
    SELECT s.rowid, s.merchant_id, s.${at}, s.id FROM ${source} JOIN sessions AS s ON s.rowid = (
      SELECT rowid FROM sessions
      WHERE merchant_id = ${shop} AND livemode = ?6 AND (${at}, id) < (${key})
        AND ${at} >= ?5 AND ${filter} ${order} LIMIT 1
    )`;
  return {
    ofShop: `
      SELECT ${SESSION_COLUMNS} FROM sessions
      WHERE merchant_id = ?1 AND livemode = ?6 AND (${at}, id) < (?2, ?3)
        AND ${at} >= ?5 AND ${filter} ${order} LIMIT ?4`,
    ofAll: `
      WITH RECURSIVE page (row, shop, at, id) AS (
        ${next("merchants AS m", "m.id", "?2, ?3")}
        UNION ALL
        ${next("page", "page.shop", "page.at, page.id")}
        ORDER BY 3 DESC, 4 DESC LIMIT ?4
      )
      SELECT ${SESSION_COLUMNS} FROM sessions WHERE rowid IN (SELECT row FROM page) ${order}`,
  };
};

const PAYMENT = "(?7 IS NULL OR payment_state = ?7)";
const STATES = `${PAYMENT} AND (?8 IS NULL OR session_state = ?8)`;

/** Sessions by the time of their creation: of one shop, and of all. */
export const LIST = listed("created_at", STATES);
/** Sessions with an order by its time. */
export const ORDERS = listed("placed_at", `placed_at IS NOT NULL AND ${PAYMENT}`);

/** The list of one verified phone number. */
export const LIST_BY_PHONE = `
  SELECT ${SESSION_COLUMNS} FROM sessions
  WHERE customer_phone = ?9 AND livemode = ?6 AND (?1 IS NULL OR merchant_id = ?1)
    AND (created_at, id) < (?2, ?3) AND created_at >= ?5 AND ${STATES}
  ORDER BY created_at DESC, id DESC LIMIT ?4`;
