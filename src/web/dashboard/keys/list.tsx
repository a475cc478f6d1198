import type { ApiKey } from "../../../domain/shop/api_key.ts";
import { keyList } from "../../../things/key.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { LinkButton } from "../parts/panel.tsx";

/** Filter of a shop's keys, as its form sends it; empty for all. */
export interface KeyFilter {
  readonly state: "" | "usable" | "ended";
  readonly mode: "" | "live" | "test";
}

/** A shop's keys, last created first. */
export interface KeyListModel extends ListModel<ApiKey> {
  readonly filter: KeyFilter;
  readonly mayWrite: boolean;
  readonly now: number;
}

/** Path of the form of a new key. */
export function newKeyPath(shopId: string): string {
  return pathWithin(shopId, "keys", "new");
}

/** The list of a shop's keys. */
export function keysBody(model: KeyListModel): DashboardBody {
  const { shopId, filter, mayWrite, formats, now } = model;
  const pathOf = ({ id }: ApiKey) => pathWithin(shopId, "keys", id);
  return listBody(model, {
    section: "keys",
    note:
      `With them the shop's backend calls the API. Last created first, times in ${formats.timeZone}`,
    query: { ...filter },
    fields: filterFields(filter),
    columns: listColumns(keyList(now).page, { pathOf, formats, now }),
    empty: emptyText(model),
    actions: mayWrite && <LinkButton href={newKeyPath(shopId)} isMain>New key</LinkButton>,
  });
}

function filterFields({ state, mode }: KeyFilter) {
  return [
    {
      kind: "select" as const,
      name: "state",
      label: "State",
      value: state,
      options: [
        { value: "", label: "Any" },
        { value: "usable", label: "Works" },
        { value: "ended", label: "Expired or revoked" },
      ],
    },
    {
      kind: "select" as const,
      name: "mode",
      label: "Mode",
      value: mode,
      options: [
        { value: "", label: "Any" },
        { value: "live", label: "Live" },
        { value: "test", label: "Test" },
      ],
    },
  ];
}

function emptyText({ filter: { state, mode }, mayWrite }: KeyListModel): string {
  if (state !== "" || mode !== "") return "No keys match. Clear the filter to see all.";
  return mayWrite
    ? "No keys yet. Create one for the shop's backend, or one for tests, which touches nothing."
    : "No keys yet. An owner of the shop can create one.";
}
