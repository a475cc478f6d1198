import type { ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { EVENT_TYPES, type EventType } from "../../../domain/events.ts";
import { eventDataSchema, eventSummary } from "../../../schema/api/event.ts";
import type { Examples } from "./examples.ts";

/** Webhook events, and messages of several, for the section `webhooks` of the document. */
export function eventWebhooks({ events }: Examples): ZodOpenApiPathsObject {
  const described: Message[] = EVENT_TYPES.map((type) => ({
    name: type,
    summary: eventSummary(type),
    about: "The event",
    schema: eventSchema(type),
    example: events[type],
  }));
  const [first] = described;
  const batch = {
    name: "batch",
    summary: "Several events, to an endpoint that takes them together",
    about: "Up to 100 events of a lane, in their order",
    schema: z.object({
      type: z.literal("batch").meta({ description: "No event type" }),
      timestamp: z.iso.datetime().meta({ description: "Time of the last event" }),
      data: z.object({
        events: z.array(z.union(described.map(({ schema }) => schema.extend({ id: eventId }))))
          .meta({ description: "The events, each with its id" }),
      }).meta({ description: "The events" }),
    }),
    example: batchOf(first?.example),
  };
  return Object.fromEntries([...described, batch].map((one) => [one.name, { post: postOf(one) }]));
}

/** A message of one event that an example has. */
function batchOf(event: unknown) {
  const { timestamp, ...rest } = event as { readonly timestamp: string };
  const id = "01a1f89e-2ca5-77da-8a51-e058c3247390";
  return { type: "batch", timestamp, data: { events: [{ id, timestamp, ...rest }] } };
}

/** A message that the server sends. */
interface Message {
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  readonly schema: z.ZodObject;
  readonly example: unknown;
}

function postOf({ name, summary, about, schema, example }: Message) {
  return {
    operationId: `on${pascalCase(name)}`,
    summary,
    description:
      `${summary}. Answer with a 2xx status within ten seconds; any other answer is retried.`,
    tags: ["Events"],
    security: [],
    requestParams: { header: signatureHeaders },
    requestBody: {
      required: true,
      description: about,
      content: { "application/json": { schema, example } },
    },
    responses: {
      "200": { description: "Received; any 2xx status will do" },
      "410": { description: "Disables the endpoint: it gets no more events" },
    },
  };
}

const eventId = z.uuid().meta({
  description: "Id of the event, its `webhook-id` in a message of its own",
});

function eventSchema(type: EventType): z.ZodObject {
  return z.object({
    type: z.literal(type).meta({ description: "The event type" }),
    timestamp: z.iso.datetime().meta({ description: "Time of the event" }),
    data: eventDataSchema(type)
      .meta({ id: `${pascalCase(type)}Event`, description: "Data of the event" }),
  });
}

const signatureHeaders = z.object({
  "webhook-id": z.uuid().meta({
    param: { id: "WebhookId" },
    description:
      "Id of the event or of several, the same for every attempt: use it to ignore repeats",
  }),
  "webhook-timestamp": z.string().meta({
    param: { id: "WebhookTimestamp" },
    description: "Time of this attempt in seconds since 1970",
  }),
  "webhook-signature": z.string().meta({
    param: { id: "WebhookSignature" },
    description:
      "`v1,` and the HMAC-SHA256 of id, timestamp and body in base64; two, separated by a " +
      "space, while the secret is rotated",
  }),
});

/** Converts `session.created` to `SessionCreated`. */
function pascalCase(type: string): string {
  return type.split(/[.-]/).map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}
