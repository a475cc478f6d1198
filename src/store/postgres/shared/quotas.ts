import { createHash } from "node:crypto";
import { z } from "zod";
import { unavailable } from "../../errors.ts";
import type { Quotas } from "../../shared.ts";
import type { Pool } from "../connection/pool.ts";

/** Most unanswered requests for tokens, so that many addresses do not hold up reads. */
const MAX_WAITING = 256;
/** Ends of leases in a window, which bounds a row to 2 KB: a token counts for that much longer. */
const ENDS = 120;

/** Name of a row: no client's address is stored. */
function nameOf(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url").slice(0, 22);
}

const NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/** Length of the steps to which ends are rounded up. */
const STEP = `($3::bigint / ${ENDS})`;
/** End of a lease that begins within this millisecond. */
const END = `(now + $6::bigint + ${STEP}) / ${STEP} * ${STEP}`;

/**
 * Parameters: subject, quota, window, need, want, lease. Requests for a subject wait for its row, and read
 * the clock after that. Beyond what is needed only a quarter of the rest is given, so that servers
 * do not hold the last tokens for requests that do not come.
 */
const TAKE = `
  INSERT INTO rate_grants AS held
    (subject, ends, tokens, asked_at, free, granted, returns_until, counts_until)
  SELECT $1::text, ARRAY[${END}], ARRAY[granted], now, $2::integer, granted, 0, ${END} + $3
  FROM (SELECT ${NOW} AS now, least($4::integer, $2::integer) AS granted) AS made
  ON CONFLICT (subject) DO UPDATE
  SET (ends, tokens, asked_at, free, granted, returns_until, counts_until) = (
    WITH clock AS MATERIALIZED (SELECT ${NOW} AS now),
    counted AS (
      SELECT ending, count FROM unnest(held.ends, held.tokens) AS lease (ending, count), clock
      WHERE ending + $3 > now AND count > 0
    ),
    rest AS (SELECT greatest(0, $2 - coalesce(sum(count), 0))::integer AS free FROM counted),
    made AS (
      SELECT now, free, least($5::integer, free, greatest($4, free / 4)) AS granted FROM clock, rest
    ),
    leases AS (
      SELECT ending, sum(count)::integer AS count FROM (
        SELECT ending, count FROM counted
        UNION ALL SELECT ${END}, granted FROM made WHERE granted > 0
      ) AS lease GROUP BY ending
    )
    SELECT array_agg(ending ORDER BY ending), array_agg(count ORDER BY ending), now, free, granted,
      CASE WHEN granted > $4 THEN now + $6 ELSE held.returns_until END, max(ending) + $3
    FROM made, leases GROUP BY now, free, granted
  )
  RETURNING granted AS tokens, ends[cardinality(ends)] AS lease, free - granted AS left,
    ends[1] + $3 - asked_at AS free_in, greatest(0, returns_until - asked_at) AS returns_in`;

const grantSchema = z.object({
  tokens: z.number(),
  lease: z.number(),
  left: z.number(),
  free_in: z.number(),
  returns_in: z.number(),
});

/** Parameters: subject, end, tokens. */
const GIVE_BACK = `
  UPDATE rate_grants
  SET tokens[array_position(ends, $2)] = tokens[array_position(ends, $2)] - $3::integer
  WHERE subject = $1 AND $2::bigint = ANY (ends)`;

/** Rows in use are left for the next time: others wait for rows in another order. */
const PURGE = `
  DELETE FROM rate_grants WHERE subject IN (
    SELECT subject FROM rate_grants WHERE counts_until <= ${NOW} FOR UPDATE SKIP LOCKED)`;

/** Quotas in a table of their own, which is not logged. Each request is a statement. */
export function postgresQuotas(reads: Pick<Pool, "query" | "queryOnce">): Quotas {
  let waiting = 0;
  return {
    take: async ({ subject, quota, windowMs, need, want, leaseMs }) => {
      if (waiting >= MAX_WAITING) throw unavailable(`${waiting} requests for tokens are waiting`);
      waiting++;
      try {
        const [row] = await reads.query(TAKE, [
          nameOf(subject),
          quota,
          windowMs,
          need,
          want,
          leaseMs,
        ]);
        const { free_in, returns_in, ...grant } = grantSchema.parse(row);
        return { ...grant, freeInMs: free_in, returnsInMs: returns_in };
      } finally {
        waiting--;
      }
    },
    giveBack: async (subject, lease, tokens) => {
      await reads.queryOnce(GIVE_BACK, [nameOf(subject), lease, tokens]);
    },
    purge: async () => {
      await reads.query(PURGE, []);
    },
  };
}
