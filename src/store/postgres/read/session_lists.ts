import { PG_SESSION } from "./session_rows.ts";

/**
 * A page of one shop is one range of an index, in its order. A page of all shops takes such a range
 * of keys from each, and reads the rows of the latest.
 */
const listed = (at: "created_at" | "placed_at", filter: string) => {
  const page = (shop: string) => `
    FROM sessions AS s
    WHERE s.merchant_id = ${shop} AND s.livemode = $5 AND (s.${at}, s.id) < ($1, $2)
      AND s.${at} >= $4 AND ${filter} ORDER BY s.${at} DESC, s.id DESC LIMIT $3`;
  return {
    ofShop: (shop: string) => `SELECT ${PG_SESSION} ${page(shop)}`,
    ofAll: `
      SELECT ${PG_SESSION} FROM sessions AS s JOIN (
        SELECT one.id FROM merchants AS m CROSS JOIN LATERAL (SELECT s.${at}, s.id ${page("m.id")})
          AS one
        ORDER BY one.${at} DESC, one.id DESC LIMIT $3
      ) AS latest ON latest.id = s.id
      ORDER BY s.${at} DESC, s.id DESC`,
  };
};

const PAYMENT = "($6::text IS NULL OR s.payment_state = $6)";
const STATES = `${PAYMENT} AND ($7::text IS NULL OR s.session_state = $7)`;

/** Sessions by the time of their creation: of one shop, and of all. */
export const PG_LIST = listed("created_at", STATES);
/** Sessions with an order by its time. */
export const PG_ORDERS = listed("placed_at", `s.placed_at IS NOT NULL AND ${PAYMENT}`);

/** The list of one verified phone number. */
export const PG_LIST_BY_PHONE = `
  SELECT ${PG_SESSION} FROM sessions AS s
  WHERE s.customer_phone = $8 AND s.livemode = $5 AND ($9::text IS NULL OR s.merchant_id = $9)
    AND (s.created_at, s.id) < ($1, $2) AND s.created_at >= $4 AND ${STATES}
  ORDER BY s.created_at DESC, s.id DESC LIMIT $3`;
