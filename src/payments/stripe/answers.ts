import { z } from "zod";

/** Ids of Checkout Sessions, the references of payments at Stripe. */
export const STRIPE_SESSION_ID = /^cs_(?:live|test)_\w{1,200}$/;

/** Ids of PaymentIntents, by which a payment is refunded. */
export const STRIPE_INTENT_ID = /^pi_\w{1,200}$/;

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

/** The fields of a refund that are used. Its states: https://docs.stripe.com/api/refunds/object */
export const stripeRefundSchema = z.object({
  id: z.string(),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** {@link stripeRefundSchema}, read. */
export type StripeRefund = z.infer<typeof stripeRefundSchema>;

/** The refunds of a payment. */
export const stripeRefundsSchema = z.object({ data: z.array(stripeRefundSchema) });

/** The owner of a key. */
export const stripeAccountSchema = z.object({ id: z.string() });

/** An error: https://docs.stripe.com/api/errors */
export const stripeErrorSchema = z.object({
  error: z.object({ type: z.string(), message: z.string().optional() }),
});

/** A hook, as far as it names a Checkout Session. */
export const stripeHookSchema = z.object({
  type: z.string().startsWith("checkout.session."),
  data: z.object({ object: z.object({ id: z.string().regex(STRIPE_SESSION_ID) }) }),
});
