/** The engine of a database by its name: a path is SQLite's, a URL PostgreSQL's. */
import type { AuditSeal } from "../domain/trail/seal.ts";
import type { BackupOptions, BackupReport } from "./backup.ts";
import { isUrl, readDatabaseUrl } from "./database_url.ts";
import type { Maintenance } from "./maintenance.ts";
import { SCHEMA_VERSION } from "./sqlite/file/migrate.ts";
import { type MaintenanceDeps, sqliteMaintenance } from "./sqlite/maintenance/maintenance.ts";
import { sealDatabase } from "./sqlite/maintenance/seal.ts";
import { openSqliteStore, type SqliteOptions } from "./sqlite/open_store.ts";
import type { SchemaMode } from "./schema_mode.ts";
import type { Store } from "./store.ts";

/** Schema versions of this program; PostgreSQL's is a number here, as its engine is not loaded. */
export const SCHEMA_VERSIONS = { sqlite: SCHEMA_VERSION, postgres: 33 };

/** Connections of a process to PostgreSQL. */
interface Client {
  /** Name of the program, as the server lists it. */
  readonly program: string;
  /** Reads variables that complete a URL. */
  readonly env: (name: string) => string | undefined;
}

/** Options of {@link openStore}; some are for one of the engines. */
export interface OpenStoreOptions extends SqliteOptions, Client {
  /** True to migrate although programs are running that do not work on the result. */
  readonly force?: boolean;
  /** What opening does to the schema. */
  readonly schema: SchemaMode;
}

/** An open store, and the version of its schema. */
export interface OpenedStore {
  readonly store: Store;
  readonly schemaVersion: number;
}

/**
 * Opens a store by a path or a URL.
 *
 * @throws {DatabaseOpenError} in one line without a password
 */
export async function openStore(
  database: string,
  { program, env, ...options }: OpenStoreOptions,
): Promise<OpenedStore> {
  if (!isUrl(database)) {
    return {
      store: await openSqliteStore(database, options),
      schemaVersion: SCHEMA_VERSIONS.sqlite,
    };
  }
  // Loaded on demand, with its driver.
  const { openPostgresStore } = await import("./postgres/open_store.ts");
  const url = readDatabaseUrl(database, env);
  const { applicationName = program } = url;
  const store = await openPostgresStore({ ...url, applicationName }, options);
  return { store, schemaVersion: SCHEMA_VERSIONS.postgres };
}

/** Makes what seals the secrets of a database that this process has open. */
export function sealerOf(
  { program, env, newId }: Client & Pick<MaintenanceDeps, "newId">,
): Maintenance["seal"] {
  return async (database, options) => {
    if (!isUrl(database)) return await sealDatabase(database, options, newId);
    const { sealAt } = await import("./postgres/maintenance/maintenance.ts");
    const url = readDatabaseUrl(database, env);
    return await sealAt({ ...url, applicationName: url.applicationName ?? program }, options);
  };
}

/** A compact backup of an SQLite file that this process has open, with the head of its audit trail. */
export async function backupFile(
  path: string,
  target: string,
  { newId, lock, ...options }:
    & Pick<MaintenanceDeps, "newId" | "lock">
    & Pick<BackupOptions, "onProgress" | "signal">,
): Promise<BackupReport & { readonly head: AuditSeal | null }> {
  const { backupDatabase } = await import("./sqlite/maintenance/backup.ts");
  const { auditSealOf } = await import("./sqlite/maintenance/audit_seal.ts");
  const report = await backupDatabase(path, target, {
    ...options,
    newId,
    lock,
    force: false,
    compact: true,
  });
  return { ...report, head: auditSealOf(target) };
}

/** Dependencies of {@link maintenanceOfEngines}. */
export interface EnginesDeps extends MaintenanceDeps, Client {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Maintains databases of both engines. */
export function maintenanceOfEngines({ program, env, ...deps }: EnginesDeps): Maintenance {
  const sqlite = sqliteMaintenance(deps);
  const of = async (database: string): Promise<Maintenance> => {
    if (!isUrl(database)) return sqlite;
    const { postgresMaintenance } = await import("./postgres/maintenance/maintenance.ts");
    const url = readDatabaseUrl(database, env);
    const { applicationName = program } = url;
    return postgresMaintenance({ ...url, applicationName }, deps);
  };
  return {
    backup: async (database, ...given) => await (await of(database)).backup(database, ...given),
    restore: async (database, ...given) => await (await of(database)).restore(database, ...given),
    check: async (database, ...given) => await (await of(database)).check(database, ...given),
    examine: async (database, ...given) => await (await of(database)).examine(database, ...given),
    seal: async (database, ...given) => await (await of(database)).seal(database, ...given),
    secrets: async (database) => await (await of(database)).secrets(database),
    auditSeal: async (database, ...given) =>
      await (await of(database)).auditSeal(database, ...given),
    dropUnused: async (database) => await (await of(database)).dropUnused(database),
  };
}
