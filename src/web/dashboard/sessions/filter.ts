import { ORDER_FILTER } from "../../../things/order.ts";
import { SESSION_FILTER } from "../../../things/session.ts";
import type { FormField } from "../forms/fields.tsx";
import {
  filterInputs,
  filterQuery,
  filterValue,
  type ListFilterModel,
} from "../forms/list_filter.ts";
import { type QueryValues, sectionPath, withQuery } from "../links.ts";

/** A list that is filtered. */
export type FilteredSection = "sessions" | "orders";

/** The fields of the filter of each list. */
export const FILTERS = { sessions: SESSION_FILTER, orders: ORDER_FILTER } as const;

/** Path of a list with its filter. */
export function listPath(
  shopId: string,
  section: FilteredSection,
  filter: ListFilterModel,
): string {
  return withQuery(sectionPath(shopId, section), setValues(section, filter));
}

/** True if a filter narrows its list; tests are a list of their own. */
export function isNarrowed(section: FilteredSection, filter: ListFilterModel): boolean {
  const { livemode: _, ...others } = setValues(section, filter);
  return Object.values(others).some((value) => value !== undefined && value !== "");
}

/** True if a filter selects tests. */
export function selectsTests({ values }: ListFilterModel): boolean {
  return values.get("livemode") === "false";
}

/** A filter as in the addresses of its list. */
export function setValues(section: FilteredSection, filter: ListFilterModel): QueryValues {
  return filterQuery(["q", ...Object.keys(FILTERS[section])], filter);
}

/** The inputs of a filter: first the search for one session or order. */
export function filterFields(section: FilteredSection, filter: ListFilterModel): FormField[] {
  const label = section === "orders" ? "Order or session" : "Session or order";
  return [
    { ...filterValue(filter, "q"), kind: "search", name: "q", label },
    ...filterInputs(FILTERS[section], filter),
  ];
}
