import type { UnexpectedFilter } from "../../../domain/filters.ts";
import { hasFailed } from "../../../domain/session/refund.ts";
import { MAX_RESOLUTION_NOTE, type UnexpectedPayment } from "../../../domain/session/payment.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import type { Minor } from "../../../domain/values/money.ts";
import {
  REASON_WORDS,
  reportedAmount,
  resolutionState,
  unexpectedList,
} from "../../../things/payment.ts";
import { PROVIDER_NAMES } from "../../../things/provider.ts";
import type { FormField } from "../forms/fields.tsx";
import { disputedBox } from "../forms/money_back.ts";
import { Facts } from "../parts/facts.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ActionForm } from "../forms/form.tsx";
import { MODES } from "../forms/list_filter.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin, sectionPath } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { listBody, type ListModel } from "../lists/list_body.tsx";
import { listColumns } from "../lists/listed.tsx";
import { type RecordRefundsModel, RefundsOfRecord } from "./refunds.tsx";
import { Badge, Banner, PageHead, Panel } from "../parts/panel.tsx";
import { StateBadges } from "../parts/state.tsx";

/** A page of a shop's payment results without an order. */
export interface UnexpectedListModel extends ListModel<UnexpectedPayment> {
  /** Number of open records of the shop in this mode. */
  readonly openCount: number;
  readonly filter: Pick<UnexpectedFilter, "open" | "grouped" | "livemode">;
}

/** The list of a shop's payment results without an order. */
export function unexpectedListBody(model: UnexpectedListModel): DashboardBody {
  const { shopId, openCount, filter: { open, grouped, livemode }, formats } = model;
  const query = {
    show: !grouped ? "each" : open ? "" : "all",
    livemode: livemode ? "" : "false",
  };
  const pathOf = ({ id }: UnexpectedPayment) => pathWithin(shopId, "unexpected", id);
  return listBody(model, {
    section: "unexpected",
    note: `${
      formats.whole(openCount)
    } open. Reported as paid, but no order could be made of them. Newest first, times in ${formats.timeZone}`,
    query,
    hasCsv: livemode,
    fields: [
      {
        kind: "select",
        name: "show",
        label: "Show",
        value: query.show,
        options: [
          { value: "", label: "Open" },
          { value: "all", label: "All" },
          { value: "each", label: "All, each of unknown payments" },
        ],
      },
      { kind: "select", name: "livemode", label: "Mode", value: query.livemode, options: MODES },
    ],
    columns: listColumns(unexpectedList().page, { pathOf, formats }),
    empty: open && livemode
      ? "Nothing to resolve. Every payment that was reported as paid has its order."
      : "No records match.",
  });
}

/** One payment result without an order. */
export interface UnexpectedModel extends RecordRefundsModel {
  /** False if its session is unknown, or was removed after the retention. */
  readonly hasSession: boolean;
  /** Money of it that is left to give back; null if it cannot be given back here. */
  readonly left: Minor | null;
  readonly mayWrite: boolean;
  readonly mayRefund: boolean;
  /** True after it was resolved. */
  readonly isSaved: boolean;
}

function resolvePath(shopId: string, id: string): string {
  return pathWithin(shopId, "unexpected", id, "resolve");
}

/** The page of one payment result without an order. */
export function unexpectedBody(model: UnexpectedModel): DashboardBody {
  const { shopId, payment, isSaved, formats } = model;
  const { livemode } = payment;
  return {
    title: "Unexpected payment",
    section: "unexpected",
    children: (
      <>
        <PageHead
          title={payment.amount === null ? "Payment" : `Payment of ${reportedAmount(payment)}`}
          note={
            <>
              <StateBadges states={[resolutionState(payment)]} />{" "}
              {livemode ? "" : <Badge tone="warn">Test</Badge>} times in {formats.timeZone}
            </>
          }
          back={{ href: sectionPath(shopId, "unexpected"), label: "Unexpected payments" }}
        />
        {isSaved ? <Banner tone="good">The record is resolved.</Banner> : ""}
        <Panel title="Result">
          <RecordFacts model={model} />
        </Panel>
        <RefundsOfRecord model={model} />
        <Resolve model={model} />
      </>
    ),
  };
}

function enteredIn({ shopId, payment, forms }: UnexpectedModel): FormState {
  return forms.of(resolvePath(shopId, payment.id));
}

/** The form of an open record, and of one whose money can still go back. */
function Resolve({ model }: { readonly model: UnexpectedModel }) {
  const { shopId, payment: { id, resolution }, refunds, left, mayWrite } = model;
  const entered = enteredIn(model);
  const isAgain = refunds.some(({ origin }) => origin === "OURS") && left !== null && left > 0;
  const isShown = resolution === null || isAgain && model.mayRefund || entered.isRefused;
  if (!isShown || !mayWrite) return "";
  return (
    <Panel
      title={resolution === null ? "Resolve" : "Refund again"}
      note="Place the order by hand, or give the money back."
    >
      <ActionForm
        action={resolvePath(shopId, id)}
        submit={resolution === null ? "Resolve" : "Refund"}
        prefix="resolve"
        error={entered.error}
        fields={[
          {
            kind: "text",
            name: "note",
            label: "Note",
            hint: "What was done, kept in the record",
            isRequired: true,
            maxlength: MAX_RESOLUTION_NOTE,
            ...entered.field("note"),
          },
          ...refundFields(model),
        ]}
      />
    </Panel>
  );
}

function refundFields(model: UnexpectedModel): FormField[] {
  const { payment, refunds, giver, left, mayRefund, formats } = model;
  const entered = enteredIn(model);
  if (!mayRefund || left === null || left === 0) return [];
  const sum = formats.amount(left, payment.currencyCode);
  const isDisputed = entered.values.has("disputed");
  return [
    {
      kind: "check",
      name: "refund",
      label: giver === null
        ? `${sum} was paid back by hand`
        : `Refund ${sum} at ${PROVIDER_NAMES[giver.kind]}`,
      hint: giver === null ? "Its reference is below" : "This cannot be undone",
      isChecked: entered.text("refund") === "on",
      ...entered.errorOf("refund"),
    },
    ...(giver === null ||
        refunds.some(hasFailed)
      ? [
        {
          kind: "text",
          name: "reference",
          label: "Reference of the money that went back",
          ...(giver !== null &&
            { hint: "If you have paid it back yourself, as the provider could not" }),
          maxlength: MAX_REFERENCE,
          ...entered.field("reference"),
        } as const,
      ]
      : []),
    ...(isDisputed ? [disputedBox(entered)] : []),
  ];
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
        { term: "Reason", value: <bdi>{`${REASON_WORDS[reason]}: ${message}`}</bdi> },
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
