import type { ZodOpenApiResponseObject } from "zod-openapi";
import { z } from "zod";
import type { ErrorCode } from "../../../domain/errors.ts";
import { takesIdempotencyKey } from "../../idempotent.ts";
import { RECORDED_REFUSAL } from "../../../service/checkout/idempotency.ts";
import type { DocumentedOperation } from "../../operation.ts";
import { STATUS } from "../../problem.ts";
import { exampleRefs, type Examples } from "./examples.ts";
import { answerHeaders, commonHeaders } from "./headers.ts";

/** Errors of every operation; every body is limited in size. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  "error.invalid-request",
  "error.payload-too-large",
  "error.internal",
];

/** Errors of every operation that needs a key. */
const KEYED_ERRORS: readonly ErrorCode[] = [
  "error.unauthorized",
  "error.scope-missing",
  "error.rate-limit-exceeded",
  "error.unavailable",
];

/** Errors of every operation that reads a body. */
const BODY_ERRORS: readonly ErrorCode[] = [
  "error.invalid-json",
  "error.unsupported-media-type",
];

/** Errors of every operation that takes an `Idempotency-Key`: it reads the body. */
const IDEMPOTENCY_ERRORS: readonly ErrorCode[] = [
  "error.request-timeout",
  "error.idempotency-in-progress",
  "error.idempotency-key-reused",
  "error.idempotency-key-stale",
];

/** Errors of the router where no operation has the path and method. */
const UNMATCHED_ERRORS: readonly ErrorCode[] = ["error.not-found", "error.method-not-allowed"];

/** Codes whose answers may have a `Retry-After`. */
const RETRIED: ReadonlySet<ErrorCode> = new Set([
  "error.rate-limit-exceeded",
  "error.otp-rate-limited",
  "error.coupon-rate-limited",
  "error.unavailable",
  "error.idempotency-in-progress",
]);

/** Every code that an operation can answer with. */
export function codesOf(operation: DocumentedOperation): Set<ErrorCode> {
  const { docs, access } = operation;
  return new Set([
    ...docs.errors,
    ...COMMON_ERRORS,
    ...(access === "key" ? KEYED_ERRORS : []),
    ...(docs.body === undefined ? [] : BODY_ERRORS),
    ...(takesIdempotencyKey(operation) ? IDEMPOTENCY_ERRORS : []),
  ]);
}

/** One response per status: OpenAPI has no error codes, so description and examples list them. */
export function failures(
  operation: DocumentedOperation,
  examples: Examples,
): Record<`${4 | 5}${string}`, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(codesOf(operation), (code) => STATUS[code]);
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[String(status)] = {
      description: codes.map((code) => `\`${code}\``).join(", "),
      headers: answerHeaders([
        ...commonHeaders(operation),
        "Cache-Control",
        ...(codes.some((code) => RETRIED.has(code)) ? ["Retry-After" as const] : []),
        ...(status === 401 || status === 403 ? ["WWW-Authenticate" as const] : []),
        ...(codes.includes(RECORDED_REFUSAL) ? ["Idempotent-Replayed" as const] : []),
      ]),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Failure" },
          examples: exampleRefs(examples, codes),
        },
      },
    };
  }
  return responses;
}

/** The answer of a failure (spec 2.1) with the codes of these operations; more may be added. */
export function failureSchema(operations: readonly DocumentedOperation[]): z.ZodType {
  const codes = new Set([...UNMATCHED_ERRORS, ...operations.flatMap((one) => [...codesOf(one)])]);
  return z.object({
    status: z.literal("FAILURE").meta({ description: "Always `FAILURE`" }),
    error: z.object({
      code: z.string().meta({
        description:
          "Error code, for your program. Codes may be added: treat an unknown code by the HTTP status",
        override: {
          anyOf: [
            { type: "string", enum: [...codes].sort() },
            { type: "string", pattern: "^error\\.[a-z0-9-]+$" },
          ],
        },
      }),
      message: z.string().meta({ description: "Message for people; the wording may change" }),
    }).meta({ description: "The error" }),
  }).meta({ description: "Answer to a request that failed" });
}
