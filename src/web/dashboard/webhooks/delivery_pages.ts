import { AppError, shown } from "../../../domain/errors.ts";
import { EVENT_TYPES } from "../../../domain/events.ts";
import { DELIVERY_STATES } from "../../../domain/shop/webhook.ts";
import { deliveryList } from "../../../things/delivery.ts";
import type { DeliverySelection } from "../../../service/webhooks/deliveries.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { withQuery } from "../links.ts";
import {
  deliveriesBody,
  type DeliveryFilterModel,
  deliveryPath,
  replayFailedPath,
} from "./deliveries.tsx";
import { deliveryBody } from "./delivery.tsx";
import { deliveriesPath } from "./list.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import { dayOf, readFilter } from "../forms/read_filter.ts";
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
    const filter = filterOf((name) => entered.text(name, query.get(name) ?? ""));
    const endpoints = await deliveries.endpoints(shop.id);
    const { selected, refusal } = await readFilter(() => selectionOf(call, filter, endpoints));
    const replayed = /^\d{1,9}$/.exec(query.get("replayed") ?? "")?.[0];
    const body = deliveriesBody({
      ...await listModel(call, selected && ((wanted) => deliveries.list(selected, wanted))),
      filter,
      refusal,
      endpoints,
      replayed: replayed === undefined ? undefined : Number(replayed),
      mayReplay: call.may("deliveries:write"),
      forms,
    });
    return page(call, body, shown ?? refusedFilter(refusal));
  };
}

function csvPage({ deliveries }: DashboardServices): DashboardPage {
  return {
    id: "deliveries.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    async handle(call) {
      const { shop: { id }, query } = call;
      const filter = filterOf((name) => query.get(name));
      const endpoints = await deliveries.endpoints(id);
      const { selected } = await readFilter(() => selectionOf(call, filter, endpoints));
      // The list shows the refusal.
      if (selected === undefined) return seeOther(withQuery(deliveriesPath(id), { ...filter }));
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
        const filter = filterOf((name) => values.get(name));
        const endpoints = await deliveries.endpoints(shop.id);
        const again = await deliveries.replayFailed(selectionOf(call, filter, endpoints), by);
        return withQuery(deliveriesPath(shop.id), { ...filter, replayed: String(again.length) });
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

function filterOf(value: (name: string) => string | null): DeliveryFilterModel {
  const text = (name: string) => (value(name) ?? "").trim();
  return {
    endpoint: text("endpoint"),
    state: text("state"),
    event: text("event"),
    since: text("since"),
  };
}

/**
 * Selection of a filter in the shop.
 *
 * @throws {AppError} `error.webhook-not-found` for an endpoint of another shop;
 *   `error.invalid-request` with a field
 */
function selectionOf(
  { shop }: ShopCall,
  { endpoint, state, event, since }: DeliveryFilterModel,
  endpoints: readonly { readonly id: string }[],
): DeliverySelection {
  if (endpoint !== "" && !endpoints.some(({ id }) => id === endpoint)) {
    throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(endpoint)}`);
  }
  return {
    merchantId: shop.id,
    endpoint: endpoint === "" ? null : endpoint,
    state: DELIVERY_STATES.find((one) => one === state) ?? null,
    type: EVENT_TYPES.find((one) => one === event) ?? null,
    since: dayOf(since, shop.timeZone, ["since", "From"])?.start ?? null,
  };
}
