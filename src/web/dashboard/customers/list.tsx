import { isErased } from "../../../domain/shop/customer.ts";
import type { StoredCustomer } from "../../../domain/session/stored.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { CsvLink, PageHead } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";

/** A page of a shop's customers. */
export interface CustomerListModel {
  readonly shopId: string;
  readonly rows: readonly StoredCustomer[];
  /** Beginning of the numbers, as entered; empty for all. */
  readonly prefix: string;
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  /** Name of the shop's coins; null if it has none. */
  readonly coinName: string | null;
  readonly formats: DashboardFormats;
}

/** Path of the list as a file. */
export function customersCsvPath(shopId: string): string {
  return `${sectionPath(shopId, "customers")}.csv`;
}

/** The list of a shop's customers. */
export function customersBody(model: CustomerListModel): DashboardBody {
  const { shopId, rows, prefix, isFirst, next, formats } = model;
  const path = sectionPath(shopId, "customers");
  const filter = { q: prefix };
  return {
    title: "Customers",
    section: "customers",
    children: (
      <>
        <PageHead title="Customers" note={`By phone number, times in ${formats.timeZone}`}>
          <CsvLink href={withQuery(customersCsvPath(shopId), filter)} isShown={rows.length > 0} />
        </PageHead>
        <FilterForm
          action={path}
          fields={[{
            kind: "search",
            name: "q",
            label: "Phone number or its beginning",
            value: prefix,
          }]}
        />
        <ListTable
          caption="Customers"
          rows={rows}
          columns={columnsOf(model)}
          empty={prefix === ""
            ? "No customers yet. A customer is added when a phone number is verified at the checkout."
            : `No phone number begins with ${prefix}. Begin with + and the code of the country.`}
          first={isFirst ? undefined : withQuery(path, filter)}
          next={next === null ? undefined : withQuery(path, { ...filter, after: next })}
        />
      </>
    ),
  };
}

/** The phone number of a customer, which may be erased. */
export function phoneText(customer: StoredCustomer["customer"]): string {
  return isErased(customer) ? "(erased)" : customer.phone;
}

function columnsOf(
  { shopId, coinName, formats }: CustomerListModel,
): ListColumn<StoredCustomer>[] {
  const coins = (title: string, of: (row: StoredCustomer) => number) => ({
    title,
    kind: "number" as const,
    cell: (row: StoredCustomer) => formats.whole(of(row)),
  });
  return [
    {
      title: "Phone",
      kind: "main",
      cell: ({ customer }) => (
        <a href={pathWithin(shopId, "customers", customer.id)}>{phoneText(customer)}</a>
      ),
    },
    ...(coinName === null ? [] : [
      coins("Coins available", ({ balances }) => balances.AVAILABLE),
      coins("Held by payments", ({ balances }) => balances.PROCESSING),
      coins("Spent", ({ balances }) => balances.USED),
    ]),
    {
      title: "Since",
      cell: ({ customer }) => <MomentText at={customer.createdAt} formats={formats} />,
    },
  ];
}
