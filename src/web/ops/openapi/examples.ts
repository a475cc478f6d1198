import type { ZodOpenApiComponentsObject } from "zod-openapi";
import type { ErrorCode } from "../../../domain/errors.ts";
import type { EventType } from "../../../domain/events.ts";
import recorded from "./examples.json" with { type: "text" };

/** Recorded answers and events of a server. */
export interface Examples {
  /** Bodies of successful answers, by operation id; an open operation may have none. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Bodies of failures, by code. */
  readonly failures: Readonly<Partial<Record<ErrorCode, unknown>>>;
  /** Bodies of deliveries, by event type. */
  readonly events: Readonly<Partial<Record<EventType, unknown>>>;
}

/** Parses the examples in the program; a test records them again and compares. */
export function recordedExamples(): Examples {
  return JSON.parse(recorded);
}

/** The examples of failures as components, each by its code. */
export function errorExamples(
  { failures }: Examples,
): NonNullable<ZodOpenApiComponentsObject["examples"]> {
  return Object.fromEntries(
    Object.entries(failures).map(([code, value]) => [code, { summary: `\`${code}\``, value }]),
  );
}

/** References to the examples of these codes. */
export function exampleRefs(
  { failures }: Examples,
  codes: readonly ErrorCode[],
): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(
    codes.filter((code) => code in failures)
      .map((code) => [code, { $ref: `#/components/examples/${code}` }]),
  );
}
