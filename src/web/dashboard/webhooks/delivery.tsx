import type { DueDelivery } from "../../../domain/shop/webhook.ts";
import { answerOf } from "../../../things/delivery.ts";
import { Facts } from "../parts/facts.tsx";
import { ActionForm, ConfirmedAction } from "../forms/form.tsx";
import type { Forms } from "../forms/form_state.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Banner, PageHead, Panel } from "../parts/panel.tsx";
import { deliveryPath } from "./deliveries.tsx";
import { DeliveryBadge, endpointKindText } from "./text.tsx";
import { deliveriesPath } from "./list.tsx";

/** One delivery. */
export interface DeliveryModel extends DueDelivery {
  readonly shopId: string;
  /** True after a replay. */
  readonly isReplayed: boolean;
  readonly mayReplay: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** The page of one delivery, without the data of its event, which may be a one-time code. */
export function deliveryBody(model: DeliveryModel): DashboardBody {
  const { shopId, delivery, event, isReplayed, mayReplay } = model;
  return {
    title: `Delivery of ${event.type}`,
    section: "webhooks",
    children: (
      <>
        <PageHead
          title={event.type}
          note={<DeliveryBadge state={delivery.state} />}
          back={{ href: deliveriesPath(shopId), label: "Deliveries" }}
        />
        {isReplayed
          ? <Banner tone="good">Sent again within a second, if a server runs.</Banner>
          : ""}
        <Panel title="Details">
          <DeliveryFacts model={model} />
        </Panel>
        {mayReplay ? <Replay model={model} /> : ""}
      </>
    ),
  };
}

function DeliveryFacts({ model }: { readonly model: DeliveryModel }) {
  const { shopId, delivery, event, endpoint, formats } = model;
  const moment = (at: number) => <MomentText at={at} formats={formats} />;
  const answer = answerOf(model) ?? "";
  const url = <bdi>{endpoint.url}</bdi>;
  return (
    <Facts
      facts={[
        {
          term: endpointKindText(endpoint),
          value: endpoint.kind === "webhook"
            ? <a href={pathWithin(shopId, "webhooks", endpoint.id)}>{url}</a>
            : url,
        },
        { term: "Last answer", value: answer === "" ? "None yet" : <bdi>{answer}</bdi> },
        { term: "Attempts", value: formats.whole(delivery.attempts) },
        {
          term: "Next attempt",
          value: delivery.state === "PENDING" ? moment(delivery.nextAt) : undefined,
        },
        { term: "Event occurred", value: moment(event.at) },
        { term: "Last change", value: moment(delivery.updatedAt) },
        {
          term: "Session",
          value: event.sessionId === null
            ? undefined
            : <a href={pathWithin(shopId, "sessions", event.sessionId)}>{event.sessionId}</a>,
        },
        { term: "Event id", value: <code>{event.id}</code> },
        { term: "Time zone", value: formats.timeZone },
      ]}
    />
  );
}

function Replay({ model }: { readonly model: DeliveryModel }) {
  const { shopId, endpoint, forms } = model;
  const action = `${deliveryPath(shopId, model)}/replay`;
  const { error } = forms.of(action);
  if (endpoint.disabledAt !== null && error === undefined) {
    return (
      <Panel title="Replay" note="Not possible while the endpoint is disabled. Enable it first.">
        {""}
      </Panel>
    );
  }
  return endpoint.kind === "webhook"
    ? (
      <Panel
        title="Replay"
        note="Sends the event again, with all attempts. The receiver recognises it by its id."
      >
        <ActionForm action={action} submit="Replay" kind="quiet" error={error} />
      </Panel>
    )
    : (
      <Panel title="Replay" note="Sends the message again.">
        <ConfirmedAction
          open="Replay"
          title="Send this message again?"
          consequences="The customer may get it a second time."
          action={action}
          submit="Send again"
          prefix="replay"
          error={error}
        />
      </Panel>
    );
}
