import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { z } from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import { takesIdempotencyKey } from "./idempotent.ts";
import type { Operation } from "./operation.ts";
import { STATUS } from "./problem.ts";
import { failureSchema } from "./schemas.ts";

/** The version of the interface (spec section 9), which is not the program's. */
export const API_VERSION = "1.0.0";

/** What any operation can answer with. */
const COMMON_ERRORS: readonly ErrorCode[] = ["error.invalid-request", "error.internal"];

/** What any operation that needs a key can answer with. */
const KEYED_ERRORS: readonly ErrorCode[] = [
  "error.unauthorized",
  "error.rate-limit-exceeded",
  "error.unavailable",
];

/** What any operation that reads a body can answer with. */
const BODY_ERRORS: readonly ErrorCode[] = [
  "error.invalid-json",
  "error.payload-too-large",
  "error.unsupported-media-type",
  "error.request-timeout",
];

/** What any operation that takes an `Idempotency-Key` can answer with. */
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  "error.idempotency-in-progress",
  "error.idempotency-key-reused",
  "error.idempotency-key-stale",
];

/** What says when to come again. */
const RETRIED: ReadonlySet<ErrorCode> = new Set([
  "error.rate-limit-exceeded",
  "error.unavailable",
  "error.idempotency-in-progress",
]);

const HEADERS = {
  "Cache-Control": "`no-store`",
  "X-Content-Type-Options": "`nosniff`",
  "X-Request-Id":
    "The caller's `X-Request-Id` if it is 1 to 64 of `A-Za-z0-9._-`, else one of ours",
  "RateLimit-Policy": 'The limit: `"key";q=100;w=60` is 100 requests in any 60 seconds',
  "RateLimit": 'What is left of it: `"key";r=42;t=17` is 42 more now, and more in 17 seconds',
  "Retry-After": "Whole seconds after which the request may succeed",
  "WWW-Authenticate": "`Bearer`",
  "Idempotent-Replayed": "`true` when this is the recorded answer to an earlier request",
} as const;

/**
 * Makes the OpenAPI 3.1 document of these operations, from the schemas that also
 * validate their requests.
 *
 * @param programVersion named in the description, beside the interface's own version
 */
export function openApiDocument(
  operations: readonly Operation[],
  programVersion: string,
): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    if (operation.access === "open" && operation.undocumented) continue;
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Checkout sessions",
      version: API_VERSION,
      description:
        "Send an API key with every request: `Authorization: Bearer ck_live_...`. `checkoutctl key " +
        "create` makes one, and `checkoutd --demo` prints one for the shop of these examples. " +
        "`POST /session` makes a session from a cart, `GET /session/{id}` reads it, and the steps " +
        "under Checkout take it to an order. The operations under Operations need no key of a shop.\n\n" +
        "Amounts are in the major unit of the session's currency. With `?indent` behind a path, JSON " +
        "comes over several lines. A path that is not here answers 404 `error.not-found`; one that " +
        "is, with another method, 405 `error.method-not-allowed` with the methods in `Allow`; `HEAD` " +
        "answers as `GET`, and `OPTIONS` with 204 and `Allow`.\n\n" +
        `Served by checkoutd ${programVersion}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This server" }],
    tags: [
      { name: "Sessions", description: "From a cart to an order" },
      { name: "Checkout", description: "The steps between a cart and an order" },
      { name: "Operations", description: "For whoever runs the service" },
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: `ck_live_` and 36 letters and digits. Server-side only.",
        },
      },
    },
  });
}

function describe(operation: Operation): ZodOpenApiOperationObject {
  const { docs, access, id } = operation;
  const params = Object.entries(docs.params ?? {});
  return {
    operationId: id,
    summary: docs.summary,
    description: docs.description,
    tags: [docs.tag],
    security: access === "key" ? [{ apiKey: [] }] : [],
    requestParams: {
      ...(params.length > 0 && { path: textFields(params) }),
      ...(takesIdempotencyKey(operation) && { header: idempotencyHeader }),
    },
    ...(docs.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: docs.body, example: docs.bodyExample } },
      },
    }),
    responses: { [`${docs.success.status}`]: successResponse(operation), ...failures(operation) },
  };
}

function successResponse(operation: Operation): ZodOpenApiResponseObject {
  const { docs: { success }, access } = operation;
  const replayed = takesIdempotencyKey(operation) ? ["Idempotent-Replayed" as const] : [];
  return {
    description: success.description,
    headers: headers(
      [
        ...limitHeaders(access),
        "X-Request-Id",
        "Cache-Control",
        "X-Content-Type-Options",
        ...replayed,
      ],
      success.headers,
    ),
    content: {
      [success.mediaType ?? "application/json"]: { schema: success.schema ?? z.looseObject({}) },
    },
  };
}

/** One response a status: OpenAPI knows no codes, so the description lists them. */
function failures(
  operation: Operation,
): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const { docs, access } = operation;
  const codes = new Set([
    ...docs.errors,
    ...COMMON_ERRORS,
    ...(access === "key" ? KEYED_ERRORS : []),
    ...(docs.body === undefined ? [] : BODY_ERRORS),
    ...(takesIdempotencyKey(operation) ? IDEMPOTENCY_ERRORS : []),
  ]);
  const byStatus = Map.groupBy(codes, (code) => STATUS[code]);
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: group.map((code) => `\`${code}\``).join(", "),
      headers: headers([
        ...limitHeaders(access),
        "X-Request-Id",
        "X-Content-Type-Options",
        ...(group.some((code) => RETRIED.has(code)) ? ["Retry-After" as const] : []),
        ...(status === 401 ? ["WWW-Authenticate" as const] : []),
      ]),
      content: { "application/json": { schema: failureSchema, example: failureExample(group) } },
    };
  }
  return responses;
}

/** Of a status, so that it does not show the code of another. */
function failureExample([code]: readonly ErrorCode[]): z.infer<typeof failureSchema> {
  return { status: "FAILURE", error: { code: code ?? "error.internal", message: "What is wrong" } };
}

function limitHeaders(access: Operation["access"]): ("RateLimit-Policy" | "RateLimit")[] {
  return access === "key" ? ["RateLimit-Policy", "RateLimit"] : [];
}

function headers(
  names: readonly (keyof typeof HEADERS)[],
  extra: Readonly<Record<string, string>> = {},
): z.ZodObject {
  return textFields([
    ...names.map((name) => [name, HEADERS[name]] as const),
    ...Object.entries(extra),
  ]);
}

function textFields(described: readonly (readonly [string, string])[]): z.ZodObject {
  return z.object(
    Object.fromEntries(described.map(([name, text]) => [
      name,
      z.string().meta({ description: text }),
    ])),
  );
}

const idempotencyHeader = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description:
      "A name for this attempt, such as a random UUID. Sent again within 24 hours with " +
      "the same body, the request does its work only once and gets the recorded answer. Use a " +
      "new key for a new attempt. Keys count per merchant, method and path.",
  }),
});
