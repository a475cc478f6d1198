import type { z } from "zod";
import { type Refunding, type RefundRequest, Unreachable } from "../provider.ts";
import { ourIdIn, type ProviderRefund } from "../records.ts";
import { STRIPE_ID, STRIPE_INTENT_ID, stripeListSchema, stripeRefundSchema } from "./answers.ts";
import { findStripe, readStripe, type StripeCall, stripeRefusal } from "./calls.ts";
import { stripeMoney, stripeRefundProblem, toStripe } from "./currencies.ts";

/**
 * Stripe's states (https://docs.stripe.com/api/refunds/object). A bank may send money back that was
 * given: `succeeded` becomes `failed` then. Another state is not final.
 */
const STATES: ReadonlyMap<string | null, ProviderRefund["state"]> = new Map([
  ["pending", "pending"],
  ["requires_action", "pending"],
  ["succeeded", "done"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

/** Most pages of refunds of one payment, of 100 each. */
const MOST_PAGES = 10;

const listSchema = stripeListSchema(stripeRefundSchema);

/** The key of a request, and what it is about. */
interface Asked {
  readonly key: string;
  readonly charge: string;
}

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
  const problem = stripeRefundProblem(amount, currencyCode);
  if (problem !== null) return { kind: "failed", reason: problem };
  if (!STRIPE_INTENT_ID.test(charge)) {
    return { kind: "failed", reason: "Stripe took no money for this payment" };
  }
  const before = await listed(call, { key, charge });
  if ("status" in before) return failedRefund(before);
  const found = before.find((refund) => refund.refundId === refundId);
  if (found !== undefined) return refundingOf(found);
  const result = await call(key, {
    path: "/v1/refunds",
    form: {
      payment_intent: charge,
      amount: String(toStripe(amount, currencyCode)),
      "metadata[refund_id]": refundId,
    },
    idempotencyKey: refundId,
  });
  if (result.kind === "error") return failedRefund(result);
  return refundingOf(stripeRefundRecord(readStripe(stripeRefundSchema, result.body)));
}

/** Asks for a refund. */
export async function stripeRefundAt(
  call: StripeCall,
  key: string,
  reference: string,
): Promise<ProviderRefund | null> {
  if (!STRIPE_ID.test(reference)) return null;
  const path = `/v1/refunds/${reference}`;
  const refund = await findStripe(call, key, { path, schema: stripeRefundSchema });
  return refund && stripeRefundRecord(refund);
}

/** Asks for the refunds of a payment. */
export async function stripeRefundsOf(
  call: StripeCall,
  key: string,
  charge: string,
): Promise<readonly ProviderRefund[]> {
  if (!STRIPE_INTENT_ID.test(charge)) return [];
  const refunds = await listed(call, { key, charge });
  if (!("status" in refunds)) return refunds;
  if (refunds.isMissing) return [];
  throw new Unreachable(stripeRefusal(refunds));
}

/** A refund of Stripe's in the form of the port. */
export function stripeRefundRecord(refund: z.infer<typeof stripeRefundSchema>): ProviderRefund {
  const { id, status, failure_reason: why, amount, currency, created } = refund;
  const state = STATES.get(status) ?? "pending";
  return {
    reference: id,
    charge: refund.payment_intent ?? refund.charge ?? id,
    refundId: ourIdIn(refund.metadata?.refund_id),
    ...stripeMoney(amount, currency),
    state,
    reason: state === "failed" ? `Stripe's refund is ${status}${why ? `: ${why}` : ""}` : null,
    at: created * 1000,
  };
}

/** All refunds of a payment, or Stripe's error. */
async function listed(call: StripeCall, { key, charge }: Asked) {
  const refunds: ProviderRefund[] = [];
  let after = "";
  for (let page = 0; page < MOST_PAGES; page++) {
    const path = `/v1/refunds?payment_intent=${charge}&limit=100${after}`;
    const result = await call(key, { path });
    if (result.kind === "error") return result;
    const { data, has_more: hasMore } = readStripe(listSchema, result.body);
    refunds.push(...data.map(stripeRefundRecord));
    const last = data.at(-1);
    if (!hasMore || last === undefined) return refunds;
    after = `&starting_after=${encodeURIComponent(last.id)}`;
  }
  throw new Unreachable("Stripe has too many refunds of one payment");
}

/** @throws {Unreachable} for a key that is not accepted: it can be replaced or given the right */
function failedRefund(error: { status: number; message: string }): Refunding {
  const reason = stripeRefusal(error);
  if (error.status === 401 || error.status === 403) throw new Unreachable(reason);
  return { kind: "failed", reason };
}

function refundingOf({ state, reference, reason }: ProviderRefund): Refunding {
  return state === "failed"
    ? { kind: "failed", reason: reason ?? "Stripe's refund failed" }
    : { kind: state, reference };
}
