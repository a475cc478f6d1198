import type { z } from "zod";
import type { ProviderAccess } from "../provider.ts";
import type { ProviderDispute } from "../records.ts";
import { isRazorpayId, razorpayDisputeSchema } from "./answers.ts";
import type { RazorpayCalls } from "./calls.ts";
import { razorpayMoney } from "./currencies.ts";

/**
 * Razorpay's statuses (https://razorpay.com/docs/api/disputes/entity/). A bank's question that was
 * answered is `closed`; if the money was given back for it, that is a refund. Another status is not
 * final.
 */
const STATUSES: ReadonlyMap<string, ProviderDispute["status"]> = new Map([
  ["open", "open"],
  ["under_review", "open"],
  ["won", "won"],
  ["lost", "lost"],
  ["closed", "won"],
]);

/** Asks for a dispute. */
export async function razorpayDisputeAt(
  calls: RazorpayCalls,
  access: ProviderAccess,
  reference: string,
): Promise<ProviderDispute | null> {
  if (!isRazorpayId("disp", reference)) return null;
  const path = `/v1/disputes/${reference}`;
  const dispute = await calls.find(access, { path, schema: razorpayDisputeSchema });
  return dispute && razorpayDisputeRecord(dispute);
}

/** A dispute of Razorpay's in the form of the port. */
export function razorpayDisputeRecord(
  dispute: z.infer<typeof razorpayDisputeSchema>,
): ProviderDispute {
  const { respond_by: respondBy } = dispute;
  return {
    reference: dispute.id,
    charge: dispute.payment_id,
    ...razorpayMoney(dispute),
    reason: dispute.reason_code,
    status: STATUSES.get(dispute.status) ?? "open",
    evidenceDueAt: respondBy ? respondBy * 1000 : null,
    at: dispute.created_at * 1000,
  };
}
