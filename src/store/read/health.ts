import { z } from "zod";
import { countFromRow } from "../../schema/stored/load.ts";
import { count, parseRow } from "../../schema/stored/parse.ts";
import type { OpenMoney, StoreHealth } from "../store.ts";
import { mapped, type Reader } from "./query.ts";
import { failedRefunds, UNSETTLED } from "./refunds.ts";
import type { Sql } from "../sql/sql.ts";

/**
 * Each part walks the partial index with the same condition, so no finished delivery. Grouped
 * first, so that an endpoint is looked up only once.
 */
export const PENDING = `
  SELECT coalesce(sum(count), 0) AS count FROM (
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts = 0 GROUP BY endpoint_id
    UNION ALL
    SELECT endpoint_id, count(*) AS count FROM deliveries
    WHERE state = 'PENDING' AND attempts > 0 GROUP BY endpoint_id
  ) AS pending
  WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL AND livemode = 1)`;

const UNEXPECTED =
  "SELECT count(*) AS count FROM unexpected_payments WHERE livemode = 1 AND resolved_at IS NULL";

/** Walks the partial indexes of refunds and disputes to see to. */
const OPEN_MONEY = `
  SELECT requested, failed, pending, due, disputes, disputes_due, listed_until FROM
    (SELECT count(*) FILTER (WHERE state = 'REQUESTED') AS requested
      FROM refunds WHERE ${UNSETTLED}) AS asked,
    (${failedRefunds(UNSETTLED)}) AS lost,
    (SELECT count(*) FILTER (WHERE state = 'PENDING') AS pending,
      count(*) FILTER (WHERE next_try_at <= :until) AS due
      FROM refunds WHERE next_try_at IS NOT NULL AND livemode = 1) AS sent,
    (SELECT count(*) AS disputes FROM disputes WHERE status = 'OPEN' AND livemode = 1) AS open,
    (SELECT count(*) AS disputes_due FROM disputes
      WHERE next_look_at IS NOT NULL AND next_look_at <= :until AND livemode = 1) AS looks,
    (SELECT min(coalesce(listed_until, created_at)) AS listed_until FROM payment_providers
      WHERE secret IS NOT NULL AND removed_at IS NULL AND livemode = 1) AS lists`;

const SIZE: Sql = {
  sqlite: "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  postgres: "SELECT pg_database_size(current_database()) AS bytes",
};

const EXPIRED = `
  SELECT CAST(EXISTS (SELECT 1 FROM idempotency_records WHERE at < :answers_before)
    OR EXISTS (SELECT 1 FROM otp_sends WHERE sent_at < :codes_before)
    OR EXISTS (SELECT 1 FROM payment_returns WHERE created_at < :returns_before)
    OR EXISTS (SELECT 1 FROM message_sends WHERE sent_at < :messages_before)
    OR EXISTS (SELECT 1 FROM limit_refusals WHERE hour < :refusals_before)
    OR EXISTS (SELECT 1 FROM events WHERE session_id IS NULL AND at < :events_before)
    OR EXISTS (SELECT 1 FROM pictures WHERE removed_at < :pictures_before)
  AS INTEGER) AS count`;

const openMoneySchema = z.object({
  requested: count,
  failed: count,
  pending: count,
  due: count,
  disputes: count,
  disputes_due: count,
  listed_until: count.nullable(),
});

const sizeSchema = z.object({ bytes: count });

/**
 * Reads the load and the size of a database.
 *
 * @param queueDepth returns the number of waiting commits
 */
export function healthReads(db: Reader, queueDepth: () => number): StoreHealth {
  const pending = db.query([], PENDING, countFromRow);
  const unexpected = db.query([], UNEXPECTED, countFromRow);
  const expired = db.query(
    [
      "answers_before",
      "codes_before",
      "returns_before",
      "messages_before",
      "refusals_before",
      "pictures_before",
      "events_before",
    ],
    EXPIRED,
    countFromRow,
  );
  const size = db.query(
    [],
    SIZE,
    (row) => parseRow(sizeSchema, row, { table: "database", keyColumns: [] }).bytes,
  );
  const money = db.query(["until"], OPEN_MONEY, (row): OpenMoney => {
    const read = parseRow(openMoneySchema, row, { table: "refunds", keyColumns: [] });
    const { requested, pending, failed, due, disputes } = read;
    return {
      refunds: { REQUESTED: requested, PENDING: pending, FAILED: failed },
      refundsDue: due,
      disputes,
      disputesDue: read.disputes_due,
      listedUntil: read.listed_until,
    };
  });
  return {
    queueDepth,
    pendingDeliveries: () => mapped(pending.one({}), (count) => count ?? 0),
    openUnexpectedPayments: () => mapped(unexpected.one({}), (count) => count ?? 0),
    openMoney: (now) => mapped(money.one({ until: now }), (read) => read!),
    hasExpired: (before) =>
      mapped(
        expired.one({
          answers_before: before["idempotency.purge"],
          codes_before: before["otp.purge"],
          returns_before: before["return.purge"],
          messages_before: before["message.purge"],
          refusals_before: before["limit.purge"],
          events_before: before["event.purge"],
          pictures_before: before["picture.purge"],
        }),
        (count) => count === 1,
      ),
    bytes: () => mapped(size.one({}), (bytes) => bytes ?? 0),
  };
}
