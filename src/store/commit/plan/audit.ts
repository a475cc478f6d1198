import { auditToRow } from "../../../schema/stored/audit.ts";
import { namesToRow, sealedToRow, sealToRow } from "../../../schema/stored/audit_seal.ts";
import { any, one, type Planners } from "./statement.ts";

/** The audit trail. */
export const AUDIT = {
  "audit.add": ({ entry }) => [one("audit.add", auditToRow(entry))],

  "audit.seal": ({ seal, entries }) => [
    one("audit.addSeal", sealToRow(seal), { onPrimaryKey: `Seal is made: ${seal.seal}` }),
    ...entries.map(({ entry, sealed }) =>
      one("audit.addSealed", { ...sealedToRow(sealed), ...namesToRow(entry) }, {
        onPrimaryKey: `Entry is sealed: ${entry.id}`,
        onNoRow: `Entry was erased: ${entry.id}`,
      })
    ),
  ],

  "audit.erase": ({ by, on }) => [
    any("audit.eraseSubjectSalts", { entry_ids: JSON.stringify(by) }),
    any("audit.eraseSubjects", { entry_ids: JSON.stringify(by) }),
    any("audit.eraseObjectSalts", { entry_ids: JSON.stringify(on) }),
    any("audit.eraseObjects", { entry_ids: JSON.stringify(on) }),
  ],

  "audit.prune": ({ seal }) => [
    any("audit.pruneSeals", { seal }),
    any("audit.pruneEntries", { seal }),
    any("audit.pruneSealed", { seal }),
  ],
} satisfies Partial<Planners>;
