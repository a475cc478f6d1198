import { RowError } from "../../schema/stored/parse.ts";
import type { CheckName, CheckReport } from "../maintenance.ts";
import { checkCounts } from "./counts.ts";
import { checkEvents } from "./events.ts";
import { Findings } from "./findings.ts";
import { SessionCheck, type SessionChecks } from "./sessions.ts";
import { checkShopRows } from "./shop_rows.ts";
import type { CheckSource } from "./source.ts";

/**
 * Checks that a database is intact and consistent. Writes nothing; a server may use the database
 * meanwhile.
 */
export async function checkSource(
  source: CheckSource,
  options: SessionChecks,
): Promise<CheckReport> {
  const { onProgress } = options;
  const findings = new Findings();
  /** A damaged page or row ends one check; the others continue. */
  const attempt = async (check: CheckName, run: () => unknown) => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof RowError) && !source.isDamage(error)) throw error;
      const [reason] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
      findings.add(check, "database", `Cannot read everything: ${reason}`);
    }
  };
  await attempt("integrity", () => source.checkStructure(findings, onProgress));
  await attempt("row", () => checkShopRows(source, findings, onProgress));
  await attempt("session-row", () => new SessionCheck(source, findings, options).run());
  await attempt("ledger", () => checkCounts(source, findings, onProgress));
  await attempt("event", () => checkEvents(source, findings, onProgress));
  return { schemaVersion: source.schemaVersion, ...findings.report() };
}
