import {
  MAX_RESOLUTION_NOTE,
  type UnexpectedPayment,
  type UnexpectedReason,
} from "../../../domain/session/payment.ts";
import { Facts } from "../parts/facts.tsx";
import type { DashboardFormats } from "../parts/format.ts";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm, FilterForm } from "../forms/form.tsx";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, type QueryValues, sectionPath, withQuery } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Badge, Banner, CsvLink, PageHead, Panel } from "../parts/panel.tsx";
import { type ListColumn, ListTable } from "../parts/table.tsx";

/** A page of a shop's payment results without an order. */
export interface UnexpectedListModel {
  readonly shopId: string;
  readonly rows: readonly UnexpectedPayment[];
  /** Number of open records of the shop in this mode. */
  readonly openCount: number;
  /** True if those of unknown payments are one row for each key and day. */
  readonly grouped: boolean;
  /** True if resolved ones are listed too. */
  readonly withResolved: boolean;
  readonly livemode: boolean;
  readonly isFirst: boolean;
  /** Key of the next page. */
  readonly next: string | null;
  readonly formats: DashboardFormats;
}

const REASONS: Readonly<Record<UnexpectedReason, string>> = {
  "error.session-not-found": "Unknown session",
  "error.payment-not-found": "Unknown payment",
  "error.payment-mismatch": "Other amount, or charged twice",
  "error.payment-reference-used": "Reference already used",
  "error.invalid-state": "Payment had ended",
};

/** The list of a shop's payment results without an order. */
export function unexpectedListBody(model: UnexpectedListModel): DashboardBody {
  const { shopId, rows, withResolved, livemode, isFirst, next, formats, openCount } = model;
  const path = sectionPath(shopId, "unexpected");
  const filter: QueryValues = {
    show: !model.grouped ? "each" : withResolved ? "all" : "",
    livemode: livemode ? "" : "false",
  };
  return {
    title: "Unexpected payments",
    section: "unexpected",
    children: (
      <>
        <PageHead
          title="Unexpected payments"
          note={`${
            formats.whole(openCount)
          } open. Reported as paid, but no order could be made of them. Newest first, times in ${formats.timeZone}`}
        >
          <CsvLink href={withQuery(`${path}.csv`, filter)} isShown={rows.length > 0 && livemode} />
        </PageHead>
        <FilterForm
          action={path}
          fields={[
            {
              kind: "select",
              name: "show",
              label: "Show",
              value: filter["show"],
              options: [
                { value: "", label: "Open" },
                { value: "all", label: "All" },
                { value: "each", label: "All, each of unknown payments" },
              ],
            },
            {
              kind: "select",
              name: "livemode",
              label: "Mode",
              value: filter["livemode"],
              options: [{ value: "", label: "Live" }, { value: "false", label: "Tests" }],
            },
          ]}
        />
        <ListTable
          caption="Unexpected payments"
          rows={rows}
          columns={columnsOf(model)}
          empty={withResolved || !livemode
            ? "No records match."
            : "Nothing to resolve. Every payment that was reported as paid has its order."}
          first={isFirst ? undefined : withQuery(path, filter)}
          next={next === null ? undefined : withQuery(path, { ...filter, after: next })}
        />
      </>
    ),
  };
}

function columnsOf({ shopId, formats }: UnexpectedListModel): ListColumn<UnexpectedPayment>[] {
  return [
    {
      title: "Reference",
      kind: "main",
      cell: ({ id, reference }) => (
        <a href={pathWithin(shopId, "unexpected", id)}>
          <bdi>{reference}</bdi>
        </a>
      ),
    },
    { title: "Received", cell: ({ at }) => <MomentText at={at} formats={formats} /> },
    {
      title: "Reason",
      kind: "text",
      cell: ({ reason, count }) =>
        count === 1
          ? REASONS[reason]
          : `${REASONS[reason]}: ${formats.whole(count)} of a key that day`,
    },
    { title: "State", cell: (one) => <ResolutionBadge payment={one} /> },
    { title: "Amount", kind: "number", cell: amountText },
  ];
}

function ResolutionBadge({ payment }: { readonly payment: UnexpectedPayment }) {
  return payment.resolution === null
    ? <Badge tone="bad">Open</Badge>
    : <Badge tone="good">Resolved</Badge>;
}

/** The reported amount. */
function amountText({ amount, currencyCode }: UnexpectedPayment): string {
  return amount === null ? "Not reported" : `${amount} ${currencyCode}`;
}

/** One payment result without an order. */
export interface UnexpectedModel {
  readonly shopId: string;
  readonly payment: UnexpectedPayment;
  /** False if its session is unknown, or was removed after the retention. */
  readonly hasSession: boolean;
  readonly mayWrite: boolean;
  /** True after it was resolved. */
  readonly isSaved: boolean;
  readonly entered: FormState;
  readonly formats: DashboardFormats;
}

/** Path that the note of a record is posted to. */
export function resolvePath(shopId: string, id: string): string {
  return pathWithin(shopId, "unexpected", id, "resolve");
}

/** The page of one payment result without an order. */
export function unexpectedBody(model: UnexpectedModel): DashboardBody {
  const { shopId, payment, mayWrite, isSaved, entered, formats } = model;
  const { id, resolution, livemode } = payment;
  return {
    title: "Unexpected payment",
    section: "unexpected",
    children: (
      <>
        <PageHead
          title={payment.amount === null ? "Payment" : `Payment of ${amountText(payment)}`}
          note={
            <>
              <ResolutionBadge payment={payment} />{" "}
              {livemode ? "" : <Badge tone="warn">Test</Badge>} times in {formats.timeZone}
            </>
          }
          back={{ href: sectionPath(shopId, "unexpected"), label: "Unexpected payments" }}
        />
        {isSaved ? <Banner tone="good">The record is resolved.</Banner> : ""}
        <Panel title="Result">
          <RecordFacts model={model} />
        </Panel>
        {resolution !== null && !entered.isRefused || !mayWrite ? "" : (
          <Panel
            title="Resolve"
            note="It moves no money: first pay it back at your payment provider, or place the order by hand."
          >
            <ActionForm
              action={resolvePath(shopId, id)}
              submit="Resolve"
              prefix="resolve"
              error={entered.error}
              fields={[{
                kind: "text",
                name: "note",
                label: "Note",
                hint: "What was done, kept in the record",
                isRequired: true,
                maxlength: MAX_RESOLUTION_NOTE,
                ...entered.field("note"),
              }]}
            />
          </Panel>
        )}
      </>
    ),
  };
}

function RecordFacts({ model }: { readonly model: UnexpectedModel }) {
  const { shopId, payment, hasSession, formats } = model;
  const { reference, at, reason, message, sessionId, paymentId, resolution } = payment;
  const session = <code>{sessionId}</code>;
  return (
    <Facts
      facts={[
        { term: "Reference", value: <bdi>{reference}</bdi> },
        {
          term: "Records",
          value: payment.count === 1
            ? undefined
            : `${formats.whole(payment.count)} of a key that day`,
        },
        { term: "Received", value: <MomentText at={at} formats={formats} /> },
        { term: "Reason", value: <bdi>{`${REASONS[reason]}: ${message}`}</bdi> },
        {
          term: "Session",
          value: hasSession
            ? <a href={pathWithin(shopId, "sessions", sessionId)}>{session}</a>
            : <>{session}, not stored</>,
        },
        { term: "Payment", value: <code>{paymentId}</code> },
        {
          term: "Resolved",
          value: resolution === null
            ? undefined
            : <MomentText at={resolution.at} formats={formats} />,
        },
        { term: "Note", value: resolution === null ? undefined : <bdi>{resolution.note}</bdi> },
      ]}
    />
  );
}
