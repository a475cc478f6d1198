import type { WebhookEndpoint } from "../../../domain/shop/webhook.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, CsvLink, LinkButton, PageHead } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";
import { EndpointBadges, eventNames } from "./text.tsx";

/** A shop's webhook endpoints. */
export interface WebhookListModel {
  readonly shopId: string;
  readonly rows: readonly WebhookEndpoint[];
  /** True after one was removed. */
  readonly isRemoved: boolean;
  readonly mayWrite: boolean;
  readonly formats: DashboardFormats;
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
  const { shopId, rows, isRemoved, mayWrite, formats } = model;
  return {
    title: "Webhooks",
    section: "webhooks",
    children: (
      <>
        <PageHead
          title="Webhooks"
          note={`They send events to the shop's backend. Times in ${formats.timeZone}`}
        >
          <CsvLink href={`${sectionPath(shopId, "webhooks")}.csv`} isShown={rows.length > 0} />
          <LinkButton href={deliveriesPath(shopId)}>Deliveries</LinkButton>
          {mayWrite
            ? <LinkButton href={newWebhookPath(shopId)} isMain>New endpoint</LinkButton>
            : ""}
        </PageHead>
        {isRemoved ? <Banner tone="good">The endpoint is removed.</Banner> : ""}
        <ListTable
          caption="Webhook endpoints"
          rows={rows}
          columns={columnsOf(model)}
          empty={mayWrite
            ? "No endpoints yet. Add the URL of the shop's backend that receives events."
            : "No endpoints yet. An owner of the shop can add one."}
        />
      </>
    ),
  };
}

function columnsOf({ shopId, formats }: WebhookListModel): ListColumn<WebhookEndpoint>[] {
  return [
    {
      title: "URL",
      kind: "main",
      cell: ({ id, url }) => (
        <a href={pathWithin(shopId, "webhooks", id)}>
          <bdi>{url}</bdi>
        </a>
      ),
    },
    { title: "State", cell: (endpoint) => <EndpointBadges endpoint={endpoint} /> },
    { title: "Events", kind: "text", cell: eventNames },
    { title: "Added", cell: ({ createdAt }) => <MomentText at={createdAt} formats={formats} /> },
  ];
}
