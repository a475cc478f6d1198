import { disputeToRow, refundToRow } from "../../../schema/stored/refund.ts";
import { any, one, type Planners } from "./statement.ts";

/** Refunds and disputes. */
export const REFUNDS = {
  "refund.add": ({ refund, taken, allowance }) => [
    one("refund.add", {
      ...refundToRow(refund),
      since: allowance?.since ?? 0,
      // With this one they are within the allowance, and within what was taken.
      most: allowance === undefined ? null : allowance.most - refund.amount,
      most_back: taken === undefined ? null : taken - refund.amount,
    }, {
      onNoRow: "The payment has less left to give back, or the person may refund no more: " +
        refund.id,
      onPrimaryKey: `Refund id is taken: ${refund.id}`,
      onUnique: referenceTaken(refund),
      onForeignKey: `Merchant of the refund is not known: ${refund.merchantId}`,
    }),
  ],

  "refund.move": ({ refund: { id, sessionId, ...refund }, from }) => [
    one("refund.move", {
      id,
      session_id: sessionId,
      state: refund.state,
      reference: refund.reference,
      settled_at: refund.settledAt,
      next_try_at: refund.nextTryAt,
      tries: refund.tries,
      was_state: from,
    }, {
      onNoRow: `Refund is not ${from}, or is not known: ${id}`,
      onUnique: referenceTaken(refund),
    }),
  ],

  "refund.try": ({ refund: { id, sessionId, tries, nextTryAt } }) => [
    one("refund.try", { id, session_id: sessionId, tries, next_try_at: nextTryAt }, {
      onNoRow: `Refund was tried since, is settled, or is not known: ${id}`,
    }),
  ],

  "dispute.put": ({ dispute, read }) => [
    one("dispute.put", {
      ...disputeToRow(dispute),
      was_status: read === undefined ? null : read?.status ?? "",
      was_amount: read?.amount ?? null,
      was_due_at: read?.evidenceDueAt ?? null,
    }, {
      onNoRow: `Dispute was changed since: ${dispute.reference}`,
      onForeignKey: `Merchant of the dispute is not known: ${dispute.merchantId}`,
    }),
  ],

  "dispute.look": ({ merchantId, livemode, reference, sessionId, from, nextLookAt }) => [
    one("dispute.look", {
      merchant_id: merchantId,
      livemode: Number(livemode),
      reference,
      session_id: sessionId,
      was_look_at: from,
      next_look_at: nextLookAt,
    }, { onNoRow: `Dispute was asked for since: ${reference}` }),
  ],

  // No row if another server has listed it, it is to be listed again, or is removed with its shop.
  "provider.listed": ({ accountId: id, from, until }) => [
    any("provider.listed", { id, was_until: from, until }),
  ],

  "provider.relist": ({ accountId: id, until }) => [any("provider.relist", { id, until })],
} satisfies Partial<Planners>;

function referenceTaken({ reference }: { readonly reference: string | null }): string {
  return `The shop has a refund with this reference: ${reference}`;
}
