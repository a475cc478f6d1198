import { AppError } from "../../../../domain/errors.ts";
import type { CheckName, CheckReport } from "../../../maintenance.ts";
import { isStorageFailure, reasonOf } from "../../file/errors.ts";
import { RowError } from "../../../../schema/stored/parse.ts";
import { SCHEMA_VERSION } from "../../file/migrate.ts";
import { openCurrent } from "../../file/connect.ts";
import { checkCounts } from "./counts.ts";
import { checkEvents } from "./events.ts";
import { Findings } from "./findings.ts";
import { SessionCheck, type SessionChecks } from "./sessions.ts";
import { checkShopRows } from "./shop_rows.ts";
import { checkStructure } from "./structure.ts";

/**
 * Checks that a database is intact and consistent. Writes nothing; a server may use the database
 * meanwhile.
 *
 * @throws {DatabaseOpenError} if it cannot be opened
 * @throws {AppError} `error.conflict` for an older schema version
 */
export function checkDatabase(path: string, options: SessionChecks): CheckReport {
  const { onProgress } = options;
  const db = openCurrent(path);
  const findings = new Findings();
  /** A damaged page or row ends one check; the others continue. */
  const attempt = (check: CheckName, run: () => void) => {
    try {
      run();
    } catch (error) {
      const isDamage = error instanceof RowError ||
        (isStorageFailure(error) && !(error instanceof AppError));
      if (!isDamage) throw error;
      findings.add(check, "database", `Cannot read everything: ${reasonOf(error)}`);
    }
  };
  try {
    attempt("integrity", () => checkStructure(db, findings, onProgress));
    attempt("row", () => checkShopRows(db, findings, onProgress));
    attempt("session-row", () => new SessionCheck(db, findings, options).run());
    attempt("ledger", () => checkCounts(db, findings, onProgress));
    attempt("event", () => checkEvents(db, findings, onProgress));
    return { schemaVersion: SCHEMA_VERSION, ...findings.report() };
  } finally {
    db.close();
  }
}
