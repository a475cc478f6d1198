import { auditToRow } from "../../../schema/stored/audit.ts";
import { one, type Planners } from "./statement.ts";

/** The audit trail. */
export const AUDIT = {
  "audit.add": ({ entry }) => [one("audit.add", auditToRow(entry))],
} satisfies Partial<Planners>;
