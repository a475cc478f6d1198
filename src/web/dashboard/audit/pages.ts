import { auditList } from "../../../things/audit.ts";
import { auditBody, type AuditFilterModel } from "./list.tsx";
import { sectionPath, withQuery } from "../links.ts";
import { csvReply, listModel } from "../lists/list_model.ts";
import { dayOf, readFilter } from "../forms/read_filter.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, refusedFilter, seeOther } from "../replies.ts";

const LIST = "/shops/{shop}/audit";

/** The audit trail of a shop, also as CSV. */
export function auditPages({ audit }: Pick<DashboardServices, "audit">): DashboardPage[] {
  return [{
    id: "audit",
    method: "GET",
    path: LIST,
    needs: "audit:read",
    async handle(call) {
      const filter = filterOf(call.query);
      const { selected, refusal } = await readFilter(() => selectionOf(call, filter));
      const model = await listModel(call, selected && ((wanted) => audit.list(selected, wanted)));
      return page(call, auditBody({ ...model, filter, refusal }), refusedFilter(refusal));
    },
  }, {
    id: "audit.csv",
    method: "GET",
    path: `${LIST}.csv`,
    isExportOfPersons: true,
    needs: "audit:read",
    async handle(call) {
      const filter = filterOf(call.query);
      const { selected } = await readFilter(() => selectionOf(call, filter));
      // The list shows the refusal.
      if (selected === undefined) {
        return seeOther(withQuery(sectionPath(call.shop.id, "audit"), { ...filter }));
      }
      return csvReply(call, "audit", auditList(), (wanted) => audit.list(selected, wanted));
    },
  }];
}

function filterOf(query: URLSearchParams): AuditFilterModel {
  const text = (name: string) => (query.get(name) ?? "").trim();
  return { subject: text("subject"), action: text("action"), since: text("since") };
}

function selectionOf(
  { shop }: ShopCall,
  { subject, action, since }: AuditFilterModel,
): Parameters<DashboardServices["audit"]["list"]>[0] {
  return {
    merchantId: shop.id,
    since: dayOf(since, shop.timeZone, ["since", "From"])?.start ?? null,
    subject: subject === "" ? null : subject,
    action: action === "" ? null : action,
  };
}
