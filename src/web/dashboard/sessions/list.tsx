import type { Child } from "hono/jsx";
import type { List } from "../../../things/list.ts";
import { ORDER_LIST } from "../../../things/order.ts";
import { type ListedSession, SESSION_LIST } from "../../../things/session.ts";
import { FilterForm } from "../forms/form.tsx";
import type { ListFilterModel } from "../forms/list_filter.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { listColumns } from "../parts/listed.tsx";
import { Banner, CsvLink, PageHead } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import {
  type FilteredSection,
  filterFields,
  isNarrowed,
  listCsvPath,
  listPath,
  selectsTests,
} from "./filter.ts";

/** A page of a shop's sessions or orders. */
export interface SessionListModel {
  readonly shopId: string;
  readonly rows: readonly ListedSession[];
  readonly filter: ListFilterModel;
  /** True on the first page. */
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  readonly formats: DashboardFormats;
}

/** The list of a shop's sessions. */
export function sessionsBody(model: SessionListModel): DashboardBody {
  return listBody(model, {
    section: "sessions",
    title: "Sessions",
    order: "Newest first",
    list: SESSION_LIST,
    empty: "No sessions yet. One begins when your store opens a checkout with an API key.",
  });
}

/** The list of a shop's orders. */
export function ordersBody(model: SessionListModel): DashboardBody {
  return listBody(model, {
    section: "orders",
    title: "Orders",
    order: "Last placed first",
    list: ORDER_LIST,
    empty: "No orders yet. A completed session is listed here with its number.",
  });
}

function listBody(
  model: SessionListModel,
  { section, title, order, list, empty }: {
    readonly section: FilteredSection;
    readonly title: string;
    readonly order: string;
    readonly list: List<ListedSession>;
    readonly empty: string;
  },
): DashboardBody {
  const { shopId, rows, filter, isFirst, next, formats } = model;
  const pathOf = ({ session }: ListedSession) => sessionPath(shopId, session.id);
  const isTest = selectsTests(filter);
  return {
    title,
    section,
    children: (
      <>
        <PageHead title={title} note={`${order}, times in ${formats.timeZone}`}>
          <CsvLink
            href={listCsvPath(shopId, section, filter)}
            isShown={rows.length > 0 && !isTest}
          />
        </PageHead>
        {isTest
          ? <Banner tone="warn">Tests, made with test keys: no money, stock or coins moved.</Banner>
          : ""}
        <FilterForm
          action={sectionPath(shopId, section)}
          fields={filterFields(section, filter)}
        />
        <ListTable
          caption={title}
          rows={rows}
          columns={listColumns(list.page, { pathOf, formats })}
          empty={emptyText(section, filter, empty)}
          first={isFirst ? undefined : listPath(shopId, section, filter)}
          next={next === null ? undefined : listPath(shopId, section, filter, next)}
        />
      </>
    ),
  };
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
