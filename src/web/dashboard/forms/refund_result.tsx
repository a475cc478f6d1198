/** Forms for the end of a refund that no provider of the server can be asked for. */
import type { RefundReport } from "../../../domain/steps/refund_report.ts";
import { MAX_REFERENCE } from "../../../domain/values/limits.ts";
import { MAX_REASON } from "../../../schema/api/order.ts";
import { ConfirmedAction } from "./form.tsx";
import type { Forms } from "./form_state.ts";
import { textField } from "./text_field.ts";

/** Ends of the paths that the results are posted to. */
export const REFUND_RESULTS = ["refunded", "not-refunded"] as const;
/** One of {@link REFUND_RESULTS}. */
export type RefundResultWord = (typeof REFUND_RESULTS)[number];

/** Reads the form of a result. */
export function readRefundReport(
  form: URLSearchParams,
  refundId: string,
  result: RefundResultWord,
): RefundReport {
  if (result === "refunded") {
    const reference = textField(form, ["reference", "Reference"], { min: 1, max: MAX_REFERENCE });
    return { refundId, state: "DONE", reference, failure: null };
  }
  const failure = textField(form, ["reason", "Reason"], { min: 1, max: MAX_REASON });
  return { refundId, state: "FAILED", reference: null, failure };
}

/** True if one of the forms of a refund was refused. */
export function isRefundRefused(forms: Forms, path: string): boolean {
  return REFUND_RESULTS.some((result) => forms.of(`${path}/${result}`).isRefused);
}

/** Says that a refund was paid back, or will not be. */
export function RefundResultForms({ refundId, path, amount, isByHand, forms }: {
  readonly refundId: string;
  /** Of the refund; each result has a path below it. */
  readonly path: string;
  readonly amount: string;
  /** False for money at a provider whose key was deleted. */
  readonly isByHand: boolean;
  readonly forms: Forms;
}) {
  const [paid, unpaid] = [forms.of(`${path}/refunded`), forms.of(`${path}/not-refunded`)];
  return (
    <div class="actions">
      <ConfirmedAction
        prefix={`refunded-${refundId}`}
        open="Paid back"
        title={`${amount} was paid back?`}
        kind="main"
        consequences={isByHand
          ? "Pay it back first, in cash or by transfer. This cannot be undone."
          : "The server has no key of the provider: look there first. This cannot be undone."}
        action={`${path}/refunded`}
        submit="Paid back"
        error={paid.error}
        fields={[{
          kind: "text",
          name: "reference",
          label: "Reference of the money",
          hint: "Of the transfer, or the receipt",
          isRequired: true,
          maxlength: MAX_REFERENCE,
          ...paid.field("reference"),
        }]}
      />
      <ConfirmedAction
        prefix={`not-refunded-${refundId}`}
        open="Not paid back"
        title={`${amount} is not paid back?`}
        consequences="The money can be refunded again. Goods that came back stay in the stock. This cannot be undone."
        action={`${path}/not-refunded`}
        submit="Not paid back"
        error={unpaid.error}
        fields={[{
          kind: "text",
          name: "reason",
          label: "Reason",
          isRequired: true,
          maxlength: MAX_REASON,
          ...unpaid.field("reason"),
        }]}
      />
    </div>
  );
}
