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

/** The audit trail. */
export const AUDIT_WRITES = {
  "audit.add": write(
    insertInto("audit_entries", ENTRY),
  ),
} as const;
