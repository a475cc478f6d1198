import type { ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { EVENT_TYPES } from "../../../domain/events.ts";
import { eventDataSchema, eventSummary } from "../../../schema/api/event.ts";
import type { Examples } from "./examples.ts";

/** Webhook events, for the section `webhooks` of the document. */
export function eventWebhooks({ events }: Examples): ZodOpenApiPathsObject {
  const described = EVENT_TYPES.map((type) => {
    const summary = eventSummary(type);
    const body = z.object({
      type: z.literal(type).meta({ description: "The event type" }),
      timestamp: z.iso.datetime().meta({ description: "Time of the event" }),
      data: eventDataSchema(type).meta({ description: "Data of the event" }),
    });
    const post = {
      operationId: `on${pascalCase(type)}`,
      summary,
      description:
        `${summary}. Answer with a 2xx status within ten seconds; any other answer is retried.`,
      tags: ["Events"],
      security: [],
      requestParams: { header: signatureHeaders },
      requestBody: {
        required: true,
        description: "The event",
        content: { "application/json": { schema: body, example: events[type] } },
      },
      responses: {
        "200": { description: "Received; any 2xx status will do" },
        "410": { description: "Disables the endpoint: it gets no more events" },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(described);
}

const signatureHeaders = z.object({
  "webhook-id": z.uuid().meta({
    param: { id: "WebhookId" },
    description: "Id of the event, the same for every attempt: use it to ignore repeats",
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
