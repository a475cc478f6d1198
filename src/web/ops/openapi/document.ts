import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { z } from "zod";
import { bodyForNone } from "../../../schema/api/fields.ts";
import { takesIdempotencyKey } from "../../idempotent.ts";
import { type DocumentedOperation, isDocumented, type Operation } from "../../operation.ts";
import { eventWebhooks } from "./events.ts";
import { errorExamples, type Examples } from "./examples.ts";
import { failures, failureSchema } from "./failures.ts";
import { answerHeaders, commonHeaders, sharedHeaders } from "./headers.ts";

/** Version of the API (spec section 9), which differs from the program's. */
export const API_VERSION = "1.0.0";

/** Parts of the document. */
export interface DocumentParts {
  readonly operations: readonly Operation[];
  /** Shown in the description, beside the API's version. */
  readonly programVersion: string;
  readonly examples: Examples;
}

/**
 * Makes the OpenAPI 3.1 document of these operations from the schemas that validate their requests.
 */
export function openApiDocument(
  { operations, programVersion, examples }: DocumentParts,
): ReturnType<typeof createDocument> {
  const documented = operations.filter(isDocumented);
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of documented) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, examples),
    };
  }
  return opened(createDocument({
    openapi: "3.1.1",
    info: {
      title: "Checkout sessions",
      version: API_VERSION,
      description:
        "Send an API key with every request: `Authorization: Bearer ck_live_...`. Use the key " +
        "in your backend only. `checkoutctl key create` makes a key, and `checkoutd --demo` " +
        "prints one for the shop of these examples.\n\n" +
        "A checkout: `POST /session` creates a session from a cart, `GET /session/{id}` reads " +
        "it, and the steps under Checkout take it to an order. Every step answers with the " +
        "whole session. The operations under Operations need no key.\n\n" +
        "Amounts are in the major unit of the session's currency: 3595 is 3595 rupees. " +
        "Answers may gain fields and error codes: ignore those that you do not know. Add " +
        "`?indent` to a path for indented JSON. An unknown path answers 404 " +
        "`error.not-found`; a known path with another method answers 405 " +
        "`error.method-not-allowed` with `Allow`; `HEAD` answers as `GET` without the body, " +
        "and `OPTIONS` with 204 and `Allow`.\n\n" +
        `Served by checkoutd ${programVersion}.`,
      contact: { name: "The operator of this server" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    tags: [
      { name: "Sessions", description: "Create and read sessions" },
      { name: "Checkout", description: "Steps that take a session to an order" },
      {
        name: "Lists",
        description: "Orders, sessions, refunds and unexpected payments, a page at a time",
      },
      { name: "Operations", description: "Health checks and documentation" },
      {
        name: "Events",
        description: "Requests to your webhook endpoints, signed (Standard Webhooks)",
      },
    ],
    paths,
    webhooks: eventWebhooks(examples),
    components: {
      headers: sharedHeaders(),
      schemas: { Failure: failureSchema(documented) },
      examples: errorExamples(examples),
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: `ck_live_` and 36 letters and digits. Server-side only. A key may have " +
            "fewer than all scopes; each operation names the one that it needs.",
        },
      },
    },
  }));
}

/**
 * Removes `additionalProperties: false`: answers and events may gain fields, and requests may have
 * unknown ones.
 */
function opened<Part>(part: Part): Part {
  if (typeof part !== "object" || part === null) return part;
  if ("additionalProperties" in part && part.additionalProperties === false) {
    delete part.additionalProperties;
  }
  for (const value of Object.values(part)) opened(value);
  return part;
}

function describe(operation: DocumentedOperation, examples: Examples): ZodOpenApiOperationObject {
  const { docs, id } = operation;
  const isKeyed = operation.access === "key";
  const params = Object.entries(docs.params ?? {});
  return {
    operationId: id,
    summary: docs.summary,
    description: isKeyed
      ? `${docs.description}\n\nScope of the key: \`${operation.scope}\`.`
      : docs.description,
    tags: [docs.tag],
    security: isKeyed ? [{ apiKey: [] }] : [],
    requestParams: {
      ...(params.length > 0 && { path: pathParams(params) }),
      ...(docs.query && { query: docs.query }),
      ...(takesIdempotencyKey(operation) && { header: idempotencyHeader }),
    },
    ...(docs.body && {
      requestBody: {
        required: bodyForNone(docs.body) === undefined,
        description: "A JSON object with the field `data`",
        content: { "application/json": { schema: docs.body, example: docs.bodyExample } },
      },
    }),
    responses: {
      [`${docs.success.status}`]: successResponse(operation, examples),
      ...failures(operation, examples),
    },
  };
}

function successResponse(
  operation: DocumentedOperation,
  examples: Examples,
): ZodOpenApiResponseObject {
  const { docs: { success } } = operation;
  const replayed = takesIdempotencyKey(operation) ? ["Idempotent-Replayed" as const] : [];
  const example = examples.answers[operation.id];
  return {
    description: success.description,
    headers: answerHeaders(
      [...commonHeaders(operation), "Cache-Control", ...replayed],
      success.headers,
    ),
    content: {
      [success.mediaType ?? "application/json"]: {
        schema: success.schema ?? z.looseObject({}),
        ...(example !== undefined && { example }),
      },
    },
  };
}

function pathParams(described: readonly (readonly [string, string])[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      described.map(([name, description]) => [name, z.string().meta({ description })]),
    ),
  );
}

const idempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    param: { id: "IdempotencyKey" },
    description:
      "Unique key of this request, for example a random UUID. To repeat a request safely, send it " +
      "again with the same key and body within 24 hours: nothing is done twice, and you get the " +
      "recorded answer. Use a new key for every new request. Keys count per merchant, method and path.",
    example: "3f0c1c0a-7d0e-4a53-9d8f-6a2f1e0b7c55",
  }),
});
