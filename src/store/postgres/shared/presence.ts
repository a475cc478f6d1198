import type { Leases, Presence } from "../../shared.ts";
import type { Reads } from "../read/query.ts";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { programLease, runningPrograms } from "../schema/programs.ts";
import { readOpenSchema, worksOn } from "../schema/version.ts";
import { WRITE_FUNCTION } from "../write/function.ts";

const LEASE_MS = 30_000;

/** Dependencies of {@link postgresPresence}. */
export interface PresenceDeps {
  readonly reads: Reads;
  readonly leases: Leases;
  /** Id of the program, made at its start. */
  readonly holder: string;
  /** Called when a migration has made the program too old. */
  readonly onUpgraded: () => void;
}

/**
 * A row once a database has its first thousand sessions and its statistics say fewer: until the
 * server's own analysis comes, which may take long or be off, plans are made for an empty one.
 */
const ANALYSIS = `SELECT 1 FROM pg_class
  WHERE oid = to_regclass('sessions') AND reltuples < 1000
    AND (SELECT count(*) FROM (SELECT 1 FROM sessions LIMIT 1000) AS first) = 1000`;

/** Presence, and what a store does with it. */
export interface PostgresPresence extends Presence {
  /** Calls `onUpgraded` if a migration has made the program too old. */
  checkSchema(): Promise<void>;
  leave(): Promise<void>;
}

/** Presence of this program by a lease with its schema version and the name of its write function. */
export function postgresPresence(
  { reads, leases, holder, onUpgraded }: PresenceDeps,
): PostgresPresence {
  const program = { version: POSTGRES_SCHEMA_VERSION, writes: WRITE_FUNCTION };
  const names = [programLease(program, holder)];
  let isNoted = false;
  let isAnalyzed = false;
  const checkSchema = async () => {
    if (!worksOn(await readOpenSchema(reads))) onUpgraded();
  };
  return {
    checkSchema,
    note: async () => {
      isNoted = true;
      await leases.take(names, holder, LEASE_MS);
      // Read after the lease, which a migration reads before it changes anything.
      await checkSchema();
      if (isAnalyzed) return;
      const [due] = await reads.query(ANALYSIS, []);
      isAnalyzed = due !== undefined;
      if (isAnalyzed) await reads.query("ANALYZE", []);
    },
    hasEarlier: async () => {
      const connection = { query: (text: string) => reads.query(text, []) };
      const running = await runningPrograms(connection, POSTGRES_SCHEMA_VERSION);
      return running.some(({ version }) => version < POSTGRES_SCHEMA_VERSION);
    },
    leave: async () => {
      if (isNoted) await leases.release(names, holder);
    },
  };
}
