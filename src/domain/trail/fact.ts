import { canonicalJson } from "../values/json.ts";
import type { AuditAction } from "./actions.ts";
import type { AuditFact, AuditObject, FieldValue, FieldValues } from "./entry.ts";

/** A kind of thing in the audit trail, with the fields that its entries show. */
export interface AuditKind<Thing> {
  readonly kind: string;
  place(thing: Thing): Omit<AuditObject, "kind"> & Pick<AuditFact, "merchantId">;
  /** Fields to show: no data of customers and no secrets. */
  shown(thing: Thing): FieldValues;
  /** Fields of which an entry shows only that they differ (default: none). */
  hidden?(thing: Thing): Readonly<Record<string, unknown>>;
}

/** A change of a thing; null for one that is created or deleted. */
export interface ThingChange<Thing> {
  readonly before: Thing | null;
  readonly after: Thing | null;
}

/** Value of a hidden field. */
export const HIDDEN = "(hidden)";

/** The audit fact of a change of a thing. */
export function factOf<Thing>(
  audited: AuditKind<Thing>,
  action: AuditAction,
  { before, after }: ThingChange<Thing>,
): AuditFact {
  const thing = after ?? before;
  if (thing === null) throw new RangeError(`Nothing was changed: ${action}`);
  const { merchantId, id, label } = audited.place(thing);
  const [old, now] = differing(fieldsOf(audited, before), fieldsOf(audited, after));
  return {
    merchantId,
    action,
    object: { kind: audited.kind, id, label },
    before: before === null ? null : old,
    after: after === null ? null : now,
  };
}

/** A value for comparison, and the value to show. */
type Field = readonly [compared: string, shown: FieldValue];

function fieldsOf<Thing>(
  audited: AuditKind<Thing>,
  thing: Thing | null,
): ReadonlyMap<string, Field> {
  if (thing === null) return new Map();
  const shown = Object.entries(audited.shown(thing))
    .map(([name, value]): [string, Field] => [name, [canonicalJson(value), value]]);
  const hidden = Object.entries(audited.hidden?.(thing) ?? {})
    .map(([name, value]): [string, Field] => {
      const isSet = value !== null && value !== "";
      return [name, [canonicalJson(value), isSet ? HIDDEN : null]];
    });
  return new Map([...shown, ...hidden]);
}

/** Fields that differ; those of a thing that is created or deleted, without empty ones. */
function differing(
  before: ReadonlyMap<string, Field>,
  after: ReadonlyMap<string, Field>,
): [FieldValues, FieldValues] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name)?.[0] !== after.get(name)?.[0]);
  const values = (fields: ReadonlyMap<string, Field>, other: ReadonlyMap<string, Field>) =>
    Object.fromEntries(
      names.map((name) => [name, fields.get(name)?.[1] ?? null] as const)
        .filter(([, value]) => other.size > 0 || !isNothing(value)),
    );
  return [values(before, after), values(after, before)];
}

function isNothing(value: FieldValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Writes a value of the domain with names in snake case. */
export function snakeCased(value: unknown): FieldValue {
  if (Array.isArray(value)) return value.map(snakeCased);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [snakeCase(name), snakeCased(member)]),
    );
  }
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  return null;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A time as text; null for none. */
export function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
