import { shopFunnel } from "../../../domain/session/funnel.ts";
import type { Attention, UnpaidHold } from "../../../domain/shop/attention.ts";
import type { FirstSteps } from "../../../domain/shop/first_steps.ts";
import { lastDays } from "../../../domain/values/calendar.ts";
import { MAX_HOLDS } from "../../../service/shop/attention.ts";
import { Forms } from "../forms/form_state.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import { sectionPath, withQuery } from "../links.ts";
import { dashboardFormats } from "../parts/format.ts";
import { overviewBody } from "./overview.tsx";
import { WEEK_DAYS } from "./today.tsx";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";

/** Days of the overview, as those of `session stats`. */
const DEFAULT_DAYS = 14;
const MAX_DAYS = 366;

const pathOf = ({ shop }: ShopCall) => sectionPath(shop.id, "overview");

/** The figures of a shop, what needs attention, and unpaid holds to release. */
export function overviewPages(services: DashboardServices): DashboardPage[] {
  const show = overviewPage(services);
  const { sessionAdmin } = services;
  return [
    {
      id: "overview",
      method: "GET",
      path: "/shops/{shop}/",
      needs: "shop:read",
      // Figures and names of the shop's own: 90 days are 100 KB.
      isCompressed: true,
      handle: (call) => show(call, new Forms()),
    },
    ...shopForm({
      id: "overview.release",
      path: "/shops/{shop}/holds/{session}/release",
      needs: "payments:write",
      show,
      back: pathOf,
      async act(call) {
        const { session } = await sessionAdmin.show(call.param("session"), call.shop.id);
        await sessionAdmin.release(session.id, call.by);
        return withQuery(pathOf(call), { done: "release" });
      },
    }),
  ];
}

function overviewPage(services: DashboardServices): ShowShopPage {
  const { sessionAdmin, attention, doctor } = services;
  return async (call, forms, shown) => {
    const { shop, now, query } = call;
    const figuresOf = async (days: number) => {
      const calendar = lastDays(days, shop.timeZone, now);
      const { bounds } = calendar;
      return shopFunnel(shop, calendar, await sessionAdmin.stats({ merchantId: shop.id, bounds }));
    };
    const all = await attention.of(shop);
    const days = daysOf(query.get("days"));
    const figures = await figuresOf(days);
    const body = overviewBody({
      figures,
      week: days < WEEK_DAYS ? await figuresOf(WEEK_DAYS) : figures,
      steps: call.may("settings:write") ? await firstSteps(services, call) : {},
      currencyCode: shop.currencyCode,
      attention: shownTo(call, all),
      // Those of the installation are for people who own all of it.
      alarms: call.person.everywhere === "owner" ? doctor.alarms() : [],
      holds: holdsOf(call, all.holds, forms),
      isReleased: query.get("done") === "release",
      formats: dashboardFormats(shop),
      now,
    });
    return page(call, body, shown);
  };
}

/** The steps of a shop, and those of the installation for people who own all of it. */
async function firstSteps(
  { attention, doctor, pages }: DashboardServices,
  { shop, person }: ShopCall,
): Promise<FirstSteps> {
  const own = await attention.firstSteps(shop);
  if (person.everywhere !== "owner") return own;
  const backup = doctor.hasBackup();
  return {
    ...own,
    ...(shop.checkout.cartLinks && { https: pages.url?.startsWith("https://") === true }),
    ...(backup !== null && { backup }),
  };
}

function holdsOf({ may }: ShopCall, holds: readonly UnpaidHold[], forms: Forms) {
  return {
    rows: holds.slice(0, MAX_HOLDS),
    hasMore: holds.length > MAX_HOLDS,
    mayRelease: may("payments:write"),
    forms,
  };
}

/** A whole number of days; the default for other text. */
function daysOf(text: string | null): number {
  const days = /^[0-9]{1,3}$/.test(text ?? "") ? Number(text) : 0;
  return days >= 1 && days <= MAX_DAYS ? days : DEFAULT_DAYS;
}

/** Problems whose section the person may see. */
function shownTo({ frame: { sections } }: ShopCall, all: Attention): Partial<Attention> {
  const { unexpectedPayments, awaited, refunds, disputes, endpoints, lowStock, keys } = all;
  const { obstacles, unusual, refused } = all;
  return {
    obstacles,
    unusual,
    refused,
    ...(sections.includes("unexpected") && { unexpectedPayments }),
    ...(sections.includes("sessions") && { awaited, disputes }),
    ...(sections.includes("refunds") && { refunds }),
    ...(sections.includes("webhooks") && { endpoints }),
    ...(sections.includes("products") && { lowStock }),
    ...(sections.includes("keys") && { keys }),
  };
}
