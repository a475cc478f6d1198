import type { SealOptions, SealReport } from "../../../domain/sealing.ts";
import { AppError } from "../../../domain/errors.ts";
import type { SessionChecks } from "../../check/sessions.ts";
import type { DatabaseUrl } from "../../database_url.ts";
import type { Maintenance } from "../../maintenance.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import { PgConnection } from "../connection/client.ts";
import { sqlState } from "../connection/errors.ts";
import { connectFailure } from "../connection/open_failure.ts";
import { checkPostgres } from "./check.ts";
import { examinePostgres } from "./examine.ts";
import { postgresSecrets, sealPostgres } from "./seal.ts";
import { dropUnused } from "./unused.ts";

const CONNECT_MS = 5000;
/** A check reads all rows of a table at once, of which there may be millions. */
const QUERY_MS = 600_000;

/** Injected dependencies of {@link postgresMaintenance}. */
export interface PgMaintenanceDeps extends Pick<SessionChecks, "isView"> {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Maintains a PostgreSQL database, as far as its own tools do not. */
export function postgresMaintenance(
  url: DatabaseUrl,
  { isView, now }: PgMaintenanceDeps,
): Maintenance {
  const { shown } = url;
  return {
    backup: () => refuse("Use pg_dump; `db backup` copies SQLite files", shown),
    restore: () => refuse("Use pg_restore; `db restore` replaces SQLite files", shown),
    check: async (_, { onProgress }) =>
      await connected(
        url,
        (connection) => checkPostgres(connection, shown, { isView, onProgress }),
      ),
    examine: async (_, options) =>
      await connected(url, (connection) => examinePostgres(connection, options, { url, now })),
    seal: async (_, options) => await sealAt(url, options),
    secrets: async () => await connected(url, (connection) => postgresSecrets(connection, shown)),
    auditSeal: () => refuse("Name a backup in a file, or a seal with --head", shown),
    dropUnused: async () => await connected(url, dropUnused),
  };
}

/** Seals the secrets of a database, over a connection of its own. */
export async function sealAt(url: DatabaseUrl, options: SealOptions): Promise<SealReport> {
  return await connected(url, (connection) => sealPostgres(connection, options));
}

/**
 * Does some work over a connection of its own.
 *
 * @throws {DatabaseOpenError} in one line that names the database
 */
export async function connected<T>(
  url: DatabaseUrl,
  work: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  const limits = { connectMs: url.connectTimeoutMs ?? CONNECT_MS, queryMs: QUERY_MS };
  const connection = await PgConnection.open(url, limits).catch((error) => {
    throw connectFailure(error, url);
  });
  try {
    return await work(connection);
  } catch (error) {
    const isOfDatabase = error instanceof DatabaseOpenError || sqlState(error) !== undefined ||
      !connection.isOpen;
    throw isOfDatabase ? connectFailure(error, url) : error;
  } finally {
    if (connection.isOpen) await connection.close();
  }
}

function refuse(message: string, shown: string): Promise<never> {
  return Promise.reject(new AppError("error.invalid-request", `${message}: ${shown}`));
}
