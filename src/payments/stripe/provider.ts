import { type PaymentProvider, type ProviderIdentity, Unreachable } from "../provider.ts";
import { stripeAccountSchema } from "./answers.ts";
import {
  readStripe,
  type StripeCall,
  stripeCalls,
  type StripeDeps,
  stripeRefusal,
} from "./calls.ts";
import { stripeChargeAt } from "./charges.ts";
import { stripeProblem, stripeRefundProblem } from "./currencies.ts";
import { stripeDisputeAt } from "./disputes.ts";
import { stripeHint } from "./hook.ts";
import { listStripe } from "./lists.ts";
import { refundStripe, stripeRefundAt, stripeRefundsOf } from "./refunds.ts";
import { endStripe, lookAtStripe, openStripe } from "./sessions.ts";

/** Secret and restricted keys; a publishable key cannot take payments. */
const KEY = /^[sr]k_(live|test)_\w+$/;

/** Stripe, by Checkout Sessions: a payment is one session, on a page of Stripe's. */
export function stripeProvider(deps: StripeDeps): PaymentProvider {
  const call = stripeCalls(deps);
  return {
    problem: stripeProblem,
    refundProblem: stripeRefundProblem,
    identify: ({ key }) => identify(call, key),
    open: ({ key }, request) => openStripe(call, key, request),
    look: ({ key }, page) => lookAtStripe(call, key, page),
    end: ({ key }, page) => endStripe(call, key, page),
    refund: ({ key }, request) => refundStripe(call, key, request),
    refundAt: ({ key }, reference) => stripeRefundAt(call, key, reference),
    refundsOf: ({ key }, charge) => stripeRefundsOf(call, key, charge),
    disputeAt: ({ key }, reference) => stripeDisputeAt(call, key, reference),
    chargeAt: ({ key }, charge) => stripeChargeAt(call, key, charge),
    hasList: true,
    list: ({ key }, request) => listStripe(call, key, request),
    hint: ({ hookSecret }, hook) => Promise.resolve(stripeHint(hook, hookSecret)),
  };
}

async function identify(call: StripeCall, key: string): Promise<ProviderIdentity | null> {
  const mode = KEY.exec(key)?.[1];
  if (mode === undefined) return null;
  const result = await call(key, { path: "/v1/account" });
  const identity = (account: string | null): ProviderIdentity => ({
    account,
    livemode: mode === "live",
  });
  if (result.kind === "thing") return identity(readStripe(stripeAccountSchema, result.body).id);
  if (result.status === 401) return null;
  // A restricted key without the right to read its account.
  if (result.status === 403) return identity(null);
  throw new Unreachable(stripeRefusal(result));
}
