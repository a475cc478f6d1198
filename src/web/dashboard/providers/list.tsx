import {
  accountInUse,
  PROVIDER_KINDS,
  type ProviderAccount,
  type ProviderKind,
} from "../../../domain/shop/provider.ts";
import { PROVIDER_LIST, PROVIDER_NAMES } from "../../../things/provider.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { LinkButton } from "../parts/panel.tsx";

/** A shop's accounts at providers, oldest first. */
export interface ProviderListModel extends ListModel<ProviderAccount> {
  readonly mayWrite: boolean;
}

/** Path of the form of a new account. */
export function newProviderPath(shopId: string, kind: ProviderKind): string {
  return pathWithin(shopId, "providers", "new", kind);
}

/** The list of a shop's accounts at providers. */
export function providersBody(model: ProviderListModel): DashboardBody {
  const { shopId, rows, mayWrite, formats } = model;
  const pathOf = ({ id }: ProviderAccount) => pathWithin(shopId, "providers", id);
  const addable = PROVIDER_KINDS.filter((kind) =>
    kind !== "demo" || accountInUse(rows, false) === undefined
  );
  return listBody(model, {
    section: "providers",
    note: `They take the shop's payments on pages of their own. Times in ${formats.timeZone}`,
    columns: listColumns(PROVIDER_LIST.page, { pathOf, formats }),
    empty: mayWrite
      ? "No providers yet. Add the one where the shop has an account, or the demo provider, which moves no money."
      : "No providers yet. An owner of the shop can add one.",
    actions: mayWrite &&
      addable.map((kind) => (
        <LinkButton href={newProviderPath(shopId, kind)} isMain={kind !== "demo"}>
          Add {PROVIDER_NAMES[kind]}
        </LinkButton>
      )),
  });
}
