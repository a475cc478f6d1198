import { shopFunnel } from "../../../domain/session/funnel.ts";
import type { Attention } from "../../../domain/shop/attention.ts";
import { lastDays } from "../../../domain/values/calendar.ts";
import { dashboardFormats } from "../parts/format.ts";
import { overviewBody } from "./overview.tsx";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";

/** Days of the overview, as those of `session stats`. */
const DEFAULT_DAYS = 14;
const MAX_DAYS = 366;

/** The figures of a shop, and what needs attention. */
export function overviewPage({ sessionAdmin, attention }: DashboardServices): DashboardPage {
  return {
    id: "overview",
    method: "GET",
    path: "/shops/{shop}/",
    needs: "shop:read",
    async handle(call) {
      const { shop, now, query } = call;
      const calendar = lastDays(daysOf(query.get("days")), shop.timeZone, now);
      const statistics = await sessionAdmin.stats({
        merchantId: shop.id,
        bounds: calendar.bounds,
      });
      return page(
        call,
        overviewBody({
          figures: shopFunnel(shop, calendar, statistics),
          currencyCode: shop.currencyCode,
          attention: shownTo(call, await attention.of(shop.id)),
          formats: dashboardFormats(shop),
          now,
        }),
      );
    },
  };
}

/** A whole number of days; the default for other text. */
function daysOf(text: string | null): number {
  const days = /^[0-9]{1,3}$/.test(text ?? "") ? Number(text) : 0;
  return days >= 1 && days <= MAX_DAYS ? days : DEFAULT_DAYS;
}

/** Problems whose section the person may see. */
function shownTo({ frame: { sections } }: ShopCall, all: Attention): Partial<Attention> {
  const { unexpectedPayments, awaited, endpoints, lowStock, keys, refused } = all;
  return {
    refused,
    ...(sections.includes("unexpected") && { unexpectedPayments }),
    ...(sections.includes("sessions") && { awaited }),
    ...(sections.includes("webhooks") && { endpoints }),
    ...(sections.includes("products") && { lowStock }),
    ...(sections.includes("keys") && { keys }),
  };
}
