import { key } from "./locks.ts";
import { insertInto, write } from "./write.ts";

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

/** Entries by a person or by a user of the machine. */
const BY_LOGIN = "subject_kind IN ('person', 'operator') AND " +
  "subject_label IN (:login, 'cli:' || :login)";
/** Entries on a person. */
const ON_LOGIN = "object_kind = 'user' AND object_label = :login";
const entries = (where: string) => `(SELECT id FROM audit_entries WHERE ${where})`;

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
    `UPDATE audit_sealed SET subject_salt = NULL WHERE entry_id IN ${entries(BY_LOGIN)}`,
    key("audit-seal"),
  ),
  "audit.eraseSubjects": write(
    `UPDATE audit_entries SET subject_label = '(erased)' WHERE ${BY_LOGIN}`,
    key("audit-seal"),
  ),
  "audit.eraseObjectSalts": write(
    `UPDATE audit_sealed SET object_salt = NULL WHERE entry_id IN ${entries(ON_LOGIN)}`,
    key("audit-seal"),
  ),
  "audit.eraseObjects": write(
    `UPDATE audit_entries SET object_label = '(erased)', before = NULL, after = NULL
       WHERE ${ON_LOGIN}`,
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
