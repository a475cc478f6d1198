import type { AuditFilter } from "../domain/filters.ts";
import type { MerchantId } from "../domain/ids.ts";
import { AUDIT_ACTIONS, AUDIT_NOUNS } from "../domain/trail/actions.ts";
import type { AuditEntry, FieldValues } from "../domain/trail/entry.ts";
import type { FilterFields, List, ListFields } from "./list.ts";

const FIELDS = {
  id: { kind: "word", of: ({ id }) => id },
  at: { kind: "moment", of: ({ at }) => at },
  subject_kind: { kind: "word", of: ({ subject }) => subject.kind },
  subject: { kind: "text", of: ({ subject }) => subject.label },
  action: { kind: "word", of: ({ action }) => action },
  object_kind: { kind: "word", of: ({ object }) => object.kind },
  object_id: { kind: "word", of: ({ object }) => object.id },
  object: { kind: "text", of: ({ object }) => object.label },
  before: { kind: "text", of: ({ before }) => fieldsText(before) },
  after: { kind: "text", of: ({ after }) => fieldsText(after) },
  time_zone: { kind: "zone" },
} as const satisfies ListFields<AuditEntry>;

function fieldsText(values: FieldValues | null): string | null {
  return values === null ? null : JSON.stringify(values);
}

/** The filter of the audit trail. */
export const AUDIT_FILTER = {
  subject: {
    kind: "text",
    label: "By",
    hint: "A login, the visible beginning of a key, or cli: and a user",
    option: ["--subject <name>", "only by this user of the machine, login or prefix of a key"],
  },
  action: {
    kind: "choice",
    label: "Change",
    values: [...AUDIT_NOUNS, ...AUDIT_ACTIONS],
    // Nouns, each with its actions behind it.
    choices: AUDIT_NOUNS.flatMap((noun) => [
      { value: noun, label: `${noun}: all` },
      ...AUDIT_ACTIONS.filter((one) => one.startsWith(`${noun}.`))
        .map((one) => ({ value: one, label: one.replace(".", ": ") })),
    ]),
    option: [
      "--action <action>",
      "only this action, such as coupon.update, or all of a noun, such as coupon",
    ],
    namesValues: false,
  },
  since: { kind: "since", label: "From" },
} as const satisfies FilterFields<AuditFilter>;

/**
 * The audit trail: the table, and CSV. With `--json` an entry has its subject and its object as
 * objects; the page opens the fields that differ.
 */
export function auditList(
  names?: ReadonlyMap<MerchantId, string>,
): Pick<List<AuditEntry>, "fields" | "table"> {
  return {
    fields: FIELDS,
    table: [
      { title: "TIME", value: FIELDS.at },
      { title: "SUBJECT", value: FIELDS.subject, fit: { canShrink: true } },
      { title: "ACTION", value: FIELDS.action },
      {
        title: "OBJECT",
        value: { kind: "text", of: ({ object: { id, label } }) => label ?? id },
        fit: { canShrink: true },
      },
      {
        title: "FIELDS",
        value: { kind: "words", of: ({ before, after }) => Object.keys({ ...before, ...after }) },
        fit: { canShrink: true, isOptional: true },
      },
      {
        title: "SHOP",
        value: {
          kind: "text",
          of: ({ merchantId: id }) => id === null ? null : names?.get(id) ?? id,
        },
        fit: { canShrink: true, isOptional: true },
      },
    ],
  };
}
