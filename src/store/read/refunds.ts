import { nothingLeft } from "../../domain/filters.ts";
import { ASKED_OFTEN_MS, UNSENT_MS } from "../../domain/session/refund_pause.ts";
import { pageOf } from "../../domain/values/page.ts";
import { disputeFromRow, openRefundsFromRow, refundFromRow } from "../../schema/stored/refund.ts";
import { givenFromRow } from "../../schema/stored/load.ts";
import { DAILY_SUMS } from "../sql/daily_sums.ts";
import type { DisputeReads, RefundReads } from "../reads/refunds.ts";
import { type Sql, sql } from "../sql/sql.ts";
import { mapped, type Reader } from "./query.ts";

/** A page is one range of an index, in its order. */
const list = (shop: string) => `
  SELECT * FROM refunds
  WHERE ${shop} AND (at, id) < (:after_at, :after)
    AND (:livemode IS NULL OR livemode = :livemode)
    AND (:state IS NULL OR state = :state) AND (:origin IS NULL OR origin = :origin)
  ORDER BY at DESC, id DESC LIMIT :limit`;

const LISTED = ["after_at", "after", "livemode?", "state?", "origin?", "limit"] as const;

const REFERENCED = "merchant_id = :merchant_id AND livemode = :livemode AND reference = :reference";

/** True for a refund whose provider's key was deleted. */
const IS_KEY_GONE = `EXISTS (
      SELECT 1 FROM payment_providers AS p
      WHERE p.id = r.account_id AND p.kind <> 'demo' AND p.secret IS NULL)`;

/** By the index of those that are requested or failed, which are few. */
export const UNSETTLED = "state IN ('REQUESTED', 'FAILED') AND livemode = 1";
const OF_SHOP = `merchant_id = :merchant_id AND ${UNSETTLED}`;

const PAYMENT = "PARTITION BY session_id, payment_id, unexpected_id";
/** After all that the server knows the time of. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Counts failures at providers whose money is still missing, by payment: a failure adds its amount,
 * and a refund that is asked for later takes away its own. One that failed counts if, with all that
 * came after it, more is missing than after any later one. Within a millisecond a refund is asked
 * for before it fails, and after another one has failed. A refund that was made at the provider
 * since the first failed one was asked for, and a lost dispute, come last: the failure may have been
 * known there before it was here.
 */
export const failedRefunds = (unsettled: string) => `
  SELECT count(*) AS failed, min(asked_at) AS failed_since FROM (
    SELECT asked_at, place, missing,
      max(missing) OVER (
        ${PAYMENT} ORDER BY at DESC, place DESC, id
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS missing_later
    FROM (
      SELECT found.*, sum(amount) OVER (
          ${PAYMENT} ORDER BY at DESC, place DESC, id ROWS UNBOUNDED PRECEDING) AS missing
      FROM (
        SELECT id, session_id, payment_id, unexpected_id, at AS asked_at,
          CASE WHEN origin = 'PROVIDER' AND state <> 'FAILED'
              AND at >= min(CASE WHEN state = 'FAILED' THEN at END) OVER (${PAYMENT})
            THEN ${LAST} ELSE at END AS at,
          CASE WHEN state = 'FAILED' AND settled_at = at THEN 0 ELSE 2 END AS place,
          -amount AS amount
        FROM refunds WHERE session_id IN (
          SELECT session_id FROM refunds WHERE ${unsettled} AND state = 'FAILED')
        UNION ALL
        SELECT id, session_id, payment_id, unexpected_id, at, settled_at, 1, amount
        FROM refunds
        WHERE ${unsettled} AND state = 'FAILED' AND account_id IS NOT NULL
        UNION ALL
        SELECT reference, session_id, payment_id, unexpected_id, at, ${LAST}, 2, -amount
        FROM disputes WHERE status = 'LOST' AND session_id IN (
          SELECT session_id FROM refunds WHERE ${unsettled} AND state = 'FAILED')
      ) AS found
    ) AS summed
  ) AS ranked
  WHERE place = 1 AND missing > 0 AND missing > coalesce(missing_later, 0)`;

/** Asked for so often that the provider is called once a week, or no more. */
const IS_LATE = `next_try_at IS NULL OR next_try_at - at > ${ASKED_OFTEN_MS}`;

/** Those to see to; the ones on their way have an index too. */
const ATTENTION = `
  SELECT by_hand, by_hand_since, failed, failed_since, unsent + unanswered AS unanswered,
    CASE WHEN unanswered_since < unsent_since THEN unanswered_since
      ELSE coalesce(unsent_since, unanswered_since) END AS unanswered_since
  FROM (
  SELECT count(*) FILTER (WHERE is_by_hand) AS by_hand,
    min(at) FILTER (WHERE is_by_hand) AS by_hand_since,
    count(*) FILTER (WHERE NOT is_by_hand AND next_try_at - at > ${UNSENT_MS}) AS unsent,
    min(at) FILTER (WHERE NOT is_by_hand AND next_try_at - at > ${UNSENT_MS}) AS unsent_since
  FROM (
    SELECT at, next_try_at, account_id IS NULL OR ${IS_KEY_GONE} AS is_by_hand FROM refunds AS r
    WHERE ${OF_SHOP} AND state = 'REQUESTED') AS found
  ) AS asked CROSS JOIN (${failedRefunds(OF_SHOP)}) AS lost CROSS JOIN (
  SELECT count(*) AS unanswered, min(at) AS unanswered_since FROM refunds AS r
  WHERE merchant_id = :merchant_id AND state = 'PENDING' AND livemode = 1
    AND (${IS_LATE} OR ${IS_KEY_GONE})
  ) AS sent`;

/** Unless it is told to, SQLite would walk all disputes of a shop, in their order in the file. */
const BY_OPEN: Sql = { sqlite: "INDEXED BY disputes_open", postgres: "" };

const NO_OPEN = { count: 0, oldestAt: null };

/** Reads refunds. */
export function refundReads(db: Reader): RefundReads {
  const byId = db.query(["id"], "SELECT * FROM refunds WHERE id = :id", refundFromRow);
  const due = db.query(
    ["at", "limit", "busy"],
    `SELECT * FROM refunds WHERE next_try_at IS NOT NULL AND next_try_at <= :at
         AND merchant_id NOT IN :busy
       ORDER BY next_try_at LIMIT :limit`,
    refundFromRow,
  );
  const ofAll = db.query(LISTED, list("true"), refundFromRow);
  const ofShop = db.query(
    ["merchant_id", ...LISTED],
    list("merchant_id = :merchant_id"),
    refundFromRow,
  );
  const byReference = db.query(
    ["merchant_id", "livemode", "reference"],
    `SELECT * FROM refunds WHERE ${REFERENCED} AND account_id IS NOT NULL`,
    refundFromRow,
  );
  const ofUnexpected = db.query(
    ["unexpected_id"],
    "SELECT * FROM refunds WHERE unexpected_id = :unexpected_id ORDER BY at, id",
    refundFromRow,
  );
  const attention = db.query(["merchant_id"], ATTENTION, openRefundsFromRow);
  const sumSince = db.query(["merchant_id", "since"], DAILY_SUMS.refunds, givenFromRow);
  return {
    find: (id) => byId.one({ id }),
    sumSince: (merchantId, since) =>
      mapped(sumSince.one({ merchant_id: merchantId, since }), (sum) => sum ?? 0),
    due: (now, limit, busy) => due.all({ at: now, limit, busy }),
    list: ({ merchantId, livemode, state, origin, ...rest }, { limit, after }) => {
      nothingLeft(rest);
      const values = {
        after_at: after?.at ?? Number.MAX_SAFE_INTEGER,
        after: after?.id ?? "",
        livemode,
        state,
        origin,
        limit: limit + 1,
      };
      const found = merchantId === null
        ? ofAll.all(values)
        : ofShop.all({ merchant_id: merchantId, ...values });
      return mapped(found, (rows) => pageOf(rows, limit, ({ at, id }) => ({ at, id })));
    },
    byReference: (merchantId, livemode, reference) =>
      byReference.one({ merchant_id: merchantId, livemode, reference }),
    ofUnexpected: (unexpectedId) => ofUnexpected.all({ unexpected_id: unexpectedId }),
    attention: (merchantId) =>
      mapped(
        attention.one({ merchant_id: merchantId }),
        (found) => found ?? { byHand: NO_OPEN, failed: NO_OPEN, unanswered: NO_OPEN },
      ),
  };
}

/** Reads disputes. */
export function disputeReads(db: Reader): DisputeReads {
  const byReference = db.query(
    ["merchant_id", "livemode", "reference"],
    `SELECT * FROM disputes WHERE ${REFERENCED}`,
    disputeFromRow,
  );
  const ofUnexpected = db.query(
    ["session_id", "unexpected_id"],
    `SELECT * FROM disputes
       WHERE session_id = :session_id AND unexpected_id = :unexpected_id ORDER BY at, reference`,
    disputeFromRow,
  );
  const due = db.query(
    ["at", "limit", "busy"],
    `SELECT * FROM disputes WHERE next_look_at IS NOT NULL AND next_look_at <= :at
         AND merchant_id NOT IN :busy
       ORDER BY next_look_at LIMIT :limit`,
    disputeFromRow,
  );
  const open = db.query(
    ["merchant_id"],
    sql`SELECT * FROM disputes ${BY_OPEN}
       WHERE merchant_id = :merchant_id AND status = 'OPEN' AND livemode = 1
       ORDER BY evidence_due_at IS NULL, evidence_due_at, at, reference LIMIT 100`,
    disputeFromRow,
  );
  return {
    find: (merchantId, livemode, reference) =>
      byReference.one({ merchant_id: merchantId, livemode, reference }),
    ofUnexpected: ({ id, sessionId }) =>
      ofUnexpected.all({ session_id: sessionId, unexpected_id: id }),
    due: (now, limit, busy) => due.all({ at: now, limit, busy }),
    open: (merchantId) => open.all({ merchant_id: merchantId }),
  };
}
