import type { Child } from "hono/jsx";
import { PAYMENT_STATES, SESSION_STATES } from "../../../domain/session/lifecycle.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { FieldOption } from "../forms/fields.tsx";
import { FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CsvLink, PageHead } from "../parts/panel.tsx";
import { PaymentBadge, paymentStateText, SessionBadge, sessionStateText } from "../parts/state.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import {
  type FilteredSection,
  filterFields,
  isNarrowed,
  listCsvPath,
  type ListFilterModel,
  listPath,
  selectsTests,
} from "./filter.tsx";
import { customerText, OrderBadge, shortId } from "./words.tsx";

/** A page of a shop's sessions or orders. */
export interface SessionListModel {
  readonly shopId: string;
  readonly rows: readonly CheckoutSession[];
  readonly filter: ListFilterModel;
  /** True on the first page. */
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  readonly formats: DashboardFormats;
}

/** The list of a shop's sessions. */
export function sessionsBody(model: SessionListModel): DashboardBody {
  const option = (value: string, label: string): FieldOption => ({ value, label });
  return listBody(model, {
    section: "sessions",
    title: "Sessions",
    order: "Newest first",
    options: {
      states: SESSION_STATES.map((state) => option(state, sessionStateText(state))),
      payments: PAYMENT_STATES.map((state) => option(state, paymentStateText(state))),
    },
    columns: sessionColumns(model),
    empty: "No sessions yet. One begins when your store opens a checkout with an API key.",
  });
}

/** The list of a shop's orders. */
export function ordersBody(model: SessionListModel): DashboardBody {
  return listBody(model, {
    section: "orders",
    title: "Orders",
    order: "Last placed first",
    options: {
      payments: [
        { value: "PAID", label: "Paid ahead, or in part" },
        { value: "DRAFT", label: "On delivery" },
      ],
    },
    columns: orderColumns(model),
    empty: "No orders yet. A completed session is listed here with its number.",
  });
}

function listBody(
  model: SessionListModel,
  { section, title, order, options, columns, empty }: {
    readonly section: FilteredSection;
    readonly title: string;
    readonly order: string;
    readonly options: Parameters<typeof filterFields>[2];
    readonly columns: readonly ListColumn<CheckoutSession>[];
    readonly empty: string;
  },
): DashboardBody {
  const { shopId, rows, filter, isFirst, next, formats: { timeZone } } = model;
  const isTest = selectsTests(filter);
  return {
    title,
    section,
    children: (
      <>
        <PageHead title={title} note={`${order}, times in ${timeZone}`}>
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
          fields={filterFields(section, filter, options)}
        />
        <ListTable
          caption={title}
          rows={rows}
          columns={columns}
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

type Column = ListColumn<CheckoutSession>;

function sessionColumns({ shopId, formats }: SessionListModel): Column[] {
  return [
    {
      title: "Session",
      kind: "main",
      cell: ({ id }) => <a href={sessionPath(shopId, id)}>{shortId(id)}</a>,
    },
    {
      title: "Created",
      cell: ({ createdAt }) => <MomentText at={createdAt} formats={formats} />,
    },
    { title: "State", cell: ({ state }) => <SessionBadge state={state.session} /> },
    {
      title: "Payment",
      cell: ({ state }) => <PaymentBadge state={state.payment} />,
    },
    ...contents(formats),
  ];
}

function orderColumns({ shopId, formats }: SessionListModel): Column[] {
  return [
    {
      title: "Order",
      kind: "main",
      cell: ({ id, order }) => <a href={sessionPath(shopId, id)}>{order?.number ?? shortId(id)}</a>,
    },
    {
      title: "Placed",
      cell: ({ order, createdAt }) => (
        <MomentText at={order?.placedAt ?? createdAt} formats={formats} />
      ),
    },
    { title: "Payment", cell: (session) => <OrderBadge session={session} /> },
    ...contents(formats),
  ];
}

function contents({ amount, whole }: DashboardFormats): Column[] {
  return [
    { title: "Customer", kind: "text", cell: (session) => <bdi>{customerText(session)}</bdi> },
    { title: "Units", kind: "number", cell: (session) => whole(unitsOf(session)) },
    {
      title: "Total",
      kind: "number",
      cell: ({ priced, currencyCode }) => amount(priced.totals.totalPayable, currencyCode),
    },
  ];
}

function unitsOf({ priced: { lines } }: CheckoutSession): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Path of the page of a session, with its order if it has one. */
export function sessionPath(shopId: string, id: string): string {
  return pathWithin(shopId, "sessions", id);
}
