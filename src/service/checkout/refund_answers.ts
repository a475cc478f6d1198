/** Refunds as their providers have them, and which of ours they are. */
import type { RefundRow } from "../../domain/session/refund.ts";
import type { ProviderAccount, ProviderKind } from "../../domain/shop/provider.ts";
import type { RefundResult } from "../../domain/steps/refund_result.ts";
import { isRefundIdOf, type ProviderRefund } from "../../payments/records.ts";
import type { Store } from "../../store/store.ts";

/** A refund as its provider has it now. */
export type RefundAnswer = Pick<RefundResult, "state" | "reference" | "failure">;

/**
 * The refund of ours that a provider has under an id or a reference; null for one made elsewhere. An
 * id of ours counts for the refund's own money alone: any program can write one there. An account
 * that was added anew has that money too. A refund that was reported by hand has a reference of the
 * shop's own.
 */
export async function refundOf(
  { refunds }: Pick<Store, "refunds">,
  { merchantId, livemode, kind }: ProviderAccount,
  { refundId, reference, charge, amount }: ProviderRefund,
): Promise<RefundRow | null> {
  const marked = refundId === null ? null : await refunds.find(refundId);
  const isOurs = marked?.merchantId === merchantId && marked.livemode === livemode &&
    marked.charge === charge && (
      (marked.reference ?? reference) === reference ||
      isReportedByHand(kind, marked) && marked.amount === amount
    );
  return isOurs ? marked : await refunds.byReference(merchantId, livemode, reference);
}

/** True for a refund at a provider that was done by the word of the shop. */
export function isReportedByHand(
  kind: ProviderKind,
  { state, reference }: Pick<RefundRow, "state" | "reference">,
): boolean {
  return state === "DONE" && reference !== null && !isRefundIdOf(kind, reference);
}

/** State of a refund by its provider's answer. */
export function refundAnswer({ state, reference, reason }: ProviderRefund): RefundAnswer {
  const states = { pending: "PENDING", done: "DONE", failed: "FAILED" } as const;
  return {
    state: states[state],
    reference,
    failure: state === "failed" ? reason ?? "unknown" : null,
  };
}

/** The answer of a refund that was not made. */
export function failedAnswer(failure: string): RefundAnswer {
  return { state: "FAILED", reference: null, failure };
}
