import type { RefundRow } from "../../../domain/session/refund.ts";
import { REFUND_FILTER, refundList } from "../../../things/refund.ts";
import {
  filterInputs,
  filterQuery,
  inputNames,
  type ListFilterModel,
} from "../forms/list_filter.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, type QueryValues } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";

/** A page of a shop's refunds. */
export interface RefundListModel extends ListModel<RefundRow> {
  readonly filter: ListFilterModel;
}

/** A filter as in the addresses of the list. */
export function refundQuery(filter: ListFilterModel): QueryValues {
  return filterQuery(inputNames(REFUND_FILTER), filter);
}

/** The list of a shop's refunds; each leads to its order, or to its payment without one. */
export function refundsBody(model: RefundListModel): DashboardBody {
  const { shopId, filter, formats } = model;
  const query = refundQuery(filter);
  const pathOf = ({ unexpectedId, sessionId }: RefundRow) =>
    unexpectedId === null
      ? pathWithin(shopId, "sessions", sessionId)
      : pathWithin(shopId, "unexpected", unexpectedId);
  return listBody(model, {
    section: "refunds",
    note: `Money that went back, or is to go back. Newest first, times in ${formats.timeZone}`,
    query,
    hasCsv: query["livemode"] !== "false",
    fields: filterInputs(REFUND_FILTER, filter),
    columns: listColumns(refundList().page, { pathOf, formats }),
    empty: Object.values(query).some((value) => value)
      ? "No refunds match."
      : "No refunds yet. An order is refunded on its page.",
  });
}
