import { checkSource } from "../../check/check.ts";
import type { SessionChecks } from "../../check/sessions.ts";
import type { CheckSource } from "../../check/source.ts";
import type { CheckReport } from "../../maintenance.ts";
import type { PgConnection } from "../connection/client.ts";
import { sqlState } from "../connection/errors.ts";
import { requireWhole } from "../fit.ts";
import { postgresReader } from "../read/reader.ts";
import { readSchema, requireMode, requireNotTooNew } from "../schema/version.ts";
import { checkPgStructure } from "./structure.ts";

/**
 * Checks that a database is intact and consistent. Writes nothing; servers may use it meanwhile.
 *
 * @param name the database in messages
 * @throws {OlderSchemaError}
 * @throws {DatabaseOpenError} for an unfinished copy, or a later version that is not compatible
 */
export async function checkPostgres(
  connection: PgConnection,
  name: string,
  options: SessionChecks,
): Promise<CheckReport> {
  await requireWhole(connection);
  const schema = await readSchema(connection);
  requireNotTooNew(schema);
  requireMode(schema, "require", name);
  return await checkSource(postgresSource(connection, schema.version), options);
}

function postgresSource(connection: PgConnection, schemaVersion: number): CheckSource {
  return {
    schemaVersion,
    reader: postgresReader({ query: (text, values) => connection.query(text, values) }),
    inOneView: (read) => inSnapshot(connection, read),
    checkStructure: (findings, onProgress) =>
      checkPgStructure(connection, { schemaVersion, findings, onProgress }),
    // Data exceptions, I/O errors, corrupted data and indexes.
    isDamage: (error) => /^(?:22|58|XX00[12])/.test(sqlState(error) ?? ""),
  };
}

/** Runs reads on one snapshot of the database. */
export async function inSnapshot<T>(connection: PgConnection, read: () => Promise<T>): Promise<T> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    return await read();
  } finally {
    if (connection.isOpen) await connection.query("ROLLBACK");
  }
}
