import type { DashboardServices, PersonCall } from "../page.ts";
import { type DashboardFormats, dashboardFormats } from "../parts/format.ts";

/** Formats of a person without a shop. */
const NO_SHOP = { countryCode: "US", currencyCode: "USD", timeZone: "UTC" };

/** Formats of a page about a person: those of their first shop; of UTC without one. */
export async function ownFormats(
  { merchants }: Pick<DashboardServices, "merchants">,
  { shops: [shop] }: Pick<PersonCall, "shops">,
): Promise<DashboardFormats> {
  return dashboardFormats(shop === undefined ? NO_SHOP : await merchants.find(shop.id));
}
