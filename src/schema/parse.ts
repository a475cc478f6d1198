import { z } from "zod";
import { got, invalid, shown } from "../domain/errors.ts";
import { type Int64, parseInt64 } from "../domain/ids.ts";
import type { JsonNumber } from "../domain/values/json.ts";
import { MAX_EMAIL } from "../domain/values/limits.ts";
import { isVisible } from "../domain/values/text.ts";

/**
 * Parses a value with a schema.
 *
 * @param root beginning of field paths; "" for none
 * @throws {AppError} `error.invalid-request` naming the first invalid field by its path
 */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown, root = ""): T {
  const result = schema.safeParse(value, { reportInput: true, error: wording });
  if (result.success) return result.data;
  const path = formatPath(result.error.issues[0]?.path ?? [], root);
  throw invalid(describeIssue(result.error, root), path);
}

/** Describes the first issue: `data.items[2].quantity must be a positive integer, got 0`. */
export function describeIssue(error: z.ZodError, root = ""): string {
  const issue = error.issues[0];
  if (issue === undefined) return "The input does not match the schema";
  if (issue.code === "unrecognized_keys") {
    return `${formatPath([...issue.path, issue.keys[0] ?? ""], root)} is not a known field`;
  }
  const path = formatPath(issue.path, root) || "The body";
  if (issue.input === undefined) return `${path} is required`;
  // Empty, too short and too long values are not shown.
  const isAboutSize = issue.code === "too_small" || issue.code === "too_big";
  if (issue.input === "" || (isAboutSize && Array.isArray(issue.input))) {
    return `${path} ${issue.message}`;
  }
  return `${path} ${issue.message}, ${got(issue.input)}`;
}

/** Formats a path: `items[2].price`. */
export function formatPath(path: readonly PropertyKey[], root = ""): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = shown(String(key));
    return text === "" ? name : `${text}.${name}`;
  }, root);
}

/** Default message of an issue. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      return `must have at least ${issue.minimum} ${
        Number(issue.minimum) === 1 ? "entry" : "entries"
      }`;
    case "too_big":
      return `must have at most ${issue.maximum} entries`;
    default:
      return undefined;
  }
}

/** A non-empty text. */
export function nonEmptyText(max: number): z.ZodString {
  return z.string({ error: "must be a string" })
    .min(1, { error: "must not be empty" })
    .max(max, { error: `must have at most ${max} characters` });
}

/** A text with a visible character: a name, or a line of an address. */
export function visibleText(max: number): z.ZodString {
  return nonEmptyText(max).refine(isVisible, { error: "must contain a visible character" });
}

/** An e-mail address, within the length of RFC 5321. */
export const emailText: z.ZodEmail = z.email({ error: "must be an e-mail address" })
  .max(MAX_EMAIL, { error: `must have at most ${MAX_EMAIL} characters` });

/** A text of up to `max` characters. */
export function textUpTo(max: number): z.ZodString {
  return z.string({ error: "must be a string" })
    .max(max, { error: `must have at most ${max} characters` });
}

/** An integer from `min` to `max`. */
export function integerBetween(min: number, max: number): z.ZodInt {
  const error = `must be an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** A 64-bit integer in JSON, exact over its whole range (OpenAPI format `int64`). */
export const int64Schema: z.ZodType<Int64, JsonNumber> = z.any()
  .transform((value: unknown, context): Int64 => {
    // Digits in quotes are not a JSON integer; the reader returns long integers as bigint.
    const id = typeof value === "string" ? undefined : parseInt64(value);
    if (id !== undefined) return id;
    context.addIssue({ code: "custom", message: "must be a 64-bit integer", input: value });
    return z.NEVER;
  })
  .meta({ override: { type: "integer", format: "int64" } });
