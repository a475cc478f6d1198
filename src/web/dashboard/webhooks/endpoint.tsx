import {
  type Attempt,
  type DueDelivery,
  MAX_BATCH,
  type WebhookEndpoint,
} from "../../../domain/shop/webhook.ts";
import { previousSecret } from "../../../domain/shop/webhook_secret.ts";
import { Facts } from "../parts/facts.tsx";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { Forms } from "../forms/form_state.ts";
import { OVERLAPS } from "../forms/time_choice.ts";
import { endpointStates, eventNames } from "../../../things/endpoint.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { StateBadges } from "../parts/state.tsx";
import { Banner, Columns, PageHead, Panel } from "../parts/panel.tsx";
import { ListTable } from "../parts/table.tsx";
import { deliveryColumns } from "./deliveries.tsx";
import { deliveriesPath } from "./list.tsx";
import { lanesField, messagesField } from "./new_endpoint.tsx";

/** One endpoint. */
export interface WebhookModel {
  readonly shopId: string;
  readonly endpoint: WebhookEndpoint;
  /** The last ones. */
  readonly deliveries: readonly DueDelivery[];
  /** The change just made: `saved`, or `added` by an earlier sending of the same form. */
  readonly done: "saved" | "added" | undefined;
  /** The test event that was just sent. */
  readonly tested: { readonly attempt: Attempt; readonly tookMs: number } | undefined;
  readonly mayWrite: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** The page of one endpoint, without its secret. */
export function endpointBody(model: WebhookModel): DashboardBody {
  const { shopId, endpoint, deliveries, mayWrite, formats } = model;
  const all = withQuery(deliveriesPath(shopId), { endpoint: endpoint.id });
  return {
    title: "Webhook endpoint",
    section: "webhooks",
    children: (
      <>
        <PageHead
          title={<bdi>{endpoint.url}</bdi>}
          note={<StateBadges states={endpointStates(endpoint)} />}
          back={{ href: sectionPath(shopId, "webhooks"), label: "Webhooks" }}
        />
        <Done model={model} />
        <Panel title="Details">
          <EndpointFacts model={model} />
        </Panel>
        {mayWrite ? <Actions model={model} /> : ""}
        <Panel title="Last deliveries" link={{ href: all, label: "All deliveries" }}>
          <ListTable
            caption="Deliveries"
            rows={deliveries}
            columns={deliveryColumns(shopId, formats, { showsEndpoint: false })}
            empty="No deliveries yet. The next event that it takes is listed here."
          />
        </Panel>
      </>
    ),
  };
}

function Done({ model: { done, tested } }: { readonly model: WebhookModel }) {
  if (done === "saved") return <Banner tone="good">Saved. Servers know it now.</Banner>;
  if (done === "added") {
    return (
      <Banner tone="warn">
        This endpoint was added already. Its secret was shown once: if it is lost, remove the
        endpoint and add it again.
      </Banner>
    );
  }
  if (tested === undefined) return "";
  const { attempt: { status, error }, tookMs } = tested;
  return error === ""
    ? (
      <Banner tone="good">
        It accepted the test event in {Math.round(tookMs)} ms: HTTP {status}
      </Banner>
    )
    : <Banner tone="bad">It did not accept the test event: {error}</Banner>;
}

function EndpointFacts({ model: { endpoint, formats, now } }: { readonly model: WebhookModel }) {
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const previous = previousSecret(endpoint, now);
  const { allowInsecure, batch, createdAt, disabledAt, include, lanes, livemode } = endpoint;
  return (
    <Facts
      facts={[
        { term: "Mode", value: livemode ? "Live" : "Test: events of test sessions" },
        { term: "Events", value: eventNames(endpoint) },
        { term: "Lanes", value: String(lanes) },
        { term: "Messages", value: batch ? `Up to ${MAX_BATCH} events each` : "One event each" },
        { term: "Personal data", value: include.length === 0 ? "None" : include.join(", ") },
        {
          term: "Insecure",
          value: allowInsecure
            ? "May use http or a private address, if its server allows it"
            : undefined,
        },
        {
          term: "Old secret signs until",
          value: previous === null ? undefined : moment(previous.endsAt),
        },
        { term: "Added", value: moment(createdAt) },
        { term: "Disabled", value: disabledAt === null ? undefined : moment(disabledAt) },
        { term: "Id", value: <code>{endpoint.id}</code> },
        { term: "Time zone", value: formats.timeZone },
      ]}
    />
  );
}

function Actions({ model: { shopId, endpoint, forms } }: { readonly model: WebhookModel }) {
  const path = (action: string) => pathWithin(shopId, "webhooks", endpoint.id, action);
  const [verb, title, effect] = endpoint.disabledAt === null
    ? [
      "disable",
      "Disable",
      "Pending deliveries wait. Events from while it is disabled are never sent.",
    ]
    : [
      "enable",
      "Enable",
      "Pending deliveries continue. Events from while it was disabled are not sent.",
    ];
  return (
    <>
      <Panel
        title="Test"
        note="Sends a signed event of type webhook.test now, from this dashboard. Nothing is stored."
      >
        <ActionForm
          action={path("test")}
          submit="Send test event"
          kind="quiet"
          error={forms.of(path("test")).error}
        />
      </Panel>
      <Panel
        title="Lanes and messages"
        note="The events of one session stay in order, and one message has them at a time."
      >
        <ActionForm
          action={path("lanes")}
          submit="Save"
          kind="quiet"
          error={forms.of(path("lanes")).error}
          fields={[
            lanesField(forms.of(path("lanes")), endpoint.lanes),
            messagesField(forms.of(path("lanes")), endpoint.batch),
          ]}
        />
      </Panel>
      <Columns>
        <Panel title={title} note={effect}>
          <ActionForm
            action={path(verb)}
            submit={title}
            kind="quiet"
            error={forms.of(path(verb)).error}
          />
        </Panel>
        <Rotation action={path("rotate")} forms={forms} />
        <Panel title="Remove" note="With its deliveries. To pause it, disable it instead.">
          <ConfirmedAction
            open="Remove"
            title="Remove this endpoint?"
            consequences="It gets no further events, and its pending deliveries are dropped. This cannot be undone."
            action={path("remove")}
            submit="Remove endpoint"
            prefix="remove"
            error={forms.of(path("remove")).error}
          />
        </Panel>
      </Columns>
    </>
  );
}

function Rotation({ action, forms }: { readonly action: string; readonly forms: Forms }) {
  const entered = forms.of(action);
  return (
    <Panel
      title="Rotate the secret"
      note="Messages then have two signatures for a while, so no receiver has to change at once."
    >
      <ConfirmedAction
        open="Rotate"
        title="Rotate the signing secret?"
        consequences="The new secret is shown once. The old one stops signing by itself."
        kind="main"
        action={action}
        submit="Rotate secret"
        prefix="rotate"
        fields={[{
          kind: "select",
          name: "overlap",
          label: "The old secret still signs for",
          hint: "Give the receiver the new one before then",
          ...entered.field("overlap", "24h"),
          options: OVERLAPS,
        }]}
        error={entered.error}
      />
    </Panel>
  );
}
