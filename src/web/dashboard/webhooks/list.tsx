import type { WebhookEndpoint } from "../../../domain/shop/webhook.ts";
import { ENDPOINT_LIST } from "../../../things/endpoint.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { Banner, LinkButton } from "../parts/panel.tsx";

/** A shop's webhook endpoints. */
export interface WebhookListModel extends ListModel<WebhookEndpoint> {
  /** True after one was removed. */
  readonly isRemoved: boolean;
  readonly mayWrite: boolean;
}

/** Path of the form of a new endpoint. */
export function newWebhookPath(shopId: string): string {
  return pathWithin(shopId, "webhooks", "new");
}

/** Path of the list of deliveries. */
export function deliveriesPath(shopId: string): string {
  return pathWithin(shopId, "webhooks", "deliveries");
}

/** The list of a shop's webhook endpoints. */
export function webhooksBody(model: WebhookListModel): DashboardBody {
  const { shopId, isRemoved, mayWrite, formats } = model;
  const pathOf = ({ id }: { readonly id: string }) => pathWithin(shopId, "webhooks", id);
  return listBody(model, {
    section: "webhooks",
    note: `They send events to the shop's backend. Times in ${formats.timeZone}`,
    caption: "Webhook endpoints",
    columns: listColumns(ENDPOINT_LIST.page, { pathOf, formats }),
    empty: mayWrite
      ? "No endpoints yet. Add the URL of the shop's backend that receives events."
      : "No endpoints yet. An owner of the shop can add one.",
    actions: (
      <>
        <LinkButton href={deliveriesPath(shopId)}>Deliveries</LinkButton>
        {mayWrite && <LinkButton href={newWebhookPath(shopId)} isMain>New endpoint</LinkButton>}
      </>
    ),
    banner: isRemoved && <Banner tone="good">The endpoint is removed.</Banner>,
  });
}
