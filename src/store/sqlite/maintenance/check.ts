import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../domain/errors.ts";
import { checkSource } from "../../check/check.ts";
import type { SessionChecks } from "../../check/sessions.ts";
import type { CheckSource } from "../../check/source.ts";
import type { CheckReport } from "../../maintenance.ts";
import { inOneView, openCurrent } from "../file/connect.ts";
import { isStorageFailure } from "../file/errors.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { sqliteReader } from "../read/reader.ts";
import { checkStructure } from "./structure.ts";

/**
 * Checks that a database is intact and consistent. Writes nothing; a server may use the database
 * meanwhile.
 *
 * @throws {DatabaseOpenError} if it cannot be opened
 * @throws {OlderSchemaError}
 */
export async function checkDatabase(path: string, options: SessionChecks): Promise<CheckReport> {
  const db = openCurrent(path);
  try {
    return await checkSource(sqliteSource(db), options);
  } finally {
    db.close();
  }
}

function sqliteSource(db: DatabaseSync): CheckSource {
  return {
    schemaVersion: SCHEMA_VERSION,
    reader: sqliteReader(db),
    inOneView: (read) => inOneView(db, read),
    checkStructure: (findings, onProgress) => checkStructure(db, findings, onProgress),
    isDamage: (error) => isStorageFailure(error) && !(error instanceof AppError),
  };
}
