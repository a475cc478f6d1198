import type { FieldOption, FormField, LineField } from "../forms/fields.tsx";
import type { FilterRefusal } from "../forms/form.tsx";
import { type QueryValues, sectionPath, withQuery } from "../links.ts";

/** The values of a list's filter. */
export interface ListFilterModel {
  readonly values: URLSearchParams;
  /** The refusal of one of its fields. */
  readonly refusal?: FilterRefusal | undefined;
}

/** A list that is filtered. */
export type FilteredSection = "sessions" | "orders";

/** Fields of the filter of each list, in the order of its form. */
const FIELDS = {
  sessions: ["q", "phone", "state", "payment", "since", "until", "livemode"],
  orders: ["q", "payment", "since", "until", "livemode"],
} as const satisfies Record<FilteredSection, readonly string[]>;

/** Path of a list with its filter; `after` is the key of the page before. */
export function listPath(
  shopId: string,
  section: FilteredSection,
  { values }: ListFilterModel,
  after?: string,
): string {
  return withQuery(sectionPath(shopId, section), { ...setValues(section, values), after });
}

/** Path of a list as a file. */
export function listCsvPath(
  shopId: string,
  section: FilteredSection,
  { values }: ListFilterModel,
): string {
  return withQuery(`${sectionPath(shopId, section)}.csv`, setValues(section, values));
}

/** True if a filter narrows its list; tests are a list of their own. */
export function isNarrowed(section: FilteredSection, { values }: ListFilterModel): boolean {
  const { livemode: _, ...others } = setValues(section, values);
  return Object.values(others).some((value) => value !== undefined && value !== "");
}

/** True if a filter selects tests. */
export function selectsTests({ values }: ListFilterModel): boolean {
  return values.get("livemode") === "false";
}

function setValues(section: FilteredSection, values: URLSearchParams): QueryValues {
  return Object.fromEntries(FIELDS[section].map((name) => [name, values.get(name) ?? undefined]));
}

/** The fields of a filter. */
export function filterFields(
  section: FilteredSection,
  filter: ListFilterModel,
  { payments, states = [] }: {
    readonly payments: readonly FieldOption[];
    readonly states?: readonly FieldOption[];
  },
): FormField[] {
  const line = (name: string, kind: LineField["kind"], label: string) => ({
    ...shown(filter, name),
    kind,
    name,
    label,
  });
  const choice = (name: string, label: string, options: readonly FieldOption[]) => ({
    ...shown(filter, name),
    kind: "select" as const,
    name,
    label,
    options,
  });
  const any = { value: "", label: "Any" };
  const fields: Readonly<Record<(typeof FIELDS)["sessions"][number], FormField>> = {
    q: line("q", "search", section === "orders" ? "Order or session" : "Session or order"),
    phone: line("phone", "tel", "Phone"),
    state: choice("state", "State", [any, ...states]),
    payment: choice("payment", "Payment", [any, ...payments]),
    since: line("since", "date", "From"),
    until: line("until", "date", "To"),
    livemode: choice("livemode", "Mode", [
      { value: "", label: "Live" },
      { value: "false", label: "Tests" },
    ]),
  };
  return FIELDS[section].map((name) => fields[name]);
}

function shown({ values, refusal }: ListFilterModel, name: string) {
  return {
    value: values.get(name) ?? "",
    ...(refusal?.field === name && { error: refusal.message }),
  };
}
