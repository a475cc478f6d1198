import { AUDIT_CSV } from "../../../schema/csv/audit.ts";
import { auditBody, type AuditFilterModel } from "./list.tsx";
import { dashboardFormats } from "../parts/format.ts";
import { sectionPath, withQuery } from "../links.ts";
import { csvReply, csvRows } from "../csv.ts";
import { dayOf, readFilter } from "../forms/read_filter.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, refusedFilter, seeOther } from "../replies.ts";

/** Rows of a page. */
const ROWS = 50;
const LIST = "/shops/{shop}/audit";

/** The audit trail of a shop, also as CSV. */
export function auditPages({ audit }: Pick<DashboardServices, "audit">): DashboardPage[] {
  return [{
    id: "audit",
    method: "GET",
    path: LIST,
    needs: "audit:read",
    async handle(call) {
      const { shop, query } = call;
      const filter = filterOf(query);
      const after = query.get("after") ?? undefined;
      const { selected, refusal } = await readFilter(() => selectionOf(call, filter));
      const { rows, next } = selected === undefined
        ? { rows: [], next: null }
        : await audit.list(selected, { limit: ROWS, after });
      const body = auditBody({
        shopId: shop.id,
        rows,
        filter,
        refusal,
        isFirst: after === undefined,
        next,
        formats: dashboardFormats(shop),
      });
      return page(call, body, refusedFilter(refusal));
    },
  }, {
    id: "audit.csv",
    method: "GET",
    path: `${LIST}.csv`,
    isExportOfPersons: true,
    needs: "audit:read",
    async handle(call) {
      const { shop: { id, timeZone }, query } = call;
      const filter = filterOf(query);
      const { selected } = await readFilter(() => selectionOf(call, filter));
      // The list shows the refusal.
      if (selected === undefined) {
        return seeOther(withQuery(sectionPath(id, "audit"), { ...filter }));
      }
      const pages = csvRows(
        (request) => audit.list(selected, request),
        (entry) => ({ entry, timeZone }),
      );
      return csvReply("audit", AUDIT_CSV, pages);
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
