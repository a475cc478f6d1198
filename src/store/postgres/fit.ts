import { z } from "zod";
import { DatabaseOpenError } from "../open_error.ts";
import type { PgConnection } from "./connection/client.ts";

/** PostgreSQL's oldest supported version. */
const LEAST_VERSION = 15;

/** A table that is there until a copy into the database is complete. */
export const UNFINISHED_COPY = "checkoutd_unfinished_copy";

const SETTINGS = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS name, current_setting('server_encoding') AS encoding,
  current_setting('fsync') AS fsync, current_setting('transaction_isolation') AS isolation`;

const settingsSchema = z.object({
  version: z.number(),
  name: z.string(),
  encoding: z.string(),
  fsync: z.string(),
  isolation: z.string(),
});

/**
 * Requires a server that keeps what is committed, and a database that stores every text.
 *
 * @throws {DatabaseOpenError}
 */
export async function requireFit(connection: PgConnection): Promise<void> {
  const [row] = await connection.query(SETTINGS);
  const { version, name, encoding, fsync, isolation } = settingsSchema.parse(row);
  if (version < LEAST_VERSION * 10_000) {
    throw new DatabaseOpenError(
      `The server must be PostgreSQL ${LEAST_VERSION} or later, got ${name}`,
    );
  }
  if (encoding !== "UTF8") {
    throw new DatabaseOpenError(`The database must have the encoding UTF8, got ${encoding}`);
  }
  if (fsync !== "on") {
    throw new DatabaseOpenError(
      `The server must have fsync = on in postgresql.conf, got fsync = ${fsync}`,
    );
  }
  await requireLocks(connection);
  // Other levels do not see what was committed while they waited for a lock.
  if (isolation !== "read committed") {
    throw new DatabaseOpenError(
      `The database must have default_transaction_isolation = read committed, got ${isolation}`,
    );
  }
}

/** A shared lock that no transaction takes for itself. */
const SOME_LOCK = "7161399312461";

const LOCKS = `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE taken AND locktype = 'advisory'
    AND pid = pg_backend_pid() AND granted) AS locks
  FROM (SELECT pg_try_advisory_xact_lock_shared(${SOME_LOCK}) OFFSET 0) AS lock (taken)`;

/**
 * Requires a server whose advisory locks are locks: CockroachDB accepts and ignores them. They order
 * what several servers write.
 *
 * @throws {DatabaseOpenError}
 */
export async function requireLocks(connection: PgConnection): Promise<void> {
  const [row] = await connection.query(LOCKS);
  if (z.object({ locks: z.boolean() }).parse(row).locks) return;
  throw new DatabaseOpenError(
    "The server must have advisory locks, as PostgreSQL has; it accepts and ignores them",
  );
}

/**
 * Requires a server that takes writes.
 *
 * @throws {DatabaseOpenError}
 */
export async function requirePrimary(connection: PgConnection): Promise<void> {
  const found = await connection.query("SELECT 1 WHERE pg_is_in_recovery()");
  if (found.length === 0) return;
  throw new DatabaseOpenError("The server is a standby, which takes no writes; name the primary");
}

/** True if a copy into the database was begun and not completed. */
export async function isUnfinishedCopy(connection: PgConnection): Promise<boolean> {
  const found = await connection.query("SELECT 1 FROM pg_class WHERE oid = to_regclass($1)", [
    UNFINISHED_COPY,
  ]);
  return found.length > 0;
}

/**
 * Requires that no copy into the database was left unfinished.
 *
 * @throws {DatabaseOpenError}
 */
export async function requireWhole(connection: PgConnection): Promise<void> {
  if (!await isUnfinishedCopy(connection)) return;
  throw new DatabaseOpenError("A copy into this database was not finished; run `db copy` again");
}

const processSchema = z.object({ process: z.number() });

/**
 * Requires that prepared statements are the connection's own, which they are not through a pooler in
 * transaction mode.
 *
 * @throws the server's error about a statement of the same name
 */
export async function requireOwnStatements(connection: PgConnection): Promise<void> {
  if (!connection.prepares) return;
  const [row] = await connection.query("SELECT pg_backend_pid() AS process");
  if (processSchema.parse(row).process === connection.processId) return;
  const second = await connection.another();
  await second.query("SELECT 1").finally(() => second.close());
}
