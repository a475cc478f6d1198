import { parseTime } from "../../../domain/values/calendar.ts";
import { eachPage, mapPage, type PageRequest } from "../../../domain/values/page.ts";
import { AUDIT_CSV } from "../../../schema/csv/audit.ts";
import { auditBody, type AuditFilter } from "../../../web/dashboard/pages/audit.tsx";
import { dashboardFormats } from "../../../web/dashboard/format.ts";
import { csvReply } from "../csv.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";

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
      const since = sinceOf(filter, call);
      const after = query.get("after") ?? undefined;
      const refusal = since === null ? "From must be a day, as 2026-01-31" : undefined;
      const { rows, next } = since === null
        ? { rows: [], next: null }
        : await audit.list(selected(call, filter, since), { limit: ROWS, after });
      const body = auditBody({
        shopId: shop.id,
        rows,
        filter,
        refusal,
        isFirst: after === undefined,
        next,
        formats: dashboardFormats(shop),
      });
      return page(call, body, refusal === undefined ? {} : { status: 422 });
    },
  }, {
    id: "audit.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "audit:read",
    handle(call) {
      const { shop: { timeZone }, query } = call;
      const filter = filterOf(query);
      const wanted = selected(call, filter, sinceOf(filter, call) ?? undefined);
      const pages = eachPage(async (request: PageRequest<string>) =>
        mapPage(await audit.list(wanted, request), (entry) => ({ entry, timeZone }))
      );
      return csvReply("audit", AUDIT_CSV, pages);
    },
  }];
}

function filterOf(query: URLSearchParams): AuditFilter {
  const text = (name: string) => (query.get(name) ?? "").trim();
  return { subject: text("subject"), action: text("action"), since: text("since") };
}

/** Start of the day of a filter; undefined for none, null for other text. */
function sinceOf({ since }: AuditFilter, { shop }: ShopCall): number | undefined | null {
  if (since === "") return undefined;
  const time = parseTime(since, shop.timeZone);
  if (time === undefined) return null;
  return typeof time === "number" ? time : time.start;
}

function selected(
  { shop }: ShopCall,
  { subject, action }: AuditFilter,
  since: number | undefined,
): Parameters<DashboardServices["audit"]["list"]>[0] {
  return {
    merchantId: shop.id,
    since,
    subject: subject === "" ? undefined : subject,
    action: action === "" ? undefined : action,
  };
}
