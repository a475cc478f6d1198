/** Payments under way at providers, for those who are about to lose them. */
import { currencyOf, formatMajor } from "../../domain/values/money.ts";
import { moment } from "../../domain/values/wording.ts";
import type { LostPayment, PaymentAtStake } from "../../service/shop/provider_ends.ts";
import type { Context } from "../context.ts";
import { clean } from "./text.ts";

/** Lists payments before a question. */
export function noteUnderWay({ out }: Context, payments: readonly PaymentAtStake[]): void {
  for (const one of payments) out.note(`Under way: ${paymentText(one)}`);
}

/** Lists those that get no result, and why. */
export function noteLost({ out }: Context, payments: readonly LostPayment[]): void {
  for (const one of payments) out.note(`Lost: ${paymentText(one)}: ${clean(one.reason)}`);
}

/** `628.20 INR of session SESSION (REFERENCE), begun 2026-01-02 03:04:05Z, payment PAYMENT`. */
function paymentText({ paymentId, sessionId, reference, started }: PaymentAtStake): string {
  const of = `session ${sessionId}${reference === null ? "" : ` (${clean(reference)})`}`;
  if (started === null) return `An earlier payment of ${of}, payment ${paymentId}`;
  const amount = formatMajor(started.amount, currencyOf(started.currencyCode));
  return `${amount} ${started.currencyCode} of ${of}, begun ${
    moment(started.at)
  }, payment ${paymentId}`;
}

/** A payment that gets no result, as JSON. */
export function lostJson({ paymentId, sessionId, reference, started, reason }: LostPayment) {
  return {
    payment_id: paymentId,
    session_id: sessionId,
    reference,
    amount: started && formatMajor(started.amount, currencyOf(started.currencyCode)),
    currency: started?.currencyCode ?? null,
    started_at: started && new Date(started.at).toISOString(),
    reason,
  };
}
