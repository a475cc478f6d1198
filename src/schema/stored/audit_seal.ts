import { z } from "zod";
import type { AuditEntry } from "../../domain/trail/entry.ts";
import type { AuditSeal, SealedEntry, SealedRow } from "../../domain/trail/seal.ts";
import type { Form } from "../form.ts";
import { auditFromRow } from "./audit.ts";
import { count, parseRow } from "./parse.ts";

const digest = z.string().regex(/^[0-9a-f]{64}$/, "not a SHA-256");

const sealSchema = z.object({ seal: count, at: count, entries: count, hash: digest });

/**
 * Reads a seal from a row of `audit_seals`.
 *
 * @throws {RowError} when the row does not parse
 */
export function sealFromRow(row: unknown): AuditSeal {
  return parseRow(sealSchema, row, { table: "audit_seals", keyColumns: ["seal"] });
}

/** The columns of `audit_seals`. */
export function sealToRow({ seal, at, entries, hash }: AuditSeal): Form<typeof sealSchema> {
  return { seal, at, entries, hash };
}

const sealedSchema = z.object({
  entry_id: z.string(),
  seal: count,
  nth: count,
  digest,
  subject_salt: z.string().nullable(),
  subject_digest: digest,
  object_salt: z.string().nullable(),
  object_digest: digest,
});

/**
 * Reads a sealed entry from a row of `audit_sealed`.
 *
 * @throws {RowError} when the row does not parse
 */
export function sealedFromRow(row: unknown): SealedEntry {
  const read = parseRow(sealedSchema, row, { table: "audit_sealed", keyColumns: ["entry_id"] });
  return {
    entryId: read.entry_id,
    seal: read.seal,
    place: read.nth,
    digest: read.digest,
    subjectSalt: read.subject_salt,
    subjectDigest: read.subject_digest,
    objectSalt: read.object_salt,
    objectDigest: read.object_digest,
  };
}

/**
 * Reads a row of `audit_sealed` joined with its entry, whose columns are null if it is gone.
 *
 * @throws {RowError} when the row does not parse
 */
export function sealedRowFromRow(row: unknown): SealedRow {
  const isGone = (row as { readonly id?: unknown }).id === null;
  return { sealed: sealedFromRow(row), entry: isGone ? null : auditFromRow(row) };
}

/** The columns of `audit_sealed`. */
export function sealedToRow(
  { entryId, seal, place, ...rest }: SealedEntry,
): Form<typeof sealedSchema> {
  return {
    entry_id: entryId,
    seal,
    nth: place,
    digest: rest.digest,
    subject_salt: rest.subjectSalt,
    subject_digest: rest.subjectDigest,
    object_salt: rest.objectSalt,
    object_digest: rest.objectDigest,
  };
}

/** The names that an entry must still have when it is sealed. */
export function namesToRow({ subject, object }: AuditEntry) {
  return { subject_label: subject.label, object_label: object.label ?? "" };
}
