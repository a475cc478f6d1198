import init from "./migrations/0001_init.sql" with { type: "text" };
import servers from "./migrations/0002_servers.sql" with { type: "text" };
import { DatabaseOpenError } from "../open_error.ts";
import type { PgConnection } from "./connection/client.ts";
import { sqlState } from "./connection/errors.ts";

/** Migrations from an empty database to the current schema; a released one never changes. */
const MIGRATIONS: readonly string[] = [init, servers];

/** All migrations. */
export const SCHEMA_TEXT = MIGRATIONS.join("\n");

/** Schema version of this program: the number of migrations. */
export const POSTGRES_SCHEMA_VERSION = MIGRATIONS.length;

/** Held by a transaction that changes the schema or the functions. */
const LOCK = "SELECT pg_advisory_xact_lock(7161399312458)";
const MIGRATE_MS = 600_000;

const VERSION = "SELECT max(version) AS version FROM schema_migrations WHERE program = 'checkoutd'";
const OBJECTS = `SELECT count(*) AS objects FROM pg_class
  WHERE relnamespace = to_regnamespace(current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'f')`;

/**
 * Creates the tables, or migrates them, and creates the missing functions. Another process that
 * opens the database meanwhile waits and then finds the work done.
 *
 * @param functions creating statements by name
 * @param lockMs longest wait for another process's migration
 * @throws {DatabaseOpenError} for a newer database or that of another program
 */
export async function migrateTables(
  connection: PgConnection,
  functions: ReadonlyMap<string, string>,
  lockMs = MIGRATE_MS,
): Promise<void> {
  const version = await schemaVersion(connection);
  const missing = await missingFunctions(connection, functions);
  if (version === POSTGRES_SCHEMA_VERSION && missing.length === 0) return;
  await connection.script("BEGIN", MIGRATE_MS);
  try {
    await connection.script(
      `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockMs}`,
      MIGRATE_MS,
    );
    await connection.query(LOCK, [], MIGRATE_MS);
    for (let next = await schemaVersion(connection); next < POSTGRES_SCHEMA_VERSION; next++) {
      await connection.script(MIGRATIONS[next]!, MIGRATE_MS);
      await connection.query("INSERT INTO schema_migrations (version) VALUES ($1)", [next + 1]);
    }
    for (const name of await missingFunctions(connection, functions)) {
      await connection.script(functions.get(name)!, MIGRATE_MS);
    }
    await connection.script("COMMIT", MIGRATE_MS);
  } catch (error) {
    if (connection.isOpen) await connection.script("ROLLBACK", MIGRATE_MS);
    throw error;
  }
}

/**
 * Version of the schema; 0 for an empty database.
 *
 * @throws {DatabaseOpenError} for a newer database or that of another program
 */
export async function schemaVersion(connection: PgConnection): Promise<number> {
  const [found] = await connection.query("SELECT to_regclass('schema_migrations')::text AS name");
  if (valueOf(found, "name") === null) {
    const [row] = await connection.query(OBJECTS);
    if (valueOf(row, "objects") === 0) return 0;
    throw new DatabaseOpenError("The database belongs to another program");
  }
  const version = await connection.query(VERSION).catch((error) => {
    if (sqlState(error) !== "42703") throw error;
    throw new DatabaseOpenError("The database belongs to another program");
  });
  const current = Number(valueOf(version[0], "version"));
  if (current > POSTGRES_SCHEMA_VERSION) {
    throw new DatabaseOpenError(
      `The database has schema version ${current}, this program supports up to ${POSTGRES_SCHEMA_VERSION}`,
    );
  }
  return current;
}

async function missingFunctions(
  connection: PgConnection,
  functions: ReadonlyMap<string, string>,
): Promise<string[]> {
  const names = [...functions.keys()];
  const rows = await connection.query(
    `SELECT DISTINCT proname::text AS name FROM pg_proc
      WHERE pronamespace = to_regnamespace(current_schema())
        AND proname = ANY (string_to_array($1, ','))`,
    [names.join(",")],
  );
  const found = rows.map((row) => valueOf(row, "name"));
  return names.filter((name) => !found.includes(name));
}

function valueOf(row: unknown, name: string): unknown {
  return (row as Readonly<Record<string, unknown>> | undefined)?.[name] ?? null;
}
