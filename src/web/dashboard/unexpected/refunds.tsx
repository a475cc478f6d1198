import type { RefundRow } from "../../../domain/session/refund.ts";
import { refundWord } from "../../../things/refund.ts";
import { isRefundRefused, RefundResultForms } from "../forms/refund_result.tsx";
import { pathWithin } from "../links.ts";
import { MomentText } from "../parts/moment_text.tsx";
import { Panel } from "../parts/panel.tsx";
import { StateBadges } from "../parts/state.tsx";
import type { UnexpectedPayment } from "../../../domain/session/payment.ts";
import type { ProviderAccount } from "../../../domain/shop/provider.ts";
import type { Forms } from "../forms/form_state.ts";
import type { DashboardFormats } from "../parts/format.ts";

/** The refunds of a payment without an order. */
export interface RecordRefundsModel {
  readonly shopId: string;
  readonly payment: UnexpectedPayment;
  /** Oldest first. */
  readonly refunds: readonly RefundRow[];
  /** The account that gives the money back; null if the shop does by hand. */
  readonly giver: ProviderAccount | null;
  /** True if the person says what became of refunds that no provider can be asked for. */
  readonly mayReport: boolean;
  readonly forms: Forms;
  readonly formats: DashboardFormats;
}

/** The refunds of a payment without an order, latest first; nothing without any. */
export function RefundsOfRecord({ model }: { readonly model: RecordRefundsModel }) {
  const { refunds, formats } = model;
  if (refunds.length === 0) return "";
  return (
    <Panel title="Refunds" note={`Latest first, times in ${formats.timeZone}`}>
      <ul class="items refunds">
        {refunds.toReversed().map((refund) => <RefundItem refund={refund} model={model} />)}
      </ul>
    </Panel>
  );
}

function RefundItem({ refund, model }: {
  readonly refund: RefundRow;
  readonly model: RecordRefundsModel;
}) {
  const { shopId, payment, giver, mayReport, forms, formats } = model;
  const { id, state, accountId, settledAt, at, reference } = refund;
  const amount = formats.amount(refund.amount, refund.currencyCode);
  const isByHand = accountId === null;
  const isWaiting = giver === null && !isByHand && (state === "REQUESTED" || state === "PENDING");
  const path = pathWithin(shopId, "unexpected", payment.id, "refunds", id);
  return (
    <li>
      <div>
        <StateBadges states={[refundWord(state, { isByHand })]} />{" "}
        <MomentText at={settledAt ?? at} formats={formats} />
        {reference === null ? "" : (
          <span class="under soft">
            <bdi>Reference {reference}</bdi>
          </span>
        )}
      </div>
      <div class="number">{amount}</div>
      {mayReport && isWaiting || isRefundRefused(forms, path)
        ? (
          <RefundResultForms
            refundId={id}
            path={path}
            amount={amount}
            isByHand={false}
            forms={forms}
          />
        )
        : ""}
    </li>
  );
}
