import { type Refunding, type RefundRequest, Unreachable } from "../provider.ts";
import {
  STRIPE_INTENT_ID,
  type StripeRefund,
  stripeRefundSchema,
  stripeRefundsSchema,
} from "./answers.ts";
import { readStripe, type StripeCall, stripeRefusal } from "./calls.ts";
import { stripeProblem, toStripe } from "./currencies.ts";

/**
 * Gives money back. Stripe forgets the key of a request after a day, and repeats an error of its own
 * until then; so the payment's refunds are asked for first.
 */
export async function refundStripe(
  call: StripeCall,
  key: string,
  request: RefundRequest,
): Promise<Refunding> {
  const { charge, refundId, amount, currencyCode } = request;
  const units = toStripe(amount, currencyCode);
  if (!STRIPE_INTENT_ID.test(charge) || units === null) {
    const reason = units === null
      ? stripeProblem(amount, currencyCode) ?? "Stripe cannot give this amount back"
      : "Stripe took no money for this payment";
    return { kind: "failed", reason };
  }
  const listed = await call(key, { path: `/v1/refunds?payment_intent=${charge}&limit=100` });
  if (listed.kind === "error") return failedRefund(listed);
  const { data } = readStripe(stripeRefundsSchema, listed.body);
  const found = data.find(({ metadata }) => metadata?.refund_id === refundId);
  if (found !== undefined) return refundingOf(found);
  const result = await call(key, {
    path: "/v1/refunds",
    form: { payment_intent: charge, amount: String(units), "metadata[refund_id]": refundId },
    idempotencyKey: refundId,
  });
  return result.kind === "thing"
    ? refundingOf(readStripe(stripeRefundSchema, result.body))
    : failedRefund(result);
}

/** @throws {Unreachable} for a key that is not accepted: it can be replaced or given the right */
function failedRefund(error: { status: number; message: string }): Refunding {
  const reason = stripeRefusal(error);
  if (error.status === 401 || error.status === 403) throw new Unreachable(reason);
  return { kind: "failed", reason };
}

/** `pending` and `requires_action` may still become any other. */
function refundingOf({ id, status, failure_reason: reason }: StripeRefund): Refunding {
  if (status === "succeeded") return { kind: "done", reference: id };
  if (status === "failed" || status === "canceled") {
    return { kind: "failed", reason: `Stripe's refund is ${status}${reason ? `: ${reason}` : ""}` };
  }
  return { kind: "pending", reference: id };
}
