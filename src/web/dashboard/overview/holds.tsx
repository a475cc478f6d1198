import type { UnpaidHold } from "../../../domain/shop/attention.ts";
import { shortId } from "../../../things/session.ts";
import type { DashboardFormats } from "../parts/format.ts";
import type { Forms } from "../forms/form_state.ts";
import { ReleaseAction } from "../forms/release_action.tsx";
import { pathWithin, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Panel } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";

/** A shop's unpaid payments with holds. */
export interface HoldsModel {
  readonly shopId: string;
  /** Those that are shown, the longest held first. */
  readonly rows: readonly UnpaidHold[];
  /** True if there are others, held for less time. */
  readonly hasMore: boolean;
  readonly mayRelease: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
  readonly now: number;
}

/** Path that the release of a session's payment is posted to. */
export function releasePath(shopId: string, sessionId: string): string {
  return `${sectionPath(shopId, "overview")}holds/${encodeURIComponent(sessionId)}/release`;
}

/** Unpaid payments with holds by age, each with a button to release it; nothing without any. */
export function HoldsPanel({ model }: { readonly model: HoldsModel }) {
  const { shopId, rows, hasMore, formats } = model;
  if (rows.length === 0) return "";
  return (
    <Panel
      title="Unpaid holds"
      note={`Payments that hold stock, coupon uses or coins, the longest held first, times in ${formats.timeZone}`}
      link={{
        href: withQuery(sectionPath(shopId, "sessions"), { payment: "PENDING" }),
        label: hasMore ? "All unpaid payments" : "Sessions",
      }}
    >
      <ListTable caption="Unpaid holds" rows={rows} columns={columnsOf(model)} empty="" />
    </Panel>
  );
}

function columnsOf(
  { shopId, formats, forms, mayRelease, now }: HoldsModel,
): ListColumn<UnpaidHold>[] {
  return [
    {
      title: "Session",
      kind: "main",
      cell: ({ sessionId }) => (
        <a href={pathWithin(shopId, "sessions", sessionId)}>{shortId(sessionId)}</a>
      ),
    },
    {
      title: "Held",
      cell: ({ startedAt }) => formats.relative(startedAt, now),
    },
    {
      title: "Transfer due",
      cell: ({ dueAt }) => dueAt === null ? "" : <MomentText at={dueAt} formats={formats} />,
    },
    { title: "Units", kind: "number", cell: ({ units }) => formats.whole(units) },
    {
      title: "Amount",
      kind: "number",
      cell: ({ amount, currencyCode }) => formats.amount(amount, currencyCode),
    },
    ...(mayRelease
      ? [{
        title: "Release",
        kind: "actions" as const,
        cell: ({ sessionId }: UnpaidHold) => (
          <ReleaseAction
            action={releasePath(shopId, sessionId)}
            prefix={`release-${sessionId}`}
            error={forms.of(releasePath(shopId, sessionId)).error}
          />
        ),
      }]
      : []),
  ];
}
