import { z } from "zod";
import {
  type EventFields,
  type EventType,
  FAILURE_REASONS,
  type PaymentEventFields,
  type SessionEventFields,
  UPDATE_STEPS,
} from "../../domain/events.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/session/lifecycle.ts";
import { UNEXPECTED_REASONS } from "../../domain/session/payment.ts";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import { orderSchema } from "./order.ts";

// The domain encodes events when it decides them; these schemas have exactly its fields.

/** A schema for each field. */
type Shape<Fields> = { readonly [Name in keyof Fields]: z.ZodType<Fields[Name]> };

const decimal = (description: string) =>
  z.string().meta({ description: `${description}: decimal text in the major unit` });

const sessionFields: Shape<SessionEventFields> = {
  session_id: z.uuid().meta({ description: "The session" }),
  merchant_id: z.uuid().meta({ description: "The session's merchant" }),
  reference: z.string().nullable().meta({ description: "The shop's own; null for none" }),
  version: z.int().meta({
    description: "Grows with every change: the higher one is the later one",
  }),
  session_state: z.enum(SESSION_STATES).meta({ description: "State of the checkout" }),
  payment_state: z.enum(PAYMENT_STATES).meta({ description: "State of the payment" }),
  currency_code: z.string().meta({ description: "ISO 4217" }),
  total_payable: decimal("Final amount the customer pays"),
  amount_paid: decimal("Amount received so far"),
  cod_order: z.boolean().meta({ description: "The customer chose cash on delivery" }),
  payment_id: z.uuid().nullable().meta({ description: "The latest payment; null before one" }),
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
};

const unexpectedFields: Shape<EventFields["payment.unexpected"]["unexpected"]> = {
  id: z.uuid().meta({ description: "The record, as `checkoutctl payment show` takes it" }),
  payment_id: z.string().meta({ description: "The payment as it was named" }),
  reference: z.string().meta({ description: "The payment provider's reference" }),
  amount: z.string().nullable().meta({ description: "As reported; null when none was" }),
  currency_code: z.string().meta({ description: "ISO 4217, as reported, else the session's" }),
  reason: z.enum(UNEXPECTED_REASONS).meta({ description: "Code of the refusal" }),
  message: z.string().meta({ description: "The refusal for people" }),
};

const EVENTS: {
  readonly [Type in EventType]: {
    readonly summary: string;
    readonly fields: Shape<EventFields[Type]>;
  };
} = {
  "session.created": { summary: "A session was created", fields: {} },
  "session.updated": {
    summary: "A step changed the session or its price",
    fields: { step: z.enum(UPDATE_STEPS).meta({ description: "What changed it" }) },
  },
  "session.completed": {
    summary: "The order is made: paid, or placed with cash on delivery",
    fields: { order: orderSchema.meta({ description: "The order, as the session shows it" }) },
  },
  "order.collected": {
    summary: "Cash of a completed order was recorded",
    fields: { amount_collected: decimal("Amount recorded now") },
  },
  "session.abandoned": { summary: "The session was given up, or expired", fields: {} },
  "payment.pending": { summary: "A payment was started", fields: paymentFields },
  "payment.paid": {
    summary: "A payment was paid: of the order, or of its prepaid part",
    fields: paymentFields,
  },
  "payment.failed": {
    summary: "A payment ended without money",
    fields: {
      ...paymentFields,
      reason: z.enum(FAILURE_REASONS).meta({ description: "Why it ended" }),
    },
  },
  "payment.unexpected": {
    summary: "A PAID result cannot become an order",
    fields: {
      ...paymentFields,
      unexpected: z.object(unexpectedFields).meta({ description: "The result that was refused" }),
    },
  },
  "otp.requested": {
    summary: "Send a one-time code to a phone",
    fields: {
      phone: z.string().meta({ description: "Where to send the code, E.164" }),
      otp: z.string().nullable().meta({ description: "The code; null once it was redacted" }),
      expires_at: z.iso.datetime().meta({ description: "When the code expires" }),
    },
  },
};

/** One sentence on each type of event. */
export function eventSummary(type: EventType): string {
  return EVENTS[type].summary;
}

/** Data of an event of a type, as it is sent. */
export function eventDataSchema(type: EventType): z.ZodObject {
  return z.object({ ...sessionFields, ...EVENTS[type].fields });
}
