import {
  type ProviderAccess,
  type Refunding,
  type RefundRequest,
  Unreachable,
} from "../provider.ts";
import {
  razorpayRefundNotesSchema,
  razorpayRefundSchema,
  razorpayRefundsSchema,
  readRazorpay,
} from "./answers.ts";
import type { RazorpayCalls } from "./calls.ts";
import { razorpayProblem, toRazorpay } from "./currencies.ts";

/**
 * Finds the refund again before it makes one: that works in every country, also long afterwards,
 * and tells how it stands now. `X-Refund-Idempotency`, which Razorpay has for India and Malaysia,
 * holds for two requests at once.
 */
export async function refundRazorpay(
  calls: RazorpayCalls,
  access: ProviderAccess,
  request: RefundRequest,
): Promise<Refunding> {
  const { charge, refundId, amount, currencyCode } = request;
  const problem = razorpayProblem(amount, currencyCode);
  if (problem !== null) return { kind: "failed", reason: problem };
  const path = `/v1/payments/${encodeURIComponent(charge)}`;
  const listed = await calls.get(access, {
    path: `${path}/refunds`,
    query: { count: "100" },
  });
  const known = readRazorpay(razorpayRefundsSchema, listed).items.find(({ notes }) =>
    razorpayRefundNotesSchema.safeParse(notes).data?.refund_id === refundId
  );
  if (known !== undefined) return refundingOf(known);
  const reply = await calls.call(access, {
    path: `${path}/refund`,
    headers: { "x-refund-idempotency": refundId },
    body: {
      amount: toRazorpay(amount, currencyCode),
      receipt: refundId,
      notes: { refund_id: refundId },
    },
  });
  if (reply.isOk) return refundingOf(readRazorpay(razorpayRefundSchema, reply.json));
  // The key may be replaced; the money stays owed.
  if (reply.status === 401) throw new Unreachable(reply.reason);
  return { kind: "failed", reason: reply.reason };
}

function refundingOf({ id, status }: { readonly id: string; readonly status: string }): Refunding {
  if (status === "failed") return { kind: "failed", reason: "Razorpay could not give it back" };
  return { kind: status === "processed" ? "done" : "pending", reference: id };
}
