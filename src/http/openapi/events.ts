import type { ZodOpenApiPathsObject } from "zod-openapi";
import { z } from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";
import { eventDataSchema, eventSummary } from "../../schema/api/event.ts";
import type { Examples } from "./examples.ts";

/** Events to a merchant's endpoints, for the section `webhooks` of the document. */
export function eventWebhooks({ events }: Examples): ZodOpenApiPathsObject {
  const described = EVENT_TYPES.map((type) => {
    const summary = eventSummary(type);
    const body = z.object({
      type: z.literal(type).meta({ description: "The event type" }),
      timestamp: z.iso.datetime().meta({ description: "When it happened" }),
      data: eventDataSchema(type).meta({ description: "What happened to what" }),
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
        content: { "application/json": { schema: body, example: events[type] } },
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
