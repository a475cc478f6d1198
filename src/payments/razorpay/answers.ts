import { z } from "zod";
import { Unreachable } from "../provider.ts";

/** Razorpay adds fields to its answers: unknown ones are allowed everywhere. */

/** Seconds since 1970. */
const time = z.int().nonnegative();
const subunits = z.int().nonnegative();
const code = z.string().regex(/^[A-Z]{3}$/);
const linkId = idSchema("plink");
const paymentId = idSchema("pay");

/** A payment link: https://razorpay.com/docs/api/payments/payment-links/entity/. */
export const razorpayLinkSchema = z.looseObject({
  id: linkId,
  reference_id: z.string(),
  amount: subunits,
  currency: code,
  short_url: z.string(),
  /** 0 for none. */
  expire_by: time,
  status: z.enum(["created", "partially_paid", "expired", "cancelled", "paid"]),
  /** Captured payments only. */
  payments: z.array(z.looseObject({ payment_id: paymentId, amount: subunits, status: z.string() }))
    .nullish(),
  /** Not documented, and in the examples: the order that the link makes once a customer tries. */
  order_id: idSchema("order").nullish(),
});

/** A payment link. */
export type RazorpayLink = z.infer<typeof razorpayLinkSchema>;

/** A search for links; unlike other lists it is not called `items`. */
export const razorpayLinksSchema = z.looseObject({ payment_links: z.array(razorpayLinkSchema) });

/** The attempts to pay an order: https://razorpay.com/docs/api/orders/fetch-payments/. */
export const razorpayAttemptsSchema = z.looseObject({
  items: z.array(z.looseObject({
    id: paymentId,
    amount: subunits,
    currency: code,
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    /** Of a refunded one: false if it was given back without ever having been taken. */
    captured: z.boolean().nullish(),
  })),
});

/** A payment: https://razorpay.com/docs/api/payments/entity/. */
export const razorpayPaymentSchema = z.looseObject({
  id: paymentId,
  amount: subunits,
  currency: z.string(),
  status: z.string(),
  captured: z.boolean().nullish(),
  /** With its tax; null until the payment is captured. */
  fee: subunits.nullish(),
  /** The currency of the fee, where it is not the payment's. */
  base_currency: z.string().nullish(),
  notes: z.unknown(),
  created_at: time,
});

/** A refund: https://razorpay.com/docs/api/refunds/entity/. */
export const razorpayRefundSchema = z.looseObject({
  id: idSchema("rfnd"),
  amount: subunits,
  currency: z.string(),
  payment_id: paymentId,
  status: z.string(),
  /** An empty list if there are none. */
  notes: z.unknown(),
  created_at: time,
});

/** A dispute: https://razorpay.com/docs/api/disputes/entity/. */
export const razorpayDisputeSchema = z.looseObject({
  id: idSchema("disp"),
  amount: subunits,
  currency: z.string(),
  payment_id: paymentId,
  reason_code: z.string().transform((text) => text.slice(0, 300)),
  respond_by: time.nullish(),
  status: z.string(),
  created_at: time,
});

/** A list. */
export function razorpayItemsSchema<T extends z.ZodType>(item: T) {
  return z.looseObject({ items: z.array(item) });
}

/** Our marks in the notes of a payment and of a refund. */
export const razorpayNotesSchema = z.looseObject({
  payment_id: z.string().optional(),
  shop_id: z.string().optional(),
  session_id: z.string().optional(),
  refund_id: z.string().optional(),
});

/** An error: https://razorpay.com/docs/errors/. */
export const razorpayErrorSchema = z.looseObject({
  error: z.looseObject({ description: z.string().min(1) }),
});

/** A hook about a payment link: https://razorpay.com/docs/webhooks/payment-links/. */
export const razorpayLinkHookSchema = z.looseObject({
  event: z.enum([
    "payment_link.paid",
    "payment_link.partially_paid",
    "payment_link.expired",
    "payment_link.cancelled",
  ]),
  payload: z.looseObject({
    payment_link: z.looseObject({ entity: z.looseObject({ id: linkId }) }),
  }),
});

/** A hook about a refund: https://razorpay.com/docs/webhooks/refunds/. */
export const razorpayRefundHookSchema = z.looseObject({
  event: z.string().startsWith("refund."),
  payload: z.looseObject({
    refund: z.looseObject({ entity: z.looseObject({ payment_id: paymentId }) }),
  }),
});

/** A hook about a dispute: https://razorpay.com/docs/webhooks/disputes/. */
export const razorpayDisputeHookSchema = z.looseObject({
  event: z.string().startsWith("payment.dispute."),
  payload: z.looseObject({
    dispute: z.looseObject({
      entity: z.looseObject({ id: idSchema("disp"), payment_id: paymentId }),
    }),
  }),
});

/** True for an id of a thing: `rfnd_29QQoUBi66xm2f`. */
export function isRazorpayId(prefix: "pay" | "rfnd" | "disp", text: string): boolean {
  return idSchema(prefix).safeParse(text).success;
}

/**
 * Reads an answer.
 *
 * @throws {Unreachable} for an answer of another form, of which nothing is said: it may have a name
 */
export function readRazorpay<T>(schema: z.ZodType<T>, json: unknown): T {
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.join(".") ?? "";
  throw new Unreachable(`Razorpay answered in an unknown form: ${place || "no object"}`);
}

/** Parses JSON; undefined for any other text. */
export function razorpayJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function idSchema(prefix: string): z.ZodString {
  return z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]{1,64}$`));
}
