import { counted } from "../../../domain/values/wording.ts";
import { DatabaseOpenError } from "../../open_error.ts";
import type { PgConnection } from "../connection/client.ts";
import { isCollision, isLockTimeout } from "../connection/errors.ts";
import { createFunctions, dropWriteFunctions, type Functions } from "./functions.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";
import { MIGRATION_LOCK, runningPrograms } from "./programs.ts";
import { readSchema, requireNotTooNew } from "./version.ts";

/** What a migration runs, and what it may do. */
export interface MigrateOptions {
  readonly functions: Functions;
  /** True to migrate although programs are running that do not work on the result. */
  readonly force?: boolean;
  /** All migrations (default: this program's). */
  readonly migrations?: readonly Migration[];
}

/** A migration to run. */
interface Step {
  readonly version: number;
  readonly migration: Migration;
  readonly functions: Functions;
  /** True if programs of an earlier version, which worked until now, no longer do. */
  readonly cutsOff: boolean;
}

const MIGRATE_MS = 600_000;

/**
 * Waits for the locks of a step, in milliseconds: requests queue behind one. A long wait, now and
 * then, makes the server end its own cleaning of a table.
 */
const LOCK_MS = { usual: 100, long: 1500 };
const LONG_EVERY = 10;
const MAX_ATTEMPTS = 120;
/** Attempts to be the one program that migrates: another one may take minutes. */
const MAX_TURNS = 1000;
/** Attempts to find no program that is too old: some are ending, or come to migrate too. */
const MAX_LOOKS = 5;
/** Pause before another attempt, in which the queue of requests is answered. */
const PAUSE = "SELECT pg_sleep(0.3)";

/**
 * Creates the tables, or migrates them, and creates the missing functions. Another process that
 * opens the database meanwhile waits and then finds the work done.
 *
 * @throws {DatabaseOpenError} for a newer database, that of another program, or if running programs
 *   do not work on the result
 */
export async function migrateTables(
  connection: PgConnection,
  { functions, force = false, migrations = MIGRATIONS }: MigrateOptions,
): Promise<void> {
  const schema = await readSchema(connection);
  requireNotTooNew(schema);
  if (schema.version < migrations.length) {
    await locked(connection, async () => {
      // A connection of their own: some run outside of a transaction.
      const steps = await connection.another(MIGRATE_MS);
      await runSteps(steps, { functions, force, migrations }).finally(() => steps.close());
    });
  }
  await createFunctions(connection, functions);
}

/**
 * Does some work while no other process migrates. Neither a script nor a short wait keeps a
 * snapshot, for whose end a `CREATE INDEX CONCURRENTLY` would wait.
 */
async function locked(connection: PgConnection, work: () => Promise<void>): Promise<void> {
  const begin = () =>
    connection.script(
      `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
       SET LOCAL lock_timeout = ${LOCK_MS.long}; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
      MIGRATE_MS,
    ).catch(async (error) => {
      await rollBack(connection);
      throw error;
    });
  await untilUnlocked(connection, MAX_TURNS, begin);
  try {
    await work();
  } finally {
    await rollBack(connection);
  }
}

async function rollBack(connection: PgConnection): Promise<void> {
  if (connection.isOpen) await connection.script("ROLLBACK", MIGRATE_MS);
}

/** Tries something again while other transactions hold its locks. */
async function untilUnlocked(
  connection: PgConnection,
  maxAttempts: number,
  tryOnce: (attempt: number) => Promise<void>,
): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return await tryOnce(attempt);
    } catch (error) {
      if (!isLockTimeout(error) && !isCollision(error)) throw error;
      if (attempt === maxAttempts) {
        const message = "Other transactions hold its locks for too long: end them and try again";
        throw new DatabaseOpenError(message, { cause: error });
      }
    }
    await connection.query(PAUSE);
  }
}

/** Runs the missing steps. */
async function runSteps(
  connection: PgConnection,
  { functions, force, migrations }: Required<MigrateOptions>,
): Promise<void> {
  let { version, oldest } = await readSchema(connection);
  if (version > 0 && !force) await requireNoneCutOff(connection, version, migrations);
  for (const migration of migrations.slice(version)) {
    const cutsOff = migration.oldest > oldest;
    const step = { version: ++version, migration, functions, cutsOff };
    await untilUnlocked(
      connection,
      MAX_ATTEMPTS,
      (attempt) =>
        tryStep(connection, step, attempt % LONG_EVERY === 0 ? LOCK_MS.long : LOCK_MS.usual),
    );
    oldest = Math.max(oldest, migration.oldest);
  }
}

/** @throws {DatabaseOpenError} if programs are running that do not work on the result */
async function requireNoneCutOff(
  connection: PgConnection,
  version: number,
  migrations: readonly Migration[],
): Promise<void> {
  const oldest = Math.max(...migrations.slice(version).map((step) => step.oldest));
  let cutOff = 0;
  for (let look = 0; look < MAX_LOOKS; look++) {
    if (look > 0) await connection.query(PAUSE);
    const running = await runningPrograms(connection, version);
    cutOff = running.filter((program) => program.version < oldest).length;
    if (cutOff === 0) return;
  }
  throw new DatabaseOpenError(
    `Schema version ${migrations.length} needs programs of version ${oldest} or later, and ` +
      `${counted(cutOff, "earlier one")} ${
        cutOff === 1 ? "is" : "are"
      } running; stop earlier ones ` +
      "and try again, or run `db migrate --force`, which cuts them off",
  );
}

async function tryStep(
  connection: PgConnection,
  { version, migration: { sql, index, oldest }, functions, cutsOff }: Step,
  lockMs: number,
): Promise<void> {
  if (index !== undefined) {
    // That of an interrupted attempt is invalid.
    await connection.script(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`, MIGRATE_MS);
    await connection.script(sql, MIGRATE_MS);
    return await record(connection, version, oldest);
  }
  await connection.script(
    `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockMs}`,
    MIGRATE_MS,
  );
  try {
    await connection.script(sql, MIGRATE_MS);
    await record(connection, version, oldest);
    if (cutsOff) await dropWriteFunctions(connection, [...functions.keys()]);
    await connection.script("COMMIT", MIGRATE_MS);
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
}

async function record(connection: PgConnection, version: number, oldest: number): Promise<void> {
  // The first migrations have no column for it.
  if (oldest === version) {
    await connection.query("INSERT INTO schema_migrations (version) VALUES ($1)", [version]);
  } else {
    await connection.query("INSERT INTO schema_migrations (version, oldest) VALUES ($1, $2)", [
      version,
      oldest,
    ]);
  }
}
