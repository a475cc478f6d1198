import { NO_AUDIT_FILTER } from "../../../domain/filters.ts";
import { AUDIT_FILTER, auditList } from "../../../things/audit.ts";
import { shownFilter } from "../forms/list_filter.ts";
import { sectionPath, withQuery } from "../links.ts";
import { csvReply, listModel } from "../lists/list_model.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, refusedFilter, seeOther } from "../replies.ts";
import { auditBody, auditQuery } from "./list.tsx";

const LIST = "/shops/{shop}/audit";

/** The audit trail of a shop, also as CSV. */
export function auditPages({ audit }: Pick<DashboardServices, "audit">): DashboardPage[] {
  return [{
    id: "audit",
    method: "GET",
    path: LIST,
    needs: "audit:read",
    async handle(call) {
      const { shown, selected } = await filterOf(call);
      const model = await listModel(call, selected && ((wanted) => audit.list(selected, wanted)));
      return page(call, auditBody({ ...model, filter: shown }), refusedFilter(shown.refusal));
    },
  }, {
    id: "audit.csv",
    method: "GET",
    path: `${LIST}.csv`,
    isExportOfPersons: true,
    needs: "audit:read",
    async handle(call) {
      const { shown, selected } = await filterOf(call);
      // The list shows the refusal.
      if (selected === undefined) {
        return seeOther(withQuery(sectionPath(call.shop.id, "audit"), auditQuery(shown)));
      }
      return csvReply(call, "audit", auditList(), (wanted) => audit.list(selected, wanted));
    },
  }];
}

function filterOf(call: ShopCall) {
  return shownFilter(call, AUDIT_FILTER, { ...NO_AUDIT_FILTER, merchantId: call.shop.id });
}
