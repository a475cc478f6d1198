import { DatabaseSync } from "node:sqlite";
import type { AuditSeal } from "../../../domain/trail/seal.ts";
import { sealFromRow } from "../../../schema/stored/audit_seal.ts";
import { requireFile } from "../file/connect.ts";
import { openFailure } from "../file/errors.ts";
import { checkOwner, readPragma } from "../file/migrate.ts";

/** The first schema version with seals. */
const SEALS_VERSION = 40;

/**
 * Reads a seal of a database, the latest one by default; null without it. It needs no right to write:
 * a backup may be in any folder.
 *
 * @throws {DatabaseOpenError} in one line that names the file
 */
export function auditSealOf(path: string, seal?: number): AuditSeal | null {
  requireFile(path);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    db.exec("PRAGMA trusted_schema = OFF");
    checkOwner(db, path);
    if (readPragma(db, "user_version") < SEALS_VERSION) return null;
    const row = db.prepare(
      "SELECT * FROM audit_seals WHERE seal = coalesce(?, (SELECT max(seal) FROM audit_seals))",
    ).get(seal ?? null);
    return row === undefined ? null : sealFromRow(row);
  } catch (error) {
    throw openFailure(error, path);
  } finally {
    db?.close();
  }
}
