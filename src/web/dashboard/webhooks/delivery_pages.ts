import { AppError, shown } from "../../../domain/errors.ts";
import type { Endpoint } from "../../../domain/shop/webhook.ts";
import { DELIVERY_FILTER, deliveryList } from "../../../things/delivery.ts";
import {
  type DeliverySelection,
  NO_DELIVERY_SELECTION,
} from "../../../service/webhooks/deliveries.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { withQuery } from "../links.ts";
import { deliveriesBody, deliveryPath, deliveryQuery, replayFailedPath } from "./deliveries.tsx";
import { deliveryBody } from "./delivery.tsx";
import { deliveriesPath } from "./list.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import { readFilter, shownFilter } from "../forms/list_filter.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, refusedFilter, seeOther } from "../replies.ts";

const LIST = "/shops/{shop}/webhooks/deliveries";
const ONE = "/shops/{shop}/webhooks/deliveries/{event}/{endpoint}";

/** Deliveries of a shop's events: the list, one delivery, and replays. */
export function deliveryPages(services: DashboardServices): DashboardPage[] {
  const list = listPage(services);
  const show = deliveryPage(services);
  return [
    {
      id: "deliveries",
      method: "GET",
      path: LIST,
      needs: "shop:read",
      handle: (call) => list(call, new Forms()),
    },
    csvPage(services),
    ...replayForms(services, { list, show }),
    {
      id: "deliveries.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
  ];
}

function listPage({ deliveries }: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query } = call;
    const entered = forms.of(replayFailedPath(shop.id));
    const filled = deliveryQuery({ values: query });
    const values = new URLSearchParams(
      Object.entries(filled).map(([name, value]) => [name, entered.text(name, value)]),
    );
    const { endpoints, all } = await selectionOf(deliveries, call, values);
    const { shown: filter, selected } = await shownFilter(
      { query: values, shop },
      DELIVERY_FILTER,
      all,
    );
    const replayed = /^\d{1,9}$/.exec(query.get("replayed") ?? "")?.[0];
    const body = deliveriesBody({
      ...await listModel(call, selected && ((wanted) => deliveries.list(selected, wanted))),
      filter,
      endpoints,
      replayed: replayed === undefined ? undefined : Number(replayed),
      mayReplay: call.may("deliveries:write"),
      forms,
    });
    return page(call, body, shown ?? refusedFilter(filter.refusal));
  };
}

function csvPage({ deliveries }: DashboardServices): DashboardPage {
  return {
    id: "deliveries.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    async handle(call) {
      const { all } = await selectionOf(deliveries, call, call.query);
      const { shown, selected } = await shownFilter(call, DELIVERY_FILTER, all);
      // The list shows the refusal.
      if (selected === undefined) {
        return seeOther(withQuery(deliveriesPath(call.shop.id), deliveryQuery(shown)));
      }
      const list = deliveryList({ showsEndpoint: true });
      return csvReply(call, "deliveries", list, (wanted) => deliveries.list(selected, wanted));
    },
  };
}

function replayForms(
  { deliveries }: DashboardServices,
  { list, show }: { readonly list: ShowShopPage; readonly show: ShowShopPage },
): DashboardPage[] {
  const ownPath = async ({ shop, param }: ShopCall) =>
    deliveryPath(shop.id, await deliveries.show(shop.id, param("event"), param("endpoint")));
  return [
    ...shopForm({
      id: "deliveries.replay-failed",
      path: `${LIST}/replay`,
      needs: "deliveries:write",
      show: list,
      back: ({ shop }) => deliveriesPath(shop.id),
      async act(call, values) {
        const { shop, by } = call;
        const { all } = await selectionOf(deliveries, call, values);
        const selected = await readFilter({ query: values, shop }, DELIVERY_FILTER, all);
        const replayed = String((await deliveries.replayFailed(selected, by)).length);
        return withQuery(deliveriesPath(shop.id), { ...deliveryQuery({ values }), replayed });
      },
    }),
    ...shopForm({
      id: "deliveries.replay",
      path: `${ONE}/replay`,
      needs: "deliveries:write",
      show,
      back: (call) => call.path.slice(0, call.path.lastIndexOf("/")),
      async act(call) {
        const path = await ownPath(call);
        await deliveries.replay(call.param("event"), call.param("endpoint"), call.by);
        return withQuery(path, { done: "replayed" });
      },
    }),
  ];
}

function deliveryPage({ deliveries }: DashboardServices): ShowShopPage {
  return async (call, forms, shown) => {
    const { shop, query, param } = call;
    const body = deliveryBody({
      ...await deliveries.show(shop.id, param("event"), param("endpoint")),
      shopId: shop.id,
      isReplayed: query.get("done") === "replayed",
      mayReplay: call.may("deliveries:write"),
      forms,
      formats: dashboardFormats(shop),
    });
    return page(call, body, shown);
  };
}

/**
 * The endpoints of the shop, and what selects all deliveries to the chosen one.
 *
 * @throws {AppError} `error.webhook-not-found` for an endpoint of another shop
 */
async function selectionOf(
  deliveries: DashboardServices["deliveries"],
  { shop }: ShopCall,
  values: URLSearchParams,
): Promise<{ readonly endpoints: Endpoint[]; readonly all: DeliverySelection }> {
  const endpoints = await deliveries.endpoints(shop.id);
  const endpoint = (values.get("endpoint") ?? "").trim() || null;
  if (endpoint !== null && !endpoints.some(({ id }) => id === endpoint)) {
    throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(endpoint)}`);
  }
  return { endpoints, all: { ...NO_DELIVERY_SELECTION, merchantId: shop.id, endpoint } };
}
