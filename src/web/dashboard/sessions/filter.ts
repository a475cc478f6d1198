import { ORDER_FILTER } from "../../../things/order.ts";
import { SESSION_FILTER } from "../../../things/session.ts";
import type { FormField } from "../forms/fields.tsx";
import { filterInputs, filterValue, type ListFilterModel } from "../forms/list_filter.ts";
import { type QueryValues, sectionPath, withQuery } from "../links.ts";

/** A list that is filtered. */
export type FilteredSection = "sessions" | "orders";

/** The fields of the filter of each list. */
export const FILTERS = { sessions: SESSION_FILTER, orders: ORDER_FILTER } as const;

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
  const names = ["q", ...Object.keys(FILTERS[section])];
  return Object.fromEntries(names.map((name) => [name, values.get(name) ?? undefined]));
}

/** The inputs of a filter: first the search for one session or order. */
export function filterFields(section: FilteredSection, filter: ListFilterModel): FormField[] {
  const label = section === "orders" ? "Order or session" : "Session or order";
  return [
    { ...filterValue(filter, "q"), kind: "search", name: "q", label },
    ...filterInputs(FILTERS[section], filter),
  ];
}
