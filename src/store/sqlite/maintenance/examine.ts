import { AppError } from "../../../domain/errors.ts";
import { readFacts, UNREAD_FACTS } from "../../check/facts.ts";
import type { DatabaseFacts, ExamineOptions } from "../../maintenance.ts";
import { isBusy } from "../file/errors.ts";
import { SCHEMA_VERSION } from "../file/migrate.ts";
import { damage, inOneView, openAny } from "../file/connect.ts";
import { sqliteReader } from "../read/reader.ts";

const MAX_LINES = 10;

/**
 * Gathers facts of a database without changing it. Of an older or newer schema only the version and
 * SQLite's check of the file.
 *
 * @throws {AppError} `error.conflict` while another process holds the lock
 * @throws {DatabaseOpenError} if it cannot be opened
 */
export async function examineDatabase(
  path: string,
  options: ExamineOptions,
): Promise<DatabaseFacts> {
  try {
    return await examine(path, options);
  } catch (error) {
    if (!isBusy(error) && !(error instanceof Error && isBusy(error.cause))) throw error;
    const message = `The database is locked by another process: ${path}`;
    throw new AppError("error.conflict", message, { cause: error });
  }
}

async function examine(
  path: string,
  { now, checksFile }: ExamineOptions,
): Promise<DatabaseFacts> {
  const { db, version } = openAny(path);
  try {
    const facts = {
      schemaVersion: version,
      knownVersion: SCHEMA_VERSION,
      isUsable: version === SCHEMA_VERSION,
      server: null,
      damage: checksFile ? damage(db, "quick_check", MAX_LINES) : null,
    };
    const isReadable = facts.isUsable && (facts.damage ?? []).length === 0;
    if (!isReadable) return { ...facts, ...UNREAD_FACTS };
    return await inOneView(db, async () => ({
      ...facts,
      ...await readFacts(sqliteReader(db), { now }),
    }));
  } finally {
    db.close();
  }
}
