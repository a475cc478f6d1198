import type { Leases, Presence } from "../../shared.ts";
import type { Reads } from "../read/query.ts";
import { POSTGRES_SCHEMA_VERSION } from "../schema/migrations.ts";
import { programLease } from "../schema/programs.ts";
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
    },
    leave: async () => {
      if (isNoted) await leases.release(names, holder);
    },
  };
}
