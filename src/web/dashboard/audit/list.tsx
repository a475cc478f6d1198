import type {
  AuditEntry,
  AuditObject,
  AuditSubject,
  FieldValue,
  FieldValues,
} from "../../../domain/trail/entry.ts";
import { AUDIT_FILTER } from "../../../things/audit.ts";
import { filterInputs, filterQuery, type ListFilterModel } from "../forms/list_filter.ts";
import type { QueryValues } from "../links.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { MomentText } from "../parts/moment_text.tsx";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import type { ListColumn } from "../parts/table.tsx";

/** A page of a shop's audit trail. */
export interface AuditModel extends ListModel<AuditEntry> {
  readonly filter: ListFilterModel;
}

/** A filter as in the addresses of the list. */
export function auditQuery(filter: ListFilterModel): QueryValues {
  return filterQuery(Object.keys(AUDIT_FILTER), filter);
}

/** The audit trail of a shop. */
export function auditBody(model: AuditModel): DashboardBody {
  const { filter, formats } = model;
  const query = auditQuery(filter);
  return listBody(model, {
    section: "audit",
    note: `Changes with their authors, latest first, times in ${formats.timeZone}.`,
    caption: "Changes",
    query,
    fields: filterInputs(AUDIT_FILTER, filter),
    columns: columnsOf(formats),
    empty: filter.refusal !== undefined
      ? "Correct the filter to see the list."
      : Object.values(query).some((value) => value !== undefined && value !== "")
      ? "No change matches. Clear the filter to see all."
      : "No changes yet.",
  });
}

function columnsOf(formats: DashboardFormats): ListColumn<AuditEntry>[] {
  return [
    { title: "When", cell: ({ at }) => <MomentText at={at} formats={formats} /> },
    { title: "By", cell: ({ subject }) => <SubjectText subject={subject} /> },
    {
      title: "Change",
      kind: "main",
      cell: ({ action, object }) => (
        <>
          {action.replace(".", ": ")} <ObjectText object={object} />
        </>
      ),
    },
    { title: "Fields", kind: "text", cell: (entry) => <Fields entry={entry} /> },
  ];
}

/** Kinds of subjects, before their labels. */
const SUBJECTS: Readonly<Record<AuditSubject["kind"], string>> = {
  person: "",
  key: "key ",
  link: "customer ",
  operator: "operator ",
};

function SubjectText({ subject: { kind, label } }: { readonly subject: AuditSubject }) {
  return (
    <>
      {SUBJECTS[kind]}
      <bdi>{label}</bdi>
    </>
  );
}

function ObjectText({ object: { label, id } }: { readonly object: AuditObject }) {
  return label === null && id === null ? "" : <bdi>{label ?? id}</bdi>;
}

/** The fields that differ, as they were and as they are. */
function Fields({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const names = Object.keys({ ...before, ...after });
  if (names.length === 0) return "";
  return (
    <details>
      <summary>{names.length === 1 ? names[0] : `${names.length} fields`}</summary>
      <dl class="facts">
        {names.map((name) => (
          <div>
            <dt>{name}</dt>
            <dd>
              {before === null ? "" : <Value values={before} name={name} />}
              {before === null || after === null ? "" : " → "}
              {after === null ? "" : <Value values={after} name={name} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ values, name }: { readonly values: FieldValues; readonly name: string }) {
  return <bdi>{valueText(values[name] ?? null)}</bdi>;
}

function valueText(value: FieldValue): string {
  if (value === null) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
