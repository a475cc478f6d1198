import { v7 as uuid } from "uuid";
import { counted } from "../../../domain/values/wording.ts";
import type { SealOptions, SealReport, SecretFacts } from "../../../domain/sealing.ts";
import { CLEANED, readSecretFacts, type Sealed, sealRows, SECRET_TABLES } from "../../seal/seal.ts";
import type { PgConnection } from "../connection/client.ts";
import { isLockTimeout } from "../connection/errors.ts";
import { postgresReader } from "../read/reader.ts";
import { MIGRATION_LOCK, runningPrograms } from "../schema/programs.ts";
import { readSchema, requireMode, requireNotTooNew } from "../schema/version.ts";
import { inSnapshot } from "./check.ts";

/** The first schema version whose programs read sealed secrets. */
const SEALING_VERSION = 14;
const SCRIPT_MS = 600_000;
/** Longest wait for a lock: requests queue behind one. */
const LOCK_MS = 1500;

const LATER = { sealed: 0, locked: 0 } as const;

const readerOf = (connection: PgConnection) =>
  postgresReader({ query: (text, values) => connection.query(text, values) });

/** Reads the secrets of a database. */
export async function postgresSecrets(
  connection: PgConnection,
  name: string,
): Promise<SecretFacts> {
  const schema = await readSchema(connection);
  requireNotTooNew(schema);
  requireMode(schema, "require", name);
  return await inSnapshot(connection, () => readSecretFacts(readerOf(connection)));
}

/**
 * Seals secrets once no program runs that cannot read them; none can start then. With `cleaning`
 * the tables are written anew.
 */
export async function sealPostgres(
  connection: PgConnection,
  options: SealOptions,
): Promise<SealReport> {
  const { version } = await readSchema(connection);
  const running = await runningPrograms(connection, version);
  const old = running.filter((program) => program.version < SEALING_VERSION).length;
  if (old > 0) {
    const verb = old === 1 ? "runs" : "run";
    return {
      ...LATER,
      problem: `${
        counted(old, "program")
      } of an earlier version ${verb}; secrets are sealed afterwards`,
    };
  }
  const sealed = await inTransaction(connection, options).catch((error) => {
    if (!isLockTimeout(error)) throw error;
    return {
      ...LATER,
      problem: "other transactions hold its locks for too long",
      mustClean: false,
    };
  });
  const { mustClean, ...report } = sealed;
  const { cleaning } = options;
  if (!mustClean || report.problem !== null || cleaning === undefined) return report;
  if (!cleaning.aborted) await clean(connection, options);
  return report;
}

async function inTransaction(connection: PgConnection, options: SealOptions): Promise<Sealed> {
  await connection.script(
    `BEGIN; SET LOCAL lock_timeout = ${LOCK_MS}; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
    SCRIPT_MS,
  );
  try {
    await connection.query(
      `LOCK TABLE ${SECRET_TABLES.join(", ")}, secret_keys IN SHARE ROW EXCLUSIVE MODE`,
    );
    const target = {
      reader: readerOf(connection),
      run: (sql: string, ...values: readonly (string | number | null)[]) =>
        connection.query(sql, values),
      newId: () => uuid(),
    };
    const sealed = await sealRows(target, options);
    await connection.script("COMMIT", SCRIPT_MS);
    return sealed;
  } catch (error) {
    if (connection.isOpen) await connection.script("ROLLBACK", SCRIPT_MS);
    throw error;
  }
}

/** Writes the tables anew; one that is in use stays for the next time. */
async function clean(
  connection: PgConnection,
  { now, onProgress }: SealOptions,
): Promise<void> {
  onProgress?.(
    `Secrets are sealed; VACUUM FULL locks ${SECRET_TABLES.join(", ")} while it writes them anew`,
  );
  await connection.script(`SET lock_timeout = ${LOCK_MS}; SET statement_timeout = 0`, SCRIPT_MS);
  try {
    for (const table of SECRET_TABLES) await connection.script(`VACUUM FULL ${table}`, SCRIPT_MS);
    await connection.query(CLEANED, [now]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}
