import { z } from "zod";
import type { AuditEntry, FieldValues } from "../../domain/trail/entry.ts";
import { SUBJECT_KINDS } from "../../domain/caller.ts";
import { isRecord } from "../../domain/values/json.ts";
import type { Form } from "../form.ts";
import {
  count,
  merchantId,
  parseJsonColumn,
  parseRow,
  type RowPlace,
  storedUuid,
} from "./parse.ts";

const PLACE: RowPlace = { table: "audit_entries", keyColumns: ["id"] };

/** Checked without rebuilding: the names depend on the object. */
const fieldsSchema = z.custom<FieldValues>(isRecord, "not an object");

const rowSchema = z.object({
  id: storedUuid,
  at: count,
  subject_kind: z.enum(SUBJECT_KINDS),
  subject_id: z.string().nullable(),
  subject_label: z.string(),
  merchant_id: merchantId.nullable(),
  action: z.string(),
  object_kind: z.string(),
  object_id: z.string().nullable(),
  object_label: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/**
 * Reads an entry from a row of `audit_entries`.
 *
 * @throws {RowError} when the row does not parse
 */
export function auditFromRow(row: unknown): AuditEntry {
  const read = parseRow(rowSchema, row, PLACE);
  const fields = (name: "before" | "after") => {
    const text = read[name];
    if (text === null) return null;
    return parseJsonColumn(fieldsSchema, text, { table: PLACE.table, key: read.id, name });
  };
  return {
    id: read.id,
    at: read.at,
    subject: { kind: read.subject_kind, id: read.subject_id, label: read.subject_label },
    merchantId: read.merchant_id,
    action: read.action,
    object: { kind: read.object_kind, id: read.object_id, label: read.object_label },
    before: fields("before"),
    after: fields("after"),
  };
}

/** The columns of `audit_entries`. */
export function auditToRow(entry: AuditEntry): Form<typeof rowSchema> {
  const { subject, object, before, after } = entry;
  return {
    id: entry.id,
    at: entry.at,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_label: subject.label,
    merchant_id: entry.merchantId,
    action: entry.action,
    object_kind: object.kind,
    object_id: object.id,
    object_label: object.label,
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  };
}
