import { EVENT_TYPES } from "../../../domain/events.ts";
import { DELIVERY_STATES, type DueDelivery, type Endpoint } from "../../../domain/shop/webhook.ts";
import { DELIVERY_WORDS, deliveryList } from "../../../things/delivery.ts";
import type { FormField } from "../forms/fields.tsx";
import { ConfirmedAction, type FilterRefusal } from "../forms/form.tsx";
import type { Forms } from "../forms/form_state.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { Banner } from "../parts/panel.tsx";
import { listColumns } from "../lists/listed.tsx";
import type { ListColumn } from "../parts/table.tsx";
import { endpointKindText } from "./text.tsx";
import { deliveriesPath } from "./list.tsx";

/** Filter of deliveries, as its form sends it; empty for all. */
export interface DeliveryFilterModel {
  readonly endpoint: string;
  readonly state: string;
  readonly event: string;
  /** A day. */
  readonly since: string;
}

/** A page of a shop's deliveries. */
export interface DeliveryListModel extends ListModel<DueDelivery> {
  readonly filter: DeliveryFilterModel;
  readonly refusal: FilterRefusal | undefined;
  /** Webhooks and channels of the shop. */
  readonly endpoints: readonly Endpoint[];
  /** Number of deliveries that were just replayed. */
  readonly replayed: number | undefined;
  readonly mayReplay: boolean;
  readonly forms: Forms;
}

/** Path of one delivery. */
export function deliveryPath(
  shopId: string,
  { event, endpoint }: Pick<DueDelivery, "event" | "endpoint">,
): string {
  return pathWithin(shopId, "webhooks", "deliveries", event.id, endpoint.id);
}

/** Path of the form that replays failed deliveries. */
export function replayFailedPath(shopId: string): string {
  return `${deliveriesPath(shopId)}/replay`;
}

/** The list of deliveries. */
export function deliveriesBody(model: DeliveryListModel): DashboardBody {
  const { shopId, filter, next, replayed, mayReplay, formats } = model;
  return listBody(model, {
    section: "webhooks",
    within: {
      title: "Deliveries",
      path: deliveriesPath(shopId),
      back: { href: sectionPath(shopId, "webhooks"), label: "Webhooks" },
    },
    note: `Events sent to webhooks and channels, latest first, times in ${formats.timeZone}`,
    query: { ...filter },
    fields: filterFields(model),
    columns: deliveryColumns(shopId, formats, { showsEndpoint: filter.endpoint === "" }),
    empty: model.refusal !== undefined
      ? "Correct the filter to see the list."
      : next !== null
      ? "None of the deliveries searched so far match. The next page has earlier ones."
      : Object.values(filter).some((value) => value !== "")
      ? "No deliveries match. Try an earlier day, or clear the filter."
      : "No deliveries yet. Each event of a session is sent to the endpoints that take it.",
    actions: mayReplay && <ReplayFailed model={model} />,
    banner: replayed !== undefined && (
      <Banner tone="good">
        {replayed === 0
          ? "No failed deliveries to enabled endpoints"
          : `${formats.whole(replayed)} ${
            replayed === 1 ? "delivery is" : "deliveries are"
          } sent again, with all attempts`}
      </Banner>
    ),
  });
}

function ReplayFailed({ model: { shopId, filter, forms } }: { readonly model: DeliveryListModel }) {
  const action = replayFailedPath(shopId);
  const { endpoint, event, since } = filter;
  const isNarrowed = endpoint !== "" || event !== "" || since !== "";
  return (
    <ConfirmedAction
      open="Replay failed"
      title="Replay failed deliveries?"
      kind="main"
      consequences={
        <>
          {isNarrowed
            ? "All failed deliveries of this filter are sent again, with all attempts."
            : "All failed deliveries to enabled webhooks are sent again, with all attempts."}{" "}
          Receivers recognise a repeated event by its id. Expired codes are left out.
        </>
      }
      action={action}
      submit="Replay"
      prefix="replay"
      fields={Object.entries({ endpoint, event, since }).map(([name, value]) => ({
        kind: "hidden",
        name,
        value,
      }))}
      error={forms.of(action).error}
    />
  );
}

function filterFields({ filter, refusal, endpoints }: DeliveryListModel): FormField[] {
  const any = { value: "", label: "Any" };
  return [
    {
      kind: "select",
      name: "endpoint",
      label: "Endpoint",
      value: filter.endpoint,
      options: [
        any,
        ...endpoints.map((one) => ({
          value: one.id,
          label: one.kind === "webhook" ? one.url : endpointKindText(one),
        })),
      ],
    },
    {
      kind: "select",
      name: "state",
      label: "State",
      value: filter.state,
      options: [
        any,
        ...DELIVERY_STATES.map((value) => ({ value, label: DELIVERY_WORDS[value][0] })),
      ],
    },
    {
      kind: "select",
      name: "event",
      label: "Event",
      value: filter.event,
      options: [any, ...EVENT_TYPES.map((value) => ({ value, label: value }))],
    },
    {
      kind: "date",
      name: "since",
      label: "From",
      value: filter.since,
      error: refusal?.message,
    },
  ];
}

/** The columns of deliveries. */
export function deliveryColumns(
  shopId: string,
  formats: DashboardFormats,
  of: { readonly showsEndpoint: boolean },
): ListColumn<DueDelivery>[] {
  const pathOf = (row: DueDelivery) => deliveryPath(shopId, row);
  return listColumns(deliveryList(of).page, { pathOf, formats });
}
