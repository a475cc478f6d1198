import { z } from "zod";

/** Held by the transaction of a program while it migrates. */
export const MIGRATION_LOCK = "7161399312458";

/** The form of a running program's lease, which it renews. */
const PREFIX = "program";

/** A program that runs on, as servers and dashboards do. */
export interface RunningProgram {
  /** Its schema version. */
  readonly version: number;
  /** Name of its write function. */
  readonly writes: string;
}

/** Name of the lease of a program. */
export function programLease({ version, writes }: RunningProgram, holder: string): string {
  return [PREFIX, version, writes, holder].join(":");
}

const LEASED =
  `SELECT split_part(name, ':', 2)::bigint AS version, split_part(name, ':', 3) AS writes
  FROM leases WHERE starts_with(name, '${PREFIX}:') AND until > clock_timestamp()`;

/** Name of connections that open a database. */
export const OPENING = "checkoutd-opening";

/** Programs of version 1 have no lease, and their connections have their names. */
const CONNECTED = `SELECT 1::bigint AS version, '' AS writes FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name IN ('checkoutd', 'checkoutctl')`;

const programSchema = z.object({ version: z.number(), writes: z.string() });

/**
 * Programs that use the database and run on. One that was killed is among them for half a minute.
 *
 * @param schemaVersion version of the database
 */
export async function runningPrograms(
  connection: { query(text: string): Promise<unknown[]> },
  schemaVersion: number,
): Promise<readonly RunningProgram[]> {
  const rows = await connection.query(schemaVersion < 2 ? CONNECTED : LEASED);
  return rows.map((row) => programSchema.parse(row));
}
