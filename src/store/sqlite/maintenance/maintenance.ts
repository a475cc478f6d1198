import { existsSync, realpathSync } from "node:fs";
import type { HeldLock, Maintenance } from "../../maintenance.ts";
import { IN_MEMORY } from "../file/open.ts";
import { DatabaseOpenError } from "../file/errors.ts";
import { backupDatabase } from "./backup.ts";
import { checkDatabase } from "./check/check.ts";
import type { SessionChecks } from "./check/sessions.ts";
import { examineDatabase } from "./examine.ts";
import { restoreDatabase } from "./restore.ts";

/** Injected dependencies. */
export interface MaintenanceDeps extends Pick<SessionChecks, "isView"> {
  /** Locks a database against being replaced, or for it; throws when it cannot be had at once. */
  readonly lock: (path: string, mode: "shared" | "exclusive") => HeldLock;
  /** Makes a name that is not in use. */
  readonly newId: () => string;
}

/** Maintains databases in SQLite files. */
export function sqliteMaintenance({ lock, newId, isView }: MaintenanceDeps): Maintenance {
  /**
   * While somebody reads, the database must not be replaced. Where no process has ever
   * opened it to write, as with a backup, there is no lock and none is made: looking at a
   * file leaves no other behind.
   */
  const reading = async <T>(path: string, read: (path: string) => T | Promise<T>): Promise<T> => {
    const name = trueName(path);
    const held = existsSync(`${name}.lock`) ? lock(name, "shared") : null;
    try {
      return await read(name);
    } finally {
      held?.release();
    }
  };
  return {
    backup: async (path, target, options) =>
      await reading(path, (name) => backupDatabase(name, target, { ...options, newId })),
    restore: async (path, source, options) => {
      const name = trueName(path);
      const held = lock(name, "exclusive");
      try {
        return await Promise.resolve(restoreDatabase(name, source, { ...options, isView }));
      } finally {
        held.release();
      }
    },
    check: async (path, { onProgress }) =>
      await reading(path, (name) => checkDatabase(name, { isView, onProgress })),
    examine: async (path, failedSince) =>
      await reading(path, (name) => examineDatabase(name, failedSince)),
  };
}

/** Files beside a database are beside the file that a link to it leads to. */
function trueName(path: string): string {
  if (path === IN_MEMORY) throw new DatabaseOpenError(`The database must be a file: ${path}`);
  return existsSync(path) ? realpathSync(path) : path;
}
