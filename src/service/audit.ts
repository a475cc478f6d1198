import type { Subject } from "../domain/caller.ts";
import type { Change } from "../domain/changes.ts";
import { auditEntry, type AuditFact } from "../domain/trail/entry.ts";
import type { Deps } from "./deps.ts";

/** The subject of what the server finds at a payment provider. */
export const SERVER: Subject = { kind: "operator", label: "checkoutd" };

/** The audit entry of a change, for the commit of the change. */
export function audited(
  { newId, now }: Pick<Deps, "newId" | "now">,
  by: Subject,
  fact: AuditFact,
): Change {
  return { kind: "audit.add", entry: auditEntry(fact, { id: newId(), at: now(), by }) };
}
