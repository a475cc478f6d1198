import { z } from "zod";
import {
  type EventFields,
  FAILURE_REASONS,
  type PaymentEventFields,
  type RefundFields,
  type SessionEventFields,
  type SessionEventType,
  UPDATE_STEPS,
} from "../../domain/event_fields.ts";
import { type EventType, isOfShop, type ShopEventType } from "../../domain/events.ts";
import { CROSSED_LIMITS, type LimitCrossedFields } from "../../domain/limit_crossed.ts";
import type { ManyUnknownFields } from "../../domain/many_unknown.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import { UNEXPECTED_REASONS } from "../../domain/session/payment.ts";
import { DISPUTE_STATUSES, REFUND_ORIGINS, REFUND_STATES } from "../../domain/session/refund.ts";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import { orderSchema } from "./order.ts";
import { returnedLines } from "./refund.ts";

// The domain encodes events when it decides them; these schemas have the same fields.

/** A schema for each field. */
type Shape<Fields> = { readonly [Name in keyof Fields]: z.ZodType<Fields[Name]> };

const decimal = (description: string) =>
  z.string().meta({ description: `${description}: decimal text in the major unit` });

const sessionFields: Shape<SessionEventFields> = {
  session_id: z.uuid().meta({ description: "Id of the session" }),
  merchant_id: z.uuid().meta({ description: "Id of the merchant" }),
  reference: z.string().nullable().meta({
    description: "Your reference from Create Session; null without one",
  }),
  version: z.int().meta({
    description: "Grows with every change: a higher version is newer",
  }),
  session_state: z.enum(SESSION_STATES).meta({ description: "State of the checkout" }),
  payment_state: z.enum(PAYMENT_STATES).meta({ description: "State of the payment" }),
  currency_code: z.string().meta({ description: "ISO 4217" }),
  total_payable: decimal("Final amount the customer pays"),
  amount_paid: decimal("Amount received so far"),
  amount_refunded: decimal("Amount that refunds give back, without those that failed"),
  shipping_option: z.string().nullable().meta({
    description: "Id of the shipping option; null without an address",
  }),
  cod_order: z.boolean().meta({ description: "The customer chose cash on delivery" }),
  order_number: z.string().nullable().meta({
    description: "Number of the order; null until it is placed",
  }),
  payment_id: z.uuid().nullable().meta({
    description: "Id of the latest payment; null before the first",
  }),
  livemode: z.boolean().meta({ description: "False for an event of a test session" }),
};

const paymentFields: Shape<PaymentEventFields> = {
  payment_amount: z.string().nullable().meta({
    description: "Amount to collect, decimal text in the major unit; null without a payment",
  }),
  payment_method: z.enum(PAYMENT_METHODS).nullable().meta({
    description: "`COD` is the prepaid part of a cash-on-delivery order; null without a payment",
  }),
  payment_reference: z.string().nullable().meta({
    description: "The payment provider's reference; null until there is a result",
  }),
  payment_due_at: z.iso.datetime().nullable().meta({
    description: "Until when a manual payment is awaited; null for a provider's",
  }),
};

const unexpectedFields: Shape<EventFields["payment.unexpected"]["unexpected"]> = {
  id: z.uuid().meta({ description: "Id of the record, for `checkoutctl payment show`" }),
  payment_id: z.string().meta({ description: "Payment id as reported" }),
  reference: z.string().meta({ description: "The payment provider's reference" }),
  amount: z.string().nullable().meta({ description: "Amount as reported; null if none was" }),
  currency_code: z.string().meta({ description: "ISO 4217, as reported, else the session's" }),
  reason: z.enum(UNEXPECTED_REASONS).meta({ description: "Error code of the refused result" }),
  message: z.string().meta({ description: "Message of the error" }),
};

const refundFields: Shape<RefundFields> = {
  ...paymentFields,
  refund: z.object({
    id: z.uuid().meta({ description: "Id of the refund" }),
    payment_id: z.uuid().nullable().meta({
      description: "Payment whose money goes back; null for cash",
    }),
    amount: decimal("Amount that goes back"),
    lines: returnedLines,
    reason: z.string().nullable().meta({ description: "Reason; null without one" }),
    reference: z.string().nullable().meta({
      description: "The payment provider's reference of the refund; null until it is known",
    }),
    state: z.enum(REFUND_STATES).meta({ description: "State of the refund" }),
    origin: z.enum(REFUND_ORIGINS).meta({
      description: "`PROVIDER`: made in the provider's own dashboard",
    }),
    failure: z.string().nullable().meta({ description: "Why it failed; null unless it did" }),
  }).meta({ description: "The refund" }),
};

const EVENTS: {
  readonly [Type in SessionEventType]: {
    readonly summary: string;
    readonly fields: Shape<EventFields[Type]>;
  };
} = {
  "session.created": { summary: "A session was created", fields: {} },
  "session.updated": {
    summary: "A step changed the session or its price",
    fields: { step: z.enum(UPDATE_STEPS).meta({ description: "Cause of the change" }) },
  },
  "session.completed": {
    summary: "The order is complete: paid, or placed with cash on delivery",
    fields: { order: orderSchema.meta({ description: "The order, as in the session" }) },
  },
  "order.collected": {
    summary: "Cash for an order was recorded",
    fields: { amount_collected: decimal("Amount recorded now") },
  },
  "order.cancelled": {
    summary: "The order was cancelled: refund what was paid",
    fields: {
      ...paymentFields,
      order: orderSchema.meta({ description: "The order, as in the session" }),
      coins_returned: z.int().meta({ description: "Redeemed coins that the customer got back" }),
      coins_taken_back: z.int().meta({
        description: "Earned coins taken back, as far as the customer still had them",
      }),
    },
  },
  "session.abandoned": { summary: "The session was abandoned or has expired", fields: {} },
  "session.idle": {
    summary: "A customer who can be reached has left an open session alone",
    fields: {
      recovery_url: z.string().nullable().meta({
        description: "Link for the customer, to continue; null if the server serves no such page",
      }),
    },
  },
  "payment.pending": { summary: "A payment was started", fields: paymentFields },
  "payment.paid": {
    summary: "The order, or its prepaid part, was paid",
    fields: paymentFields,
  },
  "payment.failed": {
    summary: "A payment failed, was cancelled or was replaced",
    fields: {
      ...paymentFields,
      reason: z.enum(FAILURE_REASONS).meta({ description: "Reason" }),
    },
  },
  "payment.unexpected": {
    summary: "A PAID result was refused because it cannot become an order",
    fields: {
      ...paymentFields,
      unexpected: z.object(unexpectedFields).meta({ description: "The result that was refused" }),
    },
  },
  "payment.disputed": {
    summary: "The customer's bank disputes the payment, or has decided",
    fields: {
      ...paymentFields,
      dispute: z.object({
        reference: z.string().meta({ description: "The payment provider's reference" }),
        amount: decimal("Amount that is disputed"),
        reason: z.string().meta({ description: "Reason, as the provider says" }),
        status: z.enum(DISPUTE_STATUSES).meta({ description: "State of the dispute" }),
        evidence_due_at: z.iso.datetime().nullable().meta({
          description: "Until when evidence can be sent; null if it cannot",
        }),
      }).meta({ description: "The dispute" }),
    },
  },
  "refund.requested": {
    summary: "Money is to go back to the customer, or goods came back",
    fields: refundFields,
  },
  "refund.done": { summary: "Money went back to the customer", fields: refundFields },
  "refund.failed": {
    summary: "Money did not go back: refund it again, or by another way",
    fields: refundFields,
  },
  "otp.requested": {
    summary: "Send a one-time code to a phone",
    fields: {
      phone: z.string().meta({ description: "Phone number to send the code to, E.164" }),
      otp: z.string().nullable().meta({ description: "The code; null once it was redacted" }),
      expires_at: z.iso.datetime().meta({ description: "When the code expires" }),
    },
  },
};

const manyUnknownFields: Shape<ManyUnknownFields> = {
  merchant_id: z.uuid().meta({ description: "Id of the merchant" }),
  key_id: z.uuid().meta({ description: "Id of the API key, as in `checkoutctl key list`" }),
  day: z.iso.date().meta({ description: "The day, in UTC" }),
  more_than: z.int().meta({ description: "Results of that day that this event waits for" }),
  livemode: z.boolean().meta({ description: "False for a test key" }),
};

const limitCrossedFields: Shape<LimitCrossedFields> = {
  merchant_id: z.uuid().meta({ description: "Id of the merchant" }),
  limit: z.enum(CROSSED_LIMITS).meta({ description: "The limit, by its name in seed files" }),
  value: z.string().meta({ description: "The limit's value, as decimal text" }),
  count: z.string().meta({ description: "What there was, and of a day what was refused first" }),
  currency_code: z.string().nullable().meta({ description: "Of amounts; null for a number" }),
  begins_at: z.iso.datetime().meta({ description: "Start of the hour, or of the shop's day" }),
  ends_at: z.iso.datetime().meta({ description: "Its end" }),
  livemode: z.boolean().meta({ description: "Always true" }),
};

const SHOP_EVENTS: Readonly<
  Record<ShopEventType, { readonly summary: string; readonly fields: z.ZodRawShape }>
> = {
  "payment.many-unknown": {
    summary:
      "A key reported more than 1,000 PAID results in a day of payments that the shop never had",
    fields: manyUnknownFields,
  },
  "limit.crossed": {
    summary: "A number went above a limit of the shop, or a limit of its day refused something",
    fields: limitCrossedFields,
  },
};

/** One-sentence summary of an event type. */
export function eventSummary(type: EventType): string {
  return isOfShop(type) ? SHOP_EVENTS[type].summary : EVENTS[type].summary;
}

const extraFields = {
  buyer: z.object({
    email: z.string().nullable().meta({ description: "E-mail of the buyer; null while unknown" }),
  }).optional().meta({
    description: "Only for endpoints that were added with `--include buyer.email`",
  }),
};

/** Schema of the data of an event type, as sent. */
export function eventDataSchema(type: EventType): z.ZodObject {
  return isOfShop(type)
    ? z.object(SHOP_EVENTS[type].fields)
    : z.object({ ...sessionFields, ...EVENTS[type].fields, ...extraFields });
}
