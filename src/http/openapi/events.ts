import type { ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { type EventType, FAILURE_REASONS, UPDATE_STEPS } from "../../domain/events.ts";
import { PAYMENT_STATES, SESSION_STATES } from "../../domain/lifecycle.ts";
import { PAYMENT_METHODS } from "../../domain/merchant.ts";
import { UNEXPECTED_REASONS } from "../../domain/unexpected_payment.ts";
import { orderSchema } from "../../schema/api/order.ts";
import type { Examples } from "./examples.ts";

const decimal = (description: string) =>
  z.string().meta({ description: `${description}: decimal text in the major unit` });

/** What every event says of its session. */
const sessionFields = {
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

/** A field of an event's data. */
type Fields = Readonly<Record<string, z.ZodType>>;

interface EventDocs {
  readonly summary: string;
  /** Besides {@link sessionFields}. */
  readonly fields?: Fields;
}

/** What the events of a payment say besides: enough to collect or refund it. */
const paymentFields = {
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

const unexpectedSchema = z.object({
  id: z.uuid().meta({ description: "The record, as `checkoutctl payment show` takes it" }),
  payment_id: z.string().meta({ description: "The payment as it was named" }),
  reference: z.string().meta({ description: "The payment provider's reference" }),
  amount: z.string().nullable().meta({ description: "As reported; null when none was" }),
  currency_code: z.string().meta({ description: "ISO 4217, as reported, else the session's" }),
  reason: z.enum(UNEXPECTED_REASONS).meta({ description: "Code of the refusal" }),
  message: z.string().meta({ description: "The refusal for people" }),
});

const EVENTS: Readonly<Record<EventType, EventDocs>> = {
  "session.created": { summary: "A session was created" },
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
  "session.abandoned": { summary: "The session was given up, or expired" },
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
      unexpected: unexpectedSchema.meta({ description: "The result that was refused" }),
    },
  },
  "otp.requested": {
    summary: "Send a one-time code to a phone",
    fields: {
      phone: z.string().meta({ description: "Where to send the code, E.164" }),
      otp: z.string().nullable().meta({ description: "The code; null once it was blotted out" }),
      expires_at: z.iso.datetime().meta({ description: "When the code expires" }),
    },
  },
};

/** Data of an event of a type, as it is sent. */
export function eventDataSchema(type: EventType): z.ZodObject {
  return z.object({ ...sessionFields, ...EVENTS[type].fields });
}

/** What is sent to a merchant's endpoints, for the section `webhooks` of the document. */
export function eventWebhooks({ events }: Examples): ZodOpenApiPathsObject {
  const described = Object.entries(EVENTS).map(([type, { summary }]) => {
    const body = z.object({
      type: z.literal(type).meta({ description: "The event type" }),
      timestamp: z.iso.datetime().meta({ description: "When it happened" }),
      data: eventDataSchema(type as EventType).meta({ description: "What happened to what" }),
    });
    const post = {
      operationId: `on${pascalCase(type)}`,
      summary,
      description:
        `${summary}. Answer 2xx within ten seconds to take it; anything else is retried.`,
      tags: ["Events"],
      security: [],
      requestParams: { header: signatureHeaders },
      requestBody: {
        required: true,
        description: "The event",
        content: { "application/json": { schema: body, example: events[type as EventType] } },
      },
      responses: {
        "200": { description: "Taken; any 2xx is" },
        "410": { description: "Disables this endpoint" },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(described);
}

const signatureHeaders = z.object({
  "webhook-id": z.uuid().meta({
    param: { id: "WebhookId" },
    description: "The event's id, the same on every attempt: know a repeated event by it",
  }),
  "webhook-timestamp": z.string().meta({
    param: { id: "WebhookTimestamp" },
    description: "Seconds since 1970, of this attempt",
  }),
  "webhook-signature": z.string().meta({
    param: { id: "WebhookSignature" },
    description: "`v1,` and the HMAC-SHA256 of id, timestamp and body in base64",
  }),
});

/** `session.created` as `SessionCreated`. */
function pascalCase(type: string): string {
  return type.split(/[.-]/).map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}
