import type { StoredCustomer } from "../../../domain/session/stored.ts";
import { customerList } from "../../../things/customer.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";

/** A page of a shop's customers. */
export interface CustomerListModel extends ListModel<StoredCustomer> {
  /** Beginning of the numbers, as entered; empty for all. */
  readonly prefix: string;
  /** True if the shop has coins. */
  readonly hasCoins: boolean;
}

/** The list of a shop's customers. */
export function customersBody(model: CustomerListModel): DashboardBody {
  const { shopId, prefix, hasCoins, formats } = model;
  const pathOf = ({ customer }: Pick<StoredCustomer, "customer">) =>
    pathWithin(shopId, "customers", customer.id);
  return listBody(model, {
    section: "customers",
    note: `By phone number, times in ${formats.timeZone}`,
    query: { q: prefix },
    fields: [{ kind: "search", name: "q", label: "Phone number or its beginning", value: prefix }],
    columns: listColumns(customerList(hasCoins).page, { pathOf, formats }),
    empty: prefix === ""
      ? "No customers yet. A customer is added when a phone number is verified at the checkout."
      : `No phone number begins with ${prefix}. Begin with + and the code of the country.`,
  });
}
