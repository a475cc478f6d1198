import { z } from "zod";
import type { Leases } from "../../shared.ts";
import type { Reads } from "../read/query.ts";

/**
 * New names are inserted in order, so that two requests never wait for each other. Each lease is
 * flushed: one that a crash of the database forgets would be given to another server.
 */
const TAKE = `
  WITH flushed AS (
    SELECT CASE current_setting('synchronous_commit') WHEN 'off'
      THEN set_config('synchronous_commit', 'on', true) END
  ), free AS (
    SELECT name FROM leases
    WHERE name = ANY ($1::text[]) AND (holder = $2 OR until <= clock_timestamp())
    FOR UPDATE SKIP LOCKED
  ), renewed AS (
    UPDATE leases SET holder = $2, until = clock_timestamp() + $3 * interval '1 ms'
    FROM free WHERE leases.name = free.name RETURNING leases.name
  ), made AS (
    INSERT INTO leases (name, holder, until)
    SELECT wanted.name, $2, clock_timestamp() + $3 * interval '1 ms'
    FROM unnest($1::text[]) AS wanted (name)
    WHERE NOT EXISTS (SELECT 1 FROM leases WHERE name = wanted.name)
    ORDER BY wanted.name
    ON CONFLICT DO NOTHING RETURNING name
  )
  SELECT name FROM (SELECT name FROM renewed UNION ALL SELECT name FROM made) AS taken, flushed`;

const RELEASE = "DELETE FROM leases WHERE name = ANY ($1::text[]) AND holder = $2";

const nameSchema = z.object({ name: z.string() });

/** Leases in a table. Each request is a statement of its own beside the reads. */
export function postgresLeases(reads: Reads): Leases {
  return {
    take: async (names, holder, forMs) => {
      if (names.length === 0) return [];
      const rows = await reads.query(TAKE, [names, holder, forMs]);
      return rows.map((row) => nameSchema.parse(row).name);
    },
    release: async (names, holder) => {
      if (names.length > 0) await reads.query(RELEASE, [names, holder]);
    },
  };
}
