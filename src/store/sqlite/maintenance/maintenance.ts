import { existsSync, realpathSync } from "node:fs";
import type { HeldLock, Maintenance } from "../../maintenance.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { IN_MEMORY } from "../file/open.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import { auditSealOf } from "./audit_seal.ts";
import { backupDatabase } from "./backup.ts";
import { checkDatabase } from "./check.ts";
import type { SessionChecks } from "../../check/sessions.ts";
import { examineDatabase } from "./examine.ts";
import { restoreDatabase } from "./restore.ts";
import { sealDatabase, secretsOf } from "./seal.ts";

/** Injected dependencies. */
export interface MaintenanceDeps extends Pick<SessionChecks, "isView"> {
  /** Locks a database against being replaced, or for replacing it; throws if the lock is taken. */
  readonly lock: (path: string, mode: "shared" | "exclusive") => HeldLock;
  /** Makes an unused name. */
  readonly newId: () => string;
}

/** Maintains databases in SQLite files. */
export function sqliteMaintenance({ lock, newId, isView }: MaintenanceDeps): Maintenance {
  /**
   * Locks the database against being replaced while it is read. Without a lock file, as for a
   * backup that no process has opened for writing, none is created: reading leaves no files.
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
      await reading(path, (name) => backupDatabase(name, target, { ...options, newId, lock })),
    restore: async (path, source, options) => {
      const name = trueName(path);
      const held = lock(name, "exclusive");
      try {
        return await restoreDatabase(name, source, { ...options, isView, newId });
      } finally {
        held.release();
      }
    },
    check: async (path, { onProgress }) =>
      await reading(path, (name) => checkDatabase(name, { isView, onProgress })),
    examine: async (path, options) => await reading(path, (name) => examineDatabase(name, options)),
    seal: async (path, options) =>
      await reading(path, (name) => sealDatabase(name, options, newId)),
    secrets: async (path) => await reading(path, secretsOf),
    auditSeal: async (path, seal) => await reading(path, (name) => auditSealOf(name, seal)),
    // Files have no functions.
    dropUnused: () => Promise.resolve({ schemaVersion: SCHEMA_VERSION, dropped: 0, left: 0 }),
  };
}

/** Resolves links, because the files beside a database are beside the real file. */
function trueName(path: string): string {
  if (path === IN_MEMORY) throw new DatabaseOpenError(`The database must be a file: ${path}`);
  return existsSync(path) ? realpathSync(path) : path;
}
