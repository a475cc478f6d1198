import { DatabaseUpgraded, unavailableUntilRestart } from "../../errors.ts";
import { primaryCode, SQLITE } from "../file/errors.ts";
import type { Connection } from "./query.ts";

/** The state of a store that its reads depend on. */
export interface GuardDeps {
  /** Why nothing is written any more; null while writes are possible. */
  readonly stopped: () => Error | null;
  /** Ends the store if a newer program has migrated the schema. */
  readonly checkSchema: () => void;
}

/**
 * Reads that fail with `error.unavailable` once a newer program has migrated the schema: rows of a
 * later form are not read as if they were of this one.
 */
export function guarded(reads: Connection, { stopped, checkSchema }: GuardDeps): Connection {
  const refuse = () => {
    const reason = stopped();
    if (reason instanceof DatabaseUpgraded) throw unavailableUntilRestart(reason);
  };
  const run = <T>(read: () => T): T => {
    refuse();
    try {
      return read();
    } catch (error) {
      // It may be the first to notice that a table or a column is gone.
      if (primaryCode(error) === SQLITE.error) {
        checkSchema();
        refuse();
      }
      throw error;
    }
  };
  return {
    prepare: (sql) => {
      const select = reads.prepare(sql);
      return {
        get: (...parameters) => run(() => select.get(...parameters)),
        all: (...parameters) => run(() => select.all(...parameters)),
      };
    },
  };
}
