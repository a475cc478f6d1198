import { isKeyDeleted, type ProviderAccount } from "../../../domain/shop/provider.ts";
import type { PaymentAtStake } from "../../../service/shop/provider_ends.ts";
import { shortId } from "../../../things/session.ts";
import { pathWithin } from "../links.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Panel } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";

/** Payments under way that a page shows. */
export const SHOWN_UNDER_WAY = 20;

/** Payments under way at an account: those that a removal of its key concerns. */
export interface UnderWayModel {
  readonly shopId: string;
  readonly account: ProviderAccount;
  /** The first ones, at most {@link SHOWN_UNDER_WAY}. */
  readonly underWay: readonly PaymentAtStake[];
  readonly formats: DashboardFormats;
}

/** The payments under way at an account; nothing without any. */
export function UnderWayPanel({ model }: { readonly model: UnderWayModel }) {
  const { shopId, account, underWay, formats } = model;
  if (underWay.length === 0) return "";
  const columns: ListColumn<PaymentAtStake>[] = [
    {
      title: "Session",
      kind: "main",
      cell: ({ sessionId }) => (
        <a href={pathWithin(shopId, "sessions", sessionId)}>{shortId(sessionId)}</a>
      ),
    },
    {
      title: "Reference",
      kind: "text",
      cell: ({ reference }) => reference === null ? "" : <bdi>{reference}</bdi>,
    },
    {
      title: "Begun",
      cell: ({ started }) =>
        started === null ? "Earlier" : <MomentText at={started.at} formats={formats} />,
    },
    {
      title: "Amount",
      kind: "number",
      cell: ({ started }) =>
        started === null ? "" : formats.amount(started.amount, started.currencyCode),
    },
  ];
  const some = underWay.length < SHOWN_UNDER_WAY ? "" : ` These ${SHOWN_UNDER_WAY} end first.`;
  const note = isKeyDeleted(account)
    ? "They get no result, because the key is deleted: look for their money at the provider."
    : "Their results are still to come.";
  return (
    <Panel title="Payments under way" note={`${note}${some}`}>
      <ListTable caption="Payments under way" rows={underWay} columns={columns} empty="" />
    </Panel>
  );
}
