import { AppError, invalid } from "../../../domain/errors.ts";
import { NO_SESSION_FILTER, type SessionFilter } from "../../../domain/filters.ts";
import type { StoredSession } from "../../../domain/session/stored.ts";
import {
  mapPage,
  type Page,
  type PageReader,
  type PageRequest,
} from "../../../domain/values/page.ts";
import type { List } from "../../../things/list.ts";
import { ORDER_LIST } from "../../../things/order.ts";
import { type ListedSession, listedSession, SESSION_LIST } from "../../../things/session.ts";
import { shownFilter } from "../forms/list_filter.ts";
import type { DashboardBody } from "../frame.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import type { DashboardPage, DashboardServices, ShopCall, ShopPage } from "../page.ts";
import { page, refusedFilter, seeOther } from "../replies.ts";
import { type FilteredSection, FILTERS, listPath } from "./filter.ts";
import { ordersBody, type SessionListModel, sessionPath, sessionsBody } from "./list.tsx";

/** A list of sessions: how it is read and shown. */
interface SessionList {
  readonly section: FilteredSection;
  readonly read: (
    filter: SessionFilter,
    page: PageRequest<string>,
  ) => Promise<Page<StoredSession, string>>;
  readonly body: (model: SessionListModel) => DashboardBody;
  readonly list: List<ListedSession>;
}

/** The list of a shop's sessions or orders, also as CSV. */
export function sessionListPages(
  services: DashboardServices,
  section: FilteredSection,
): DashboardPage[] {
  const { sessionAdmin } = services;
  const list: SessionList = section === "orders"
    ? {
      section,
      read: (filter, page) => sessionAdmin.orders(filter, page),
      body: ordersBody,
      list: ORDER_LIST,
    }
    : {
      section,
      read: (filter, page) => sessionAdmin.list(filter, page),
      body: sessionsBody,
      list: SESSION_LIST,
    };
  return [listPage(list, services), csvPage(list)];
}

function listPage(
  { section, read, body }: SessionList,
  services: DashboardServices,
): ShopPage {
  return {
    id: section,
    method: "GET",
    path: `/shops/{shop}/${section}`,
    needs: "shop:read",
    async handle(call) {
      const { shop, query } = call;
      const searched = (query.get("q") ?? "").trim();
      const found = searched === "" ? null : await search(searched, shop.id, services);
      if (typeof found === "string") return seeOther(sessionPath(shop.id, found));
      const { shown, selected } = await filterOf(section, call);
      const refusal = found === null ? shown.refusal : { field: "q", message: found.message };
      const listed = refusal === undefined && selected !== undefined
        ? listedOf(read, selected, shop)
        : undefined;
      const filter = { ...shown, ...(refusal !== undefined && { refusal }) };
      const model = { ...await listModel(call, listed), filter };
      return page(call, body(model), refusedFilter(refusal));
    },
  };
}

/** Reads sessions with their shop. */
function listedOf(
  read: SessionList["read"],
  filter: SessionFilter,
  shop: ShopCall["shop"],
): PageReader<ListedSession, string> {
  return async (wanted) =>
    mapPage(await read(filter, wanted), (stored) => listedSession(stored, shop));
}

function filterOf(section: FilteredSection, call: ShopCall) {
  return shownFilter(call, FILTERS[section], { ...NO_SESSION_FILTER, merchantId: call.shop.id });
}

/** The id of the session that a text names by a part of its id or order number; else the reason. */
async function search(
  text: string,
  shopId: ShopCall["shop"]["id"],
  { ids, sessionAdmin }: DashboardServices,
): Promise<string | AppError> {
  try {
    const named = await ids.completeSession(shopId, text);
    return (await sessionAdmin.show(named, shopId)).session.id;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function csvPage({ section, read, list }: SessionList): ShopPage {
  return {
    id: `${section}.csv`,
    method: "GET",
    path: `/shops/{shop}/${section}.csv`,
    isExportOfPersons: true,
    needs: "shop:read",
    async handle(call) {
      const { shown, selected: filter } = await filterOf(section, call);
      // The list shows the refusal.
      if (filter === undefined) return seeOther(listPath(call.shop.id, section, shown));
      if (!filter.livemode) throw invalid("CSV is for live data: leave out the tests");
      return csvReply(call, section, list, listedOf(read, filter, call.shop));
    },
  };
}
