import { DUE_COLUMNS, LANE_WINDOW, laneNumber } from "../../schema/stored/webhook.ts";
import { MAX_BATCH, MAX_LANES } from "../../domain/shop/webhook.ts";
import { ENDPOINT_LEASE } from "../shared.ts";
import type { Sql } from "../sql/sql.ts";

const DELIVERIES = `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w
  JOIN deliveries AS d ON d.endpoint_id = w.id
  JOIN events AS e ON e.seq = d.event_seq`;

/** The deliveries of message `:batch_id` that are not done. */
export const IN_MESSAGE = `${DELIVERIES}
  WHERE w.id = :endpoint_id AND d.batch_id = :batch_id AND d.state = 'PENDING'
  ORDER BY d.event_seq`;

/** Deliveries of the event `one` of each endpoint. */
const OF_EACH = `
  JOIN deliveries AS d ON d.endpoint_id = w.id AND d.event_seq = one.event_seq
  JOIN events AS e ON e.seq = d.event_seq`;

/** The lane of an event: that of its session. Events of a shop are spread by their ids. */
const laneOf = (event: string, position: "instr" | "strpos") =>
  `${laneNumber(`coalesce(${event}.session_id, ${event}.id)`, position)} % w.lanes`;
const LANE = laneOf("e", "instr");

/** The first pending deliveries of an endpoint: untried ones by event, retried ones by time. */
const pending = (limit: string | number, condition = "") => `
      SELECT * FROM (SELECT event_seq, 0 AS tried, 0 AS place FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts = 0 AND next_at <= :at
          ${condition}
        ORDER BY event_seq LIMIT ${limit}) AS listed
      UNION ALL
      SELECT * FROM (SELECT event_seq, 1 AS tried, next_at AS place FROM deliveries
        WHERE endpoint_id = w.id AND state = 'PENDING' AND attempts > 0 AND next_at <= :at
        ORDER BY next_at, event_seq LIMIT ${limit}) AS listed`;

/** Untried deliveries of an endpoint that are searched for those of a lane. */
const UNTRIED_WINDOW = MAX_BATCH * MAX_LANES;

const untried = (position: "instr" | "strpos", condition = "") =>
  `${DELIVERIES}
  WHERE w.id = :endpoint_id AND d.event_seq IN (
    SELECT event_seq FROM (
      SELECT event_seq FROM deliveries
      WHERE endpoint_id = :endpoint_id AND state = 'PENDING' AND attempts = 0 AND next_at <= :at
        AND batch_id IS NULL ${condition}
      ORDER BY event_seq LIMIT ${UNTRIED_WINDOW}
    ) AS listed JOIN events AS f ON f.seq = event_seq
    WHERE ${laneOf("f", position)} = :lane ORDER BY event_seq LIMIT :limit)
  ORDER BY d.event_seq`;

/** The first untried deliveries of lane `:lane`, in no message yet. */
export const UNTRIED: Sql = {
  sqlite: untried("instr"),
  postgres: untried("strpos", "AND event_seq <= :settled"),
};

/** Pending deliveries with their lanes, and their turns in them. */
const placed = (pendingOnes: string, position: "instr" | "strpos") => `
    SELECT event_seq, lane, row_number() OVER (
      PARTITION BY tried, lane ORDER BY place, event_seq) AS turn
    FROM (
      SELECT event_seq, tried, place, ${laneOf("f", position)} AS lane
      FROM (${pendingOnes}) AS page CROSS JOIN events AS f WHERE f.seq = event_seq
    ) AS listed`;

/** SQLite's limits cannot depend on a row. */
const WINDOW = `CASE w.lanes WHEN 1 THEN 1 ELSE ${LANE_WINDOW} END`;

/**
 * The first due delivery of each lane. Each subquery reads the partial index with the same condition
 * in order and stops at the first due delivery, or in time for several lanes, so neither finished
 * deliveries nor later attempts are walked. In PostgreSQL an event up to number `:settled` cannot
 * become visible after a later one, and endpoints that others than `:holder` have leased are not
 * read.
 */
export const DUE: Sql = {
  sqlite: `
  SELECT ${DUE_COLUMNS}, ${LANE} AS lane FROM webhook_endpoints AS w
  CROSS JOIN deliveries AS d ON d.endpoint_id = w.id
  JOIN events AS e ON e.seq = d.event_seq
  WHERE w.disabled_at IS NULL AND w.id || ':' || (${LANE}) NOT IN :busy
    AND d.event_seq IN (
      SELECT min(event_seq) FROM (${pending(1)}) WHERE w.lanes = 1
      UNION ALL
      SELECT min(event_seq) FROM (${placed(pending(LANE_WINDOW), "instr")})
      WHERE w.lanes > 1 AND turn = 1 GROUP BY lane
    )
  ORDER BY e.seq`,
  postgres: `
  SELECT ${DUE_COLUMNS}, one.lane FROM webhook_endpoints AS w CROSS JOIN LATERAL (
    SELECT min(event_seq) AS event_seq, lane
    FROM (${placed(pending(WINDOW, "AND event_seq <= :settled"), "strpos")}) AS first
    WHERE turn = 1 GROUP BY lane
  ) AS one ${OF_EACH}
  WHERE w.disabled_at IS NULL AND w.id || ':' || one.lane NOT IN :busy AND NOT EXISTS (
    SELECT 1 FROM leases
    WHERE name = '${ENDPOINT_LEASE}' || w.id AND holder <> :holder AND until > clock_timestamp()
  )
  ORDER BY e.seq, w.place`,
};

/**
 * After event `:event_id` of endpoint `:endpoint_id` come that event of endpoints with lower ids, then
 * earlier events.
 */
const BEFORE = "iif(:event_id IS NULL, 1e18, " +
  "(SELECT seq FROM events WHERE id = :event_id) + (w.id < :endpoint_id))";

/**
 * The earliest event that a page searches: that of the `:each`th delivery of an endpoint, the latest
 * one where several endpoints have so many. No row if all deliveries are searched.
 */
export const SEARCH_END = `
  SELECT e.id AS event_id, min(d.endpoint_id) AS endpoint_id, d.event_seq AS seq
  FROM deliveries AS d JOIN events AS e ON e.seq = d.event_seq
  WHERE d.endpoint_id IN :ids AND d.event_seq = (
    SELECT max((
      SELECT iif(count(*) = :each, min(event_seq), NULL) FROM (
        SELECT event_seq FROM deliveries WHERE endpoint_id = w.id AND event_seq < ${BEFORE}
        ORDER BY event_seq DESC LIMIT :each)
    )) FROM webhook_endpoints AS w WHERE w.id IN :ids
  )
  GROUP BY d.event_seq`;

/** A page of each endpoint. */
const page = (before: string) => `
    SELECT o.event_seq FROM deliveries AS o JOIN events AS f ON f.seq = o.event_seq
    WHERE o.endpoint_id = w.id AND ${before} AND (:state IS NULL OR o.state = :state)
      AND (:type IS NULL OR f.type = :type) AND f.at >= :since
    ORDER BY o.event_seq DESC LIMIT :limit`;

/**
 * The subquery reads a page of each endpoint by the primary key, so that a page costs the same
 * wherever it is.
 */
export const LIST: Sql = {
  sqlite: `${DELIVERIES}
  WHERE w.id IN :ids AND d.event_seq IN (
    ${page(`o.event_seq < ${BEFORE} AND o.event_seq >= :first_seq`)})
  ORDER BY d.event_seq DESC, d.endpoint_id DESC LIMIT :limit`,
  postgres: `
  SELECT ${DUE_COLUMNS} FROM webhook_endpoints AS w CROSS JOIN LATERAL (
    ${
    page(`(:event_id IS NULL OR o.event_seq
      < (SELECT seq FROM events WHERE id = :event_id) + (w.id < :endpoint_id)::integer)`)
  }
  ) AS one ${OF_EACH}
  WHERE w.id IN :ids
  ORDER BY d.event_seq DESC, d.endpoint_id DESC LIMIT :limit`,
};
