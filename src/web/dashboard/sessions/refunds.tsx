import type { Dispute, Refund, ReturnedLine } from "../../../domain/session/refund.ts";
import { isPaidByHand } from "../../../domain/session/refundable.ts";
import type { CheckoutSession } from "../../../domain/session/session.ts";
import { DISPUTE_WORDS, refundWord } from "../../../things/refund.ts";
import { titleOf, variantOf } from "../../page/lines.tsx";
import type { Forms } from "../forms/form_state.ts";
import { isRefundRefused, RefundResultForms } from "../forms/refund_result.tsx";
import { pathWithin } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Panel } from "../parts/panel.tsx";
import { StateBadges } from "../parts/state.tsx";
import type { FormattedSession } from "./receipt.tsx";

/** The refunds of an order. */
export interface RefundsModel extends FormattedSession {
  /** True if the person records what became of refunds by hand. */
  readonly mayReport: boolean;
  /** True if the provider of the payment can no longer be called. */
  readonly isOutOfReach: boolean;
  readonly forms: Forms;
}

/** The refunds of an order, latest first; nothing without any. */
export function RefundsPanel({ model }: { readonly model: RefundsModel }) {
  const refunds = model.session.order?.refunds ?? [];
  if (refunds.length === 0) return "";
  return (
    <Panel title="Refunds" note={`Latest first, times in ${model.formats.timeZone}`}>
      <ul class="items refunds">
        {refunds.toReversed().map((refund) => <RefundItem refund={refund} model={model} />)}
      </ul>
    </Panel>
  );
}

function RefundItem({ refund, model }: {
  readonly refund: Refund;
  readonly model: RefundsModel;
}) {
  const { session, formats, mayReport, isOutOfReach, forms } = model;
  const { state, origin, reason, reference, by, at, settledAt, failure, coins } = refund;
  const isByHand = isPaidByHand(session, refund);
  const isWaiting = isByHand
    ? state === "REQUESTED"
    : isOutOfReach && (state === "REQUESTED" || state === "PENDING");
  const path = pathWithin(session.merchantId, "sessions", session.id, "refunds", refund.id);
  const details = [
    goodsText(session, refund.lines),
    coins.returned + coins.takenBack + coins.owed === 0
      ? ""
      : `${coins.returned} coins returned, ${coins.takenBack + coins.owed} taken back`,
    reason ?? "",
    reference === null ? "" : `Reference ${reference}`,
    failure === null ? "" : `Failed: ${failure}`,
    origin === "PROVIDER" ? "Made at the payment provider" : `By ${by}`,
  ];
  return (
    <li>
      <div>
        <StateBadges states={[refundWord(state, { isByHand })]} />{" "}
        <MomentText at={settledAt ?? at} formats={formats} />
        <Details texts={details} />
      </div>
      <div class="number">{formats.amount(refund.amount, session.currencyCode)}</div>
      {mayReport && isWaiting || isRefundRefused(forms, path)
        ? (
          <RefundResultForms
            refundId={refund.id}
            path={path}
            amount={formats.amount(refund.amount, session.currencyCode)}
            isByHand={isByHand}
            forms={forms}
          />
        )
        : ""}
    </li>
  );
}

function Details({ texts }: { readonly texts: readonly string[] }) {
  return texts.filter((text) => text !== "").map((text) => (
    <span class="under soft">
      <bdi>{text}</bdi>
    </span>
  ));
}

/** Goods of a refund: `2 × Mug (blue), 1 × Bowl`. */
export function goodsText({ priced }: CheckoutSession, lines: readonly ReturnedLine[]): string {
  return lines.flatMap(({ line, quantity }) => {
    const of = priced.lines[line - 1];
    if (of === undefined) return [];
    const variant = variantOf(of);
    return [`${quantity} × ${titleOf(of)}${variant === "" ? "" : ` (${variant})`}`];
  }).join(", ");
}

/** The disputes of an order, latest first; nothing without any. */
export function DisputesPanel({ session, formats }: FormattedSession) {
  const disputes = session.order?.disputes ?? [];
  if (disputes.length === 0) return "";
  return (
    <Panel
      title="Disputes"
      note="Answer them at your payment provider. Money that is disputed can go back twice if you refund it as well."
    >
      <ul class="items refunds">
        {disputes.toReversed().map((dispute) => (
          <li>
            <div>
              <StateBadges states={[DISPUTE_WORDS[dispute.status]]} />{" "}
              <MomentText at={dispute.at} formats={formats} />
              <Details texts={[dispute.reason, `Reference ${dispute.reference}`]} />
              <EvidenceDue dispute={dispute} formats={formats} />
            </div>
            <div class="number">{formats.amount(dispute.amount, session.currencyCode)}</div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function EvidenceDue({ dispute: { status, evidenceDueAt }, formats }: {
  readonly dispute: Dispute;
  readonly formats: FormattedSession["formats"];
}) {
  if (status !== "OPEN" || evidenceDueAt === null) return "";
  return (
    <span class="under">
      Evidence due <MomentText at={evidenceDueAt} formats={formats} />
    </span>
  );
}
