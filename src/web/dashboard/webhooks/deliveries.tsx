import type { DueDelivery, Endpoint } from "../../../domain/shop/webhook.ts";
import { DELIVERY_FILTER, deliveryList } from "../../../things/delivery.ts";
import type { FormField } from "../forms/fields.tsx";
import { ConfirmedAction } from "../forms/form.tsx";
import {
  filterInputs,
  filterQuery,
  filterValue,
  inputNames,
  type ListFilterModel,
} from "../forms/list_filter.ts";
import type { Forms } from "../forms/form_state.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, type QueryValues, sectionPath } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { Banner } from "../parts/panel.tsx";
import { listColumns } from "../lists/listed.tsx";
import type { ListColumn } from "../parts/table.tsx";
import { endpointKindText } from "./text.tsx";
import { deliveriesPath } from "./list.tsx";

/** A page of a shop's deliveries. */
export interface DeliveryListModel extends ListModel<DueDelivery> {
  readonly filter: ListFilterModel;
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

/** A filter as in the addresses of the list. */
export function deliveryQuery(filter: ListFilterModel): QueryValues {
  return filterQuery(["endpoint", ...inputNames(DELIVERY_FILTER)], filter);
}

/** The list of deliveries. */
export function deliveriesBody(model: DeliveryListModel): DashboardBody {
  const { shopId, filter, next, replayed, mayReplay, formats } = model;
  const query = deliveryQuery(filter);
  return listBody(model, {
    section: "webhooks",
    within: {
      title: "Deliveries",
      path: deliveriesPath(shopId),
      back: { href: sectionPath(shopId, "webhooks"), label: "Webhooks" },
    },
    note: `Events sent to webhooks and channels, latest first, times in ${formats.timeZone}`,
    query,
    fields: filterFields(model),
    columns: deliveryColumns(shopId, formats, { showsEndpoint: !query["endpoint"] }),
    empty: filter.refusal !== undefined
      ? "Correct the filter to see the list."
      : next !== null
      ? "None of the deliveries searched so far match. The next page has earlier ones."
      : Object.values(query).some((value) => value)
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
  // All states but failed ones are left out.
  const { state: _, ...query } = deliveryQuery(filter);
  const isNarrowed = Object.values(query).some((value) => value);
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
      fields={Object.entries(query).map(([name, value = ""]) => ({
        kind: "hidden",
        name,
        value,
      }))}
      error={forms.of(action).error}
    />
  );
}

function filterFields({ filter, endpoints }: DeliveryListModel): FormField[] {
  const options = endpoints.map((one) => ({
    value: one.id,
    label: one.kind === "webhook" ? one.url : endpointKindText(one),
  }));
  return [
    {
      ...filterValue(filter, "endpoint"),
      kind: "select",
      name: "endpoint",
      label: "Endpoint",
      options: [{ value: "", label: "Any" }, ...options],
    },
    ...filterInputs(DELIVERY_FILTER, filter),
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
