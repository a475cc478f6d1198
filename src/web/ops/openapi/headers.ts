import type { ZodOpenApiObject, ZodOpenApiResponseObject } from "zod-openapi";
import type { Operation } from "../../operation.ts";

interface HeaderDocs {
  readonly description: string;
  readonly pattern: string;
  readonly example: string;
  /** Sent with every answer that documents the header. */
  readonly always: boolean;
}

const HEADERS = {
  "Cache-Control": {
    description: "Caches must not store the answer",
    pattern: "^no-store$",
    example: "no-store",
    always: true,
  },
  "X-Content-Type-Options": {
    description: "Browsers must not guess another media type",
    pattern: "^nosniff$",
    example: "nosniff",
    always: true,
  },
  "X-Request-Id": {
    description:
      "Id of the request, also in the server's log: the `X-Request-Id` that you sent if it has 1 to " +
      "64 characters of `A-Za-z0-9._-`, else a new one",
    pattern: "^[A-Za-z0-9._-]{1,64}$",
    example: "01a1f884-3262-7327-884f-b76337007f6b",
    always: true,
  },
  "RateLimit-Policy": {
    description: 'The limit: `"key";q=100;w=60` is 100 requests in any 60 seconds',
    pattern: '^"(key|ip)";q=\\d+;w=60$',
    example: '"key";q=100;w=60',
    always: true,
  },
  "RateLimit": {
    description:
      'The rest of the limit: `"key";r=42;t=17` is 42 more requests now, and more in 17 seconds',
    pattern: '^"(key|ip)";r=\\d+;t=\\d+$',
    example: '"key";r=42;t=17',
    always: true,
  },
  "Retry-After": {
    description: "Whole seconds after which the same request may succeed",
    pattern: "^\\d+$",
    example: "17",
    always: false,
  },
  "WWW-Authenticate": {
    description: "The authentication scheme of this operation; with 403 the error too",
    pattern: '^Bearer( error="insufficient_scope")?$',
    example: "Bearer",
    always: true,
  },
  "X-Unknown-Fields": {
    description:
      "Fields of `data` that nothing knows and that were ignored: at most ten paths, percent-encoded, " +
      "each of at most 64 characters before that",
    pattern: "^\\S+(, \\S+){0,9}$",
    example: "shop_domian, add_ons%5B0%5D.variant",
    always: false,
  },
  "Idempotent-Replayed": {
    description: "`true` when this is the recorded answer to an earlier request",
    pattern: "^true$",
    example: "true",
    always: false,
  },
} as const satisfies Record<string, HeaderDocs>;

/** Name of a header that several operations send. */
export type SharedHeader = keyof typeof HEADERS;

type Headers = NonNullable<ZodOpenApiResponseObject["headers"]>;

/** The shared headers, each described once under `components`. */
export function sharedHeaders(): NonNullable<
  NonNullable<ZodOpenApiObject["components"]>["headers"]
> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, { always, description, pattern, example }]) => [name, {
      description,
      required: always,
      schema: { type: "string", pattern },
      example,
    }]),
  );
}

/** Names of the headers that every answer of an operation carries. */
export function commonHeaders({ access, docs }: Operation): SharedHeader[] {
  const limits = access === "key" ? ["RateLimit-Policy" as const, "RateLimit" as const] : [];
  const fields = docs?.body === undefined ? [] : ["X-Unknown-Fields" as const];
  return [...limits, ...fields, "X-Request-Id", "X-Content-Type-Options"];
}

/**
 * The headers of one answer: references to shared ones, and its own.
 *
 * @param own descriptions by name; these headers are always sent
 */
export function answerHeaders(
  shared: readonly SharedHeader[],
  own: Readonly<Record<string, string>> = {},
): Headers {
  return {
    ...Object.fromEntries(shared.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...Object.fromEntries(
      Object.entries(own).map(([name, description]) => [name, {
        description,
        required: true,
        schema: { type: "string" },
      }]),
    ),
  };
}
