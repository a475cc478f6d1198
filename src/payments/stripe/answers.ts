import { z } from "zod";

/** Ids of Checkout Sessions, the references of payments at Stripe. */
export const STRIPE_SESSION_ID = /^cs_(?:live|test)_\w{1,200}$/;

/** Ids of PaymentIntents, by which a payment is refunded. */
export const STRIPE_INTENT_ID = /^pi_\w{1,200}$/;

/** Any id: of a refund, of a dispute. */
export const STRIPE_ID = /^[a-z]{1,10}_\w{1,200}$/;

const ofIntent = { payment_intent: z.string().regex(STRIPE_INTENT_ID) };

const intentSchema = z.object({
  id: z.string().regex(STRIPE_INTENT_ID),
  status: z.string(),
  last_payment_error: z.object({
    message: z.string().transform((text) => text.slice(0, 300)).optional(),
  }).nullish(),
});

/** The fields of a Checkout Session that are used. */
export const stripeSessionSchema = z.object({
  id: z.string().regex(STRIPE_SESSION_ID),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  client_reference_id: z.string().nullable(),
  amount_total: z.int().min(0).nullable(),
  currency: z.string().nullable(),
  expires_at: z.int(),
  livemode: z.boolean(),
  // Its id alone where it was not asked for.
  payment_intent: z.union([z.string().regex(STRIPE_INTENT_ID), intentSchema]).nullable(),
  url: z.string().nullish(),
});

/** {@link stripeSessionSchema}, read. */
export type StripeSession = z.infer<typeof stripeSessionSchema>;

/** Seconds since 1970. */
const time = z.int().min(0);
const units = z.int().min(0);
const metadata = z.record(z.string(), z.string()).nullish();

/** A refund: https://docs.stripe.com/api/refunds/object */
export const stripeRefundSchema = z.object({
  id: z.string(),
  amount: units,
  currency: z.string(),
  created: time,
  charge: z.string().nullish(),
  payment_intent: z.string().nullish(),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
});

/** A dispute: https://docs.stripe.com/api/disputes/object */
export const stripeDisputeSchema = z.object({
  id: z.string(),
  amount: units,
  currency: z.string(),
  created: time,
  charge: z.string(),
  payment_intent: z.string().nullish(),
  reason: z.string().transform((text) => text.slice(0, 300)),
  status: z.string(),
  /** Money withdrawn (below 0) and reinstated. */
  balance_transactions: z.array(z.object({ amount: z.int() })),
  /** 0 where no answer is allowed. */
  evidence_details: z.object({ due_by: time.nullish() }),
});

/** A charge with its movement of the account: https://docs.stripe.com/api/charges/object */
export const stripeChargeSchema = z.object({
  id: z.string(),
  amount_captured: units,
  captured: z.boolean(),
  currency: z.string(),
  created: time,
  livemode: z.boolean(),
  payment_intent: z.string().nullish(),
  status: z.string(),
  metadata,
  /** Null until the money is in the account; in the account's currency. */
  balance_transaction: z.object({ fee: z.int(), currency: z.string() }).nullable(),
});

/** A page of a list: https://docs.stripe.com/api/pagination */
export function stripeListSchema<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), has_more: z.boolean() });
}

/** The owner of a key. */
export const stripeAccountSchema = z.object({ id: z.string() });

/** An error: https://docs.stripe.com/api/errors */
export const stripeErrorSchema = z.object({
  error: z.object({
    type: z.string(),
    code: z.string().nullish(),
    message: z.string().optional(),
  }),
});

/** A hook, as far as it names a Checkout Session, or a payment's refund or dispute. */
export const stripeHookSchema = z.object({
  type: z.string(),
  data: z.object({
    object: z.discriminatedUnion("object", [
      z.object({ object: z.literal("checkout.session"), id: z.string().regex(STRIPE_SESSION_ID) }),
      z.object({ object: z.literal("charge"), ...ofIntent }),
      z.object({ object: z.literal("refund"), ...ofIntent }),
      z.object({ object: z.literal("dispute"), ...ofIntent, id: z.string().regex(STRIPE_ID) }),
    ]),
  }),
});
