import { AppError, got, invalid } from "../../../domain/errors.ts";
import { NO_SESSION_FILTER } from "../../../domain/filters.ts";
import { isE164 } from "../../../domain/shop/customer.ts";
import { phoneReader } from "../../../schema/phone.ts";
import { customerList } from "../../../things/customer.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { pathWithin, withQuery } from "../links.ts";
import { coinsPath, CORRECTION, customerBody } from "./customer.tsx";
import { customersBody } from "./list.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";

/** Rows of the lists of one customer. */
const ROWS = { sessions: 20, movements: 100 } as const;

const LIST = "/shops/{shop}/customers";
const ONE = "/shops/{shop}/customers/{customer}";

/** A shop's customers: the list, and one with sessions and coins. */
export function customerPages(services: DashboardServices): DashboardPage[] {
  const show = customerPage(services);
  return [
    listPage(services),
    csvPage(services),
    {
      id: "customers.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...coinsForm(services, show),
  ];
}

function listPage({ customers }: DashboardServices): DashboardPage {
  return {
    id: "customers",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const { shop, query } = call;
      const prefix = await phonePrefix(call);
      const body = customersBody({
        ...await listModel(call, (wanted) => customers.list(shop.id, { prefix }, wanted)),
        prefix: query.get("q")?.trim() ?? "",
        hasCoins: shop.rules.coin !== null,
      });
      return page(call, body);
    },
  };
}

function csvPage({ customers }: DashboardServices): DashboardPage {
  return {
    id: "customers.csv",
    method: "GET",
    path: `${LIST}.csv`,
    isExportOfPersons: true,
    needs: "shop:read",
    async handle(call) {
      const prefix = await phonePrefix(call);
      return csvReply(
        call,
        "customers",
        customerList(),
        (wanted) => customers.list(call.shop.id, { prefix }, wanted),
      );
    },
  };
}

/** The beginning of the numbers to list; a whole national number becomes international. */
async function phonePrefix({ shop, query }: ShopCall): Promise<string> {
  const text = (query.get("q") ?? "").replaceAll(/[\s().-]/g, "");
  if (text === "" || text.startsWith("+")) return text;
  const readPhone = await phoneReader();
  try {
    return readPhone(text, shop.countryCode, "q");
  } catch (error) {
    if (error instanceof AppError) return `+${text}`;
    throw error;
  }
}

function customerPage({ customers, sessionAdmin }: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query } = call;
    const { customer, balances, debt, movements } = await customers.byId(
      shop.id,
      call.param("customer"),
    );
    const { rows, next } = isE164(customer.phone)
      ? await sessionAdmin.list(
        { ...NO_SESSION_FILTER, merchantId: shop.id, phone: customer.phone },
        { limit: ROWS.sessions },
      )
      : { rows: [], next: null };
    const shownMovements = movements.slice(-ROWS.movements).reverse();
    const body = customerBody({
      customer,
      balances,
      debt,
      shopId: shop.id,
      coinName: shop.rules.coin?.name ?? null,
      movements: shownMovements,
      known: await sessionAdmin.known(
        shop.id,
        shownMovements.flatMap(({ sessionId }) => sessionId ?? []),
      ),
      movementCount: movements.length,
      sessions: rows.map((stored) => stored.load()),
      hasMoreSessions: next !== null,
      isSaved: query.has("saved"),
      mayWrite: call.may("customers:write"),
      entered: forms.of(coinsPath(shop.id, customer.id)),
      formats: dashboardFormats(shop),
    });
    return page(call, body, shown);
  };
}

function coinsForm({ customers }: DashboardServices, show: ShowShopPage): DashboardPage[] {
  const back = (call: ShopCall) => pathWithin(call.shop.id, "customers", call.param("customer"));
  return shopForm({
    id: "customers.coins",
    isOnce: true,
    path: `${ONE}/coins`,
    needs: "customers:write",
    show,
    back,
    async act(call, values) {
      const { shop, by } = call;
      const { customer } = await customers.byId(shop.id, call.param("customer"));
      const reason = (values.get("reason") ?? "").trim();
      const coins = coinsOf(values);
      if (reason === "" || reason.length > CORRECTION.reason) {
        throw invalid(`Reason must have 1 to ${CORRECTION.reason} characters`, "reason");
      }
      try {
        await customers.correct(shop.id, customer.phone, { coins, reason, by });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "error.coins-not-available") throw error;
        throw new AppError(error.code, error.message, { field: "coins", cause: error });
      }
      return withQuery(back(call), { saved: "1" });
    },
  });
}

/** Coins of a correction, negative to take. */
function coinsOf(values: URLSearchParams): number {
  const text = (values.get("coins") ?? "").trim();
  const coins = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : NaN;
  if (!(coins <= CORRECTION.coins)) {
    const range = `a whole number from 1 to ${CORRECTION.coins}`;
    throw invalid(`Coins must be ${range}, ${got(text)}`, "coins");
  }
  switch (values.get("direction")) {
    case "give":
      return coins;
    case "take":
      return -coins;
    default:
      throw invalid("Choose to give or to take coins", "direction");
  }
}
