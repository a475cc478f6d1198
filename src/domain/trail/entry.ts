import type { Subject } from "../caller.ts";
import type { MerchantId } from "../ids.ts";
import type { AuditAction } from "./actions.ts";

/** A value of a field: no text of customers or about them, and no secret. */
export type FieldValue = null | boolean | number | string | readonly FieldValue[] | FieldValues;
/** Fields by name, in snake case. */
export interface FieldValues {
  readonly [name: string]: FieldValue;
}

/** The thing that was changed. */
export interface AuditObject {
  /** `coupon`, `key`. */
  readonly kind: string;
  /** Null for a change of the whole database or of several things. */
  readonly id: string | null;
  /** Its name for people, `SAVE10`; null without one. */
  readonly label: string | null;
}

/** A change: its thing, and the fields that differ. */
export interface AuditFact {
  /** Null if it is not of one shop. */
  readonly merchantId: MerchantId | null;
  readonly action: AuditAction;
  readonly object: AuditObject;
  /** Null where nothing was. */
  readonly before: FieldValues | null;
  /** Null where nothing is. */
  readonly after: FieldValues | null;
}

/** An entry of the audit trail; it is never changed or deleted. */
export interface AuditEntry extends Omit<AuditFact, "action"> {
  readonly id: string;
  readonly at: number;
  readonly subject: AuditSubject;
  /** Noun and verb; also one of an earlier version. */
  readonly action: string;
}

/** Identity behind a change, as it is kept: a link's token is not. */
export interface AuditSubject {
  readonly kind: Subject["kind"];
  /** Id of a key or a person. */
  readonly id: string | null;
  readonly label: string;
}

/** The entry of a change by a subject. */
export function auditEntry(
  fact: AuditFact,
  { by, ...made }: Pick<AuditEntry, "id" | "at"> & { readonly by: Subject },
): AuditEntry {
  const id = "id" in by ? by.id : null;
  return { ...made, subject: { kind: by.kind, id, label: by.label }, ...fact };
}
