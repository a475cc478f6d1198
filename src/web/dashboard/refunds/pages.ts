import { invalid } from "../../../domain/errors.ts";
import { NO_REFUND_FILTER } from "../../../domain/filters.ts";
import { REFUND_FILTER, refundList } from "../../../things/refund.ts";
import { shownFilter } from "../forms/list_filter.ts";
import { sectionPath, withQuery } from "../links.ts";
import { csvReply, listModel } from "../lists/list_model.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, refusedFilter, seeOther } from "../replies.ts";
import { refundQuery, refundsBody } from "./list.tsx";

const LIST = "/shops/{shop}/refunds";

/** A shop's refunds. */
export function refundListPages({ orderAdmin }: DashboardServices): DashboardPage[] {
  return [{
    id: "refunds",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const { shown: filter, selected } = await filterOf(call);
      const model = await listModel(
        call,
        selected && ((wanted) => orderAdmin.refunds(selected, wanted)),
      );
      const body = refundsBody({ ...model, filter });
      return page(call, body, refusedFilter(filter.refusal));
    },
  }, {
    id: "refunds.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    async handle(call) {
      const { shown, selected } = await filterOf(call);
      // The list shows the refusal.
      if (selected === undefined) {
        return seeOther(withQuery(sectionPath(call.shop.id, "refunds"), refundQuery(shown)));
      }
      if (selected.livemode === false) throw invalid("CSV is for live data: leave out the tests");
      return csvReply(
        call,
        "refunds",
        refundList(),
        (wanted) => orderAdmin.refunds(selected, wanted),
      );
    },
  }];
}

function filterOf(call: ShopCall) {
  const all = { ...NO_REFUND_FILTER, merchantId: call.shop.id, livemode: true };
  return shownFilter(call, REFUND_FILTER, all);
}
