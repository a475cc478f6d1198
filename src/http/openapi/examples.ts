import type { ZodOpenApiComponentsObject } from "zod-openapi";
import type { ErrorCode } from "../../domain/errors.ts";
import type { EventType } from "../../domain/events.ts";
import recorded from "./examples.json" with { type: "text" };

/** Answers and events as a server gave them, for the document. */
export interface Examples {
  /** Bodies of successes, by operation id; those of open operations may be absent. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Bodies of failures, by code. */
  readonly failures: Readonly<Partial<Record<ErrorCode, unknown>>>;
  /** Bodies of deliveries, by event type. */
  readonly events: Readonly<Partial<Record<EventType, unknown>>>;
}

/** Parses the examples that come with the program; a test records them anew and compares. */
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
