import type { z } from "zod";
import type { ProviderDispute } from "../records.ts";
import { STRIPE_ID, stripeDisputeSchema } from "./answers.ts";
import { findStripe, type StripeCall } from "./calls.ts";
import { stripeMoney } from "./currencies.ts";

/**
 * Stripe's statuses (https://docs.stripe.com/api/disputes/object). A `warning` is a bank's question
 * before a dispute, and moves no money. `prevented` was blocked, or settled by giving the money back:
 * what was withdrawn tells which. Another status is not final.
 */
const STATUSES: ReadonlyMap<string, ProviderDispute["status"] | "by money"> = new Map([
  ["warning_needs_response", "open"],
  ["warning_under_review", "open"],
  ["warning_closed", "won"],
  ["needs_response", "open"],
  ["under_review", "open"],
  ["appeal_needs_response", "open"],
  ["appeal_under_review", "open"],
  ["won", "won"],
  ["lost", "lost"],
  ["prevented", "by money"],
]);

/** Asks for a dispute. */
export async function stripeDisputeAt(
  call: StripeCall,
  key: string,
  reference: string,
): Promise<ProviderDispute | null> {
  if (!STRIPE_ID.test(reference)) return null;
  const path = `/v1/disputes/${reference}`;
  const dispute = await findStripe(call, key, { path, schema: stripeDisputeSchema });
  return dispute && stripeDisputeRecord(dispute);
}

/** A dispute of Stripe's in the form of the port. */
export function stripeDisputeRecord(dispute: z.infer<typeof stripeDisputeSchema>): ProviderDispute {
  const { id, amount, currency, created, reason, balance_transactions: moved } = dispute;
  const { due_by: dueBy } = dispute.evidence_details;
  const status = STATUSES.get(dispute.status) ?? "open";
  const isWithdrawn = moved.reduce((sum, { amount }) => sum + amount, 0) < 0;
  return {
    reference: id,
    charge: dispute.payment_intent ?? dispute.charge,
    // A question takes no money: it stays to be refunded, which is what the bank asks for.
    ...stripeMoney(dispute.status.startsWith("warning_") ? 0 : amount, currency),
    reason,
    status: status !== "by money" ? status : isWithdrawn ? "lost" : "won",
    evidenceDueAt: dueBy ? dueBy * 1000 : null,
    at: created * 1000,
  };
}
