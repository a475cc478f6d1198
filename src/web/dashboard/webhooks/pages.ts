import { AppError, shown } from "../../../domain/errors.ts";
import { parseUuid } from "../../../domain/ids.ts";
import type { WebhookEndpoint } from "../../../domain/shop/webhook.ts";
import { ENDPOINT_LIST } from "../../../things/endpoint.ts";
import type { NewEndpoint } from "../../../service/webhooks/endpoint.ts";
import { dashboardFormats } from "../parts/format.ts";
import { Forms } from "../forms/form_state.ts";
import { OVERLAPS, timeChoiceOf } from "../forms/time_choice.ts";
import type { FileReply } from "../../reply.ts";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { newWebhookBody, signingSecretBody } from "./new_endpoint.tsx";
import { endpointBody, type WebhookModel } from "./endpoint.tsx";
import { newWebhookPath, webhooksBody } from "./list.tsx";
import { csvReply, listModel } from "../lists/list_model.ts";
import { type ShopForm, shopForm } from "../forms/shop_form.ts";
import { readBatch, readEndpoint, readLanes } from "./read.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page, type ShownPage } from "../replies.ts";
import { NO_DELIVERY_SELECTION } from "../../../service/webhooks/deliveries.ts";

/** Deliveries on the page of an endpoint. */
const ROWS = 10;

const LIST = "/shops/{shop}/webhooks";
const ONE = "/shops/{shop}/webhooks/{endpoint}";

/** A shop's webhook endpoints: the list, one endpoint, and its forms. */
export function webhookPages(services: DashboardServices): DashboardPage[] {
  const { webhooks } = services;
  const show = (call: ShopCall, forms: Forms, shown?: ShownPage) =>
    endpointPage(services, call, { forms, shown });
  const back = (call: ShopCall) => endpointPath(call, call.param("endpoint"));
  const form = { needs: "webhooks:write", show, back } as const;
  const switches = (["enable", "disable"] as const).flatMap((verb) =>
    shopForm({
      ...form,
      id: `webhooks.${verb}`,
      path: `${ONE}/${verb}`,
      async act(call) {
        const { id } = await findWebhook(services, call);
        await webhooks.setEnabled(id, verb === "enable", call.by);
        return endpointPath(call, id, "saved");
      },
    })
  );
  return [
    ...listPages(services),
    ...addForm(services),
    {
      id: "webhooks.show",
      method: "GET",
      path: ONE,
      needs: "shop:read",
      handle: (call) => show(call, new Forms()),
    },
    ...switches,
    ...shopForm({
      ...form,
      id: "webhooks.lanes",
      path: `${ONE}/lanes`,
      async act(call, values) {
        const { id } = await findWebhook(services, call);
        await webhooks.update(id, { lanes: readLanes(values), batch: readBatch(values) }, call.by);
        return endpointPath(call, id, "saved");
      },
    }),
    ...shopForm({
      ...form,
      id: "webhooks.test",
      isLong: true,
      path: `${ONE}/test`,
      async act(call) {
        const { id } = await findWebhook(services, call);
        // Its result is not stored, so the answer shows it.
        const tested = await webhooks.test(id);
        return await endpointPage(services, call, { forms: new Forms(), tested });
      },
    }),
    ...rotateForm(services, form),
    ...shopForm({
      ...form,
      id: "webhooks.remove",
      path: `${ONE}/remove`,
      async act(call) {
        const { id } = await findWebhook(services, call);
        await webhooks.remove(id, call.by);
        return withQuery(sectionPath(call.shop.id, "webhooks"), { removed: "1" });
      },
    }),
  ];
}

/** The parts that the forms of an endpoint's page share. */
type EndpointForm = Pick<ShopForm, "needs" | "show" | "back">;

function rotateForm(services: DashboardServices, form: EndpointForm): DashboardPage[] {
  return shopForm({
    ...form,
    id: "webhooks.rotate",
    isOnce: true,
    path: `${ONE}/rotate`,
    async act(call, values) {
      const { id } = await findWebhook(services, call);
      const overlap = values.get("overlap") ?? "";
      const { ms: overlapMs } = timeChoiceOf(OVERLAPS, overlap, "overlap");
      return secretPage(
        call,
        await services.webhooks.rotate(id, { overlapMs }, call.by),
        "rotated",
      );
    },
  });
}

function listPages({ webhooks }: DashboardServices): DashboardPage[] {
  const listed = async ({ shop }: ShopCall) => ({ rows: await webhooks.list(shop.id), next: null });
  return [{
    id: "webhooks",
    method: "GET",
    path: LIST,
    needs: "shop:read",
    async handle(call) {
      const body = webhooksBody({
        ...await listModel(call, () => listed(call)),
        isRemoved: call.query.has("removed"),
        mayWrite: call.may("webhooks:write"),
      });
      return page(call, body);
    },
  }, {
    id: "webhooks.csv",
    method: "GET",
    path: `${LIST}.csv`,
    needs: "shop:read",
    handle: (call) => csvReply(call, "webhooks", ENDPOINT_LIST, () => listed(call)),
  }];
}

function addForm({ webhooks }: DashboardServices): DashboardPage[] {
  return shopForm({
    id: "webhooks.add",
    isOnce: true,
    path: `${LIST}/new`,
    needs: "webhooks:write",
    show(call, forms, shown) {
      const entered = forms.of(newWebhookPath(call.shop.id));
      const id = parseUuid(entered.text("id")) ?? webhooks.nextId();
      return page(call, newWebhookBody({ shopId: call.shop.id, id, entered }), shown);
    },
    async act(call, values) {
      const { shop, by } = call;
      const request = readEndpoint(values);
      try {
        const added = await webhooks.add({ ...request, merchantId: shop.id }, by);
        return secretPage(call, added, "added");
      } catch (error) {
        // If the form was sent again, its endpoint exists.
        const isKnown = (await webhooks.list(shop.id)).some(({ id }) => id === request.id);
        if (isKnown) return endpointPath(call, request.id, "added");
        throw error;
      }
    },
  });
}

/** The one answer that has the secret. */
function secretPage(call: ShopCall, made: NewEndpoint, done: "added" | "rotated"): FileReply {
  const body = signingSecretBody({
    shopId: call.shop.id,
    ...made,
    done,
    formats: dashboardFormats(call.shop),
  });
  return page(call, body, { headers: { "Cache-Control": "no-store" } });
}

async function endpointPage(
  services: DashboardServices,
  call: ShopCall,
  { forms, shown, tested }: Pick<WebhookModel, "forms"> & {
    readonly shown?: ShownPage | undefined;
    readonly tested?: WebhookModel["tested"];
  },
) {
  const { shop, query } = call;
  const endpoint = await findWebhook(services, call);
  const { rows } = await services.deliveries.list(
    { ...NO_DELIVERY_SELECTION, endpoint: endpoint.id },
    { limit: ROWS },
  );
  const done = query.get("done");
  const body = endpointBody({
    shopId: shop.id,
    endpoint,
    deliveries: rows,
    done: done === "saved" || done === "added" ? done : undefined,
    tested,
    mayWrite: call.may("webhooks:write"),
    forms,
    formats: dashboardFormats(shop),
    now: call.now,
  });
  return page(call, body, shown);
}

/** The shop's endpoint of the path. */
async function findWebhook(
  { webhooks }: DashboardServices,
  { shop, param }: ShopCall,
): Promise<WebhookEndpoint> {
  const found = (await webhooks.list(shop.id)).find(({ id }) => id === param("endpoint"));
  if (found !== undefined) return found;
  throw new AppError("error.webhook-not-found", `No such endpoint: ${shown(param("endpoint"))}`);
}

function endpointPath({ shop }: ShopCall, id: string, done?: WebhookModel["done"]): string {
  return withQuery(pathWithin(shop.id, "webhooks", id), { done });
}
