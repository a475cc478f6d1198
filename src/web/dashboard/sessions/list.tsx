import type { Child } from "hono/jsx";
import type { List } from "../../../things/list.ts";
import { ORDER_LIST } from "../../../things/order.ts";
import { type ListedSession, SESSION_LIST } from "../../../things/session.ts";
import type { ListFilterModel } from "../forms/list_filter.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { Banner } from "../parts/panel.tsx";
import {
  type FilteredSection,
  filterFields,
  isNarrowed,
  selectsTests,
  setValues,
} from "./filter.ts";

/** A page of a shop's sessions or orders. */
export interface SessionListModel extends ListModel<ListedSession> {
  readonly filter: ListFilterModel;
}

/** The list of a shop's sessions. */
export function sessionsBody(model: SessionListModel): DashboardBody {
  return filteredBody(model, {
    section: "sessions",
    order: "Newest first",
    list: SESSION_LIST,
    empty: "No sessions yet. One begins when your store opens a checkout with an API key.",
  });
}

/** The list of a shop's orders. */
export function ordersBody(model: SessionListModel): DashboardBody {
  return filteredBody(model, {
    section: "orders",
    order: "Last placed first",
    list: ORDER_LIST,
    empty: "No orders yet. A completed session is listed here with its number.",
  });
}

function filteredBody(
  model: SessionListModel,
  { section, order, list, empty }: {
    readonly section: FilteredSection;
    readonly order: string;
    readonly list: List<ListedSession>;
    readonly empty: string;
  },
): DashboardBody {
  const { shopId, filter, formats } = model;
  const pathOf = ({ session }: ListedSession) => sessionPath(shopId, session.id);
  const isTest = selectsTests(filter);
  return listBody(model, {
    section,
    note: `${order}, times in ${formats.timeZone}`,
    query: setValues(section, filter),
    hasCsv: !isTest,
    fields: filterFields(section, filter),
    columns: listColumns(list.page, { pathOf, formats }),
    empty: emptyText(section, filter, empty),
    banner: isTest && (
      <Banner tone="warn">Tests, made with test keys: no money, stock or coins moved.</Banner>
    ),
  });
}

function emptyText(section: FilteredSection, filter: ListFilterModel, empty: string): Child {
  if (filter.refusal !== undefined) return "Correct the filter to see the list.";
  if (isNarrowed(section, filter)) return `No ${section} match. Change the filter, or clear it.`;
  return selectsTests(filter)
    ? `No ${section} of test keys. Create a test key and open a checkout with it.`
    : empty;
}

/** Path of the page of a session, with its order if it has one. */
export function sessionPath(shopId: string, id: string): string {
  return pathWithin(shopId, "sessions", id);
}
