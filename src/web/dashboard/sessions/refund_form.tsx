import { wasCancelled } from "../../../domain/session/order.ts";
import {
  amountLeft,
  hasFailedAtProvider,
  refundable,
  unreturnedLines,
} from "../../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { proposedRefund } from "../../../domain/steps/refund.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import { currencyOf, formatMajor } from "../../../domain/values/money.ts";
import { MAX_REASON } from "../../../schema/api/order.ts";
import { titleOf, variantOf } from "../../page/lines.tsx";
import type { FormField } from "../forms/fields.tsx";
import { ActionForm } from "../forms/form.tsx";
import { disputedBox } from "../forms/money_back.ts";
import type { FormState } from "../forms/form_state.ts";
import type { DashboardBody } from "../frame.tsx";
import { pathWithin } from "../links.ts";
import { Facts } from "../parts/facts.tsx";
import { Banner, PageHead, Panel } from "../parts/panel.tsx";
import type { FormattedSession } from "./receipt.tsx";
import { lineField, type RefundEntry } from "./refund_read.ts";
import { goodsText } from "./refunds.tsx";

/** The form of a refund. */
export interface RefundFormModel extends FormattedSession {
  readonly shopId: string;
  /** The entry of the first step; undefined in that step. */
  readonly entry: RefundEntry | undefined;
  readonly entered: FormState;
  /** True if the provider of the payment can no longer be called. */
  readonly isOutOfReach: boolean;
}

/** True if an order has money or goods to give back. */
export function canRefund(session: CheckoutSession): boolean {
  const { order } = session;
  if (order === null) return false;
  return amountLeft(session) > 0 || !wasCancelled(order) && unreturnedLines(session).length > 0;
}

/** Path of the form of a refund, which is its action too. */
export function refundPath({ merchantId, id }: CheckoutSession): string {
  return pathWithin(merchantId, "sessions", id, "refund");
}

/** The page of a refund: first what to give back, then its sum. */
export function refundBody(model: RefundFormModel): DashboardBody {
  const { session, shopId, entry, formats } = model;
  const number = session.order?.number ?? "";
  const left = formats.amount(amountLeft(session), session.currencyCode);
  return {
    title: `Refund of order ${number}`,
    section: "orders",
    children: (
      <>
        <PageHead
          title="Refund"
          note={`${left} left to refund`}
          back={{ href: pathWithin(shopId, "sessions", session.id), label: `Order ${number}` }}
        />
        {entry === undefined ? <Entry model={model} /> : <Confirm model={model} entry={entry} />}
      </>
    ),
  };
}

function Entry(
  { model: { session, entered, isOutOfReach, formats } }: { readonly model: RefundFormModel },
) {
  const left = formats.amount(amountLeft(session), session.currencyCode);
  return (
    <Panel title="What goes back" note="The next step shows the sum. Nothing is refunded before.">
      <ActionForm
        action={refundPath(session)}
        submit="Continue"
        prefix="refund"
        error={entered.error}
        cancel={pathWithin(session.merchantId, "sessions", session.id)}
        fields={[
          ...lineFields(session, entered),
          {
            kind: "check",
            name: "all",
            label: `All that is left: ${left}`,
            isChecked: entered.text("all") === "on",
            ...entered.errorOf("all"),
          },
          {
            kind: "text",
            name: "amount",
            label: `Amount in ${session.currencyCode}`,
            hint: "Empty for the price that was paid for the goods",
            inputmode: "decimal",
            ...entered.field("amount"),
          },
          {
            kind: "text",
            name: "reason",
            label: "Reason",
            hint: "Kept with the order, and sent to your backend",
            maxlength: MAX_REASON,
            ...entered.field("reason"),
          },
          ...(isOutOfReach || isByHandInPart(session) || hasFailedAtProvider(session)
            ? [
              {
                kind: "text",
                name: "reference",
                label: "Reference of money that you have paid back already",
                hint: isOutOfReach
                  ? "The server has no key of the provider: refund it there first, and enter its id of the refund"
                  : isByHandInPart(session)
                  ? "Empty if it is still to be paid"
                  : "Empty to try the payment provider again",
                maxlength: MAX_REFERENCE,
                ...entered.field("reference"),
              } as const,
            ]
            : []),
          ...disputedField(session, entered),
        ]}
      />
    </Panel>
  );
}

/** Units of each line that have not come back. A cancelled order has none. */
function lineFields(session: CheckoutSession, entered: FormState): FormField[] {
  if (wasCancelled(session.order)) return [];
  return unreturnedLines(session).flatMap(({ line, quantity }) => {
    const of = session.priced.lines[line - 1];
    if (of === undefined) return [];
    const variant = variantOf(of);
    return [{
      kind: "text" as const,
      name: lineField(line),
      label: variant === "" ? titleOf(of) : `${titleOf(of)} (${variant})`,
      hint: `Quantity that comes back, of ${quantity}`,
      inputmode: "numeric" as const,
      ...entered.field(lineField(line)),
    }];
  });
}

/** The box without which a disputed payment is not refunded. */
export function disputedField({ order }: CheckoutSession, entered: FormState): FormField[] {
  if (order?.disputes.some(({ status }) => status === "OPEN") !== true) return [];
  return [disputedBox(entered)];
}

/** True if a part of the money went past the providers of the server. */
function isByHandInPart(session: CheckoutSession): boolean {
  return !session.payment?.atProvider || refundable(session).cash > 0;
}

function Confirm({ model: { session, entered, formats }, entry }: {
  readonly model: RefundFormModel;
  readonly entry: RefundEntry;
}) {
  const { all, lines, reason, reference } = entry;
  const proposed = proposedRefund(session, all ? null : lines);
  const sum = (minor: number) => formats.amount(minor, session.currencyCode);
  const amount = formatMajor(entry.amount ?? proposed.amount, currencyOf(session.currencyCode));
  const hidden = (name: string, value: string): FormField => ({ kind: "hidden", name, value });
  return (
    <Panel title="Check the sum" note={consequences(session, entry.reference)}>
      <Banner tone="plain">Nothing is refunded yet.</Banner>
      <Facts
        facts={[
          { term: "Goods", value: <bdi>{goodsText(session, proposed.lines) || "None"}</bdi> },
          {
            term: all ? "Left to refund" : "Price that was paid for them",
            value: proposed.lines.length === 0 && !all ? undefined : sum(proposed.amount),
          },
          { term: "Reason", value: reason === null ? undefined : <bdi>{reason}</bdi> },
          { term: "Reference", value: reference === null ? undefined : <bdi>{reference}</bdi> },
        ]}
      />
      <ActionForm
        action={refundPath(session)}
        submit="Refund"
        kind="danger"
        prefix="confirm"
        error={entered.error}
        cancel={pathWithin(session.merchantId, "sessions", session.id)}
        fields={[
          {
            kind: "text",
            name: "amount",
            label: `Amount in ${session.currencyCode}`,
            hint: "Change it for a fee, or as a favour",
            inputmode: "decimal",
            isRequired: true,
            ...entered.field("amount", amount),
          },
          ...disputedField(session, entered),
          hidden("step", "confirm"),
          hidden("known", knownRefunds(session)),
          ...(all ? [hidden("all", "on")] : []),
          ...lines.map(({ line, quantity }) => hidden(lineField(line), String(quantity))),
          hidden("reason", reason ?? ""),
          hidden("reference", reference ?? ""),
        ]}
      />
    </Panel>
  );
}

/** Names the refunds that a form knows of: one that is sent again changes nothing. */
export function knownRefunds({ order }: CheckoutSession): string {
  return String(order?.refunds.length ?? 0);
}

function consequences(session: CheckoutSession, reference: string | null): string {
  if (reference !== null) return "It is recorded as paid back. This cannot be undone.";
  const { payment, cash } = refundable(session);
  const byProvider = session.payment?.atProvider ? payment : 0;
  const ways = [
    ...(byProvider > 0 ? ["The payment provider gives the money back."] : []),
    ...(payment - byProvider + cash > 0
      ? ["You pay back what no provider took: the overview lists it until it has a reference."]
      : []),
  ];
  return `${ways.join(" ")} This cannot be undone.`.trim();
}
