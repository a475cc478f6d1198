import { sql } from "../sql/sql.ts";
import { key } from "./locks.ts";
import { insertInto, isIn, write } from "./write.ts";

const ENTRY = [
  "id",
  "at",
  "subject_kind",
  "subject_id",
  "subject_label",
  "merchant_id",
  "action",
  "object_kind",
  "object_id",
  "object_label",
  "before",
  "after",
] as const;

const SEALED = [
  "entry_id",
  "seal",
  "nth",
  "digest",
  "subject_salt",
  "subject_digest",
  "object_salt",
  "object_digest",
] as const;

/** The entries of an erasure, by their ids. */
const erases = (set: string, id: string) => sql`UPDATE ${set} WHERE ${isIn(id, ":entry_ids")}`;

/** The audit trail. */
export const AUDIT_WRITES = {
  "audit.add": write(
    insertInto("audit_entries", ENTRY),
  ),
  "audit.addSeal": write(
    insertInto("audit_seals", ["seal", "at", "entries", "hash"]),
    key("audit-seal"),
  ),
  "audit.addSealed": write(
    insertInto("audit_sealed", SEALED, {
      where: `EXISTS (SELECT 1 FROM audit_entries WHERE id = :entry_id
         AND subject_label = :subject_label AND coalesce(object_label, '') = :object_label)`,
    }),
    key("audit-seal"),
  ),
  "audit.eraseSubjectSalts": write(
    erases("audit_sealed SET subject_salt = NULL", "entry_id"),
    key("audit-seal"),
  ),
  "audit.eraseSubjects": write(
    erases("audit_entries SET subject_label = '(erased)'", "id"),
    key("audit-seal"),
  ),
  "audit.eraseObjectSalts": write(
    erases("audit_sealed SET object_salt = NULL", "entry_id"),
    key("audit-seal"),
  ),
  "audit.eraseObjects": write(
    erases("audit_entries SET object_label = '(erased)', before = NULL, after = NULL", "id"),
    key("audit-seal"),
  ),
  "audit.pruneSeals": write(
    "DELETE FROM audit_seals WHERE seal < :seal",
    key("audit-seal"),
  ),
  "audit.pruneEntries": write(
    `DELETE FROM audit_entries WHERE id IN (SELECT entry_id FROM audit_sealed WHERE seal <= :seal)`,
    key("audit-seal"),
  ),
  "audit.pruneSealed": write(
    "DELETE FROM audit_sealed WHERE seal <= :seal",
    key("audit-seal"),
  ),
} as const;
