import { AppError, shown } from "../domain/errors.ts";
import { UNSAFE_DIGITS } from "../domain/values/json.ts";
import { type JsonLimits, repeatedKey, skim } from "./json_text.ts";

/**
 * Limit of the values in a request body: three times those of 500 lines as Shopify writes them. The
 * cost of a body grows with its values; a MiB of them would block the event loop for seconds.
 */
export const MAX_VALUES = 100_000;

/**
 * Limit of the members of one object in a request body: the engine is slow with very large ones.
 */
export const MAX_MEMBERS = 5000;

/** How a text is parsed. */
export interface JsonOptions extends JsonLimits {
  /** Maps a position, for messages about a piece of a longer text. */
  readonly placeOf?: (position: number) => number;
}

/** Limits of a request body. */
export const BODY_LIMITS: JsonLimits = { maxValues: MAX_VALUES, maxMembers: MAX_MEMBERS };

/** Keys whose numbers are identifiers: their digits matter. */
const ID_KEYS: ReadonlySet<string> = new Set(["product_id", "variant_id", "id", "image_id"]);

/**
 * Decodes UTF-8; refuses invalid bytes and a byte order mark (RFC 8259 section 8.1).
 *
 * @throws {AppError} `error.invalid-json`
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError("error.invalid-json", "The body must be UTF-8", { cause });
  }
}

// The defaults would silently replace invalid bytes and drop a byte order mark.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses JSON strictly (RFC 8259, with the I-JSON restrictions of RFC 7493).
 *
 * Also refused: duplicate keys, nesting over 64 levels, U+0000 and lone surrogates in strings,
 * numbers beyond a double. Integers that a double would change are returned as bigint, decimals
 * that it might change as text. So is an identifier written as `1.0` or `1e3`, so that it does not
 * count as a number.
 *
 * @param subject beginning of messages: "The body" or "The file"
 * @throws {AppError} `error.invalid-json` for a syntax error, `error.payload-too-large` for an
 *   object with too many members, `error.invalid-request` for valid JSON that breaks I-JSON or a
 *   limit
 */
export function parseJson(
  text: string,
  subject = "The body",
  { placeOf = (position) => position, ...limits }: JsonOptions = {},
): unknown {
  const refused = (message: string) =>
    new AppError("error.invalid-request", `${subject} ${message}`);
  const { problem, isTooLarge, members, needsDigits } = skim(text, limits);
  if (isTooLarge) throw new AppError("error.payload-too-large", `${subject} ${problem}`);
  if (problem !== undefined) throw refused(problem);
  let value: unknown;
  try {
    value = needsDigits ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new AppError(
      "error.invalid-json",
      `${subject} must be JSON: ${reason(cause, text, placeOf)}`,
      {
        cause,
      },
    );
  }
  // The parser keeps the last of duplicate keys, so fewer members than were written mean a
  // duplicate.
  if (countMembers(value) !== members) {
    throw refused(`must not repeat a key: ${shown(repeatedKey(text))}`);
  }
  // Without such an escape valid UTF-8 contains neither.
  const flaw = text.includes("\\u") ? flawOf(value) : undefined;
  if (flaw !== undefined) throw refused(`must not contain ${flaw} in a string`);
  return value;
}

function keepDigits(key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  if (typeof value !== "number" || source === undefined) return value;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  if (ID_KEYS.has(key)) return source;
  return source.length > UNSAFE_DIGITS ? source : value;
}

/** Describes an error of the engine's parser, whose messages differ. */
function reason(
  cause: unknown,
  text: string,
  placeOf: (position: number) => number,
): string {
  const message = cause instanceof Error ? cause.message : "";
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? NaN);
  if (/^Unexpected end|^Unterminated/.test(message) || position >= text.length) {
    return "unexpected end";
  }
  if (!Number.isNaN(position)) return `error at character ${placeOf(position) + 1}`;
  const token = /^Unexpected token '(.+?)', /s.exec(message)?.[1];
  return token === undefined ? "syntax error" : `unexpected ${shown(token)}`;
}

/** Counts the members of all objects in a parsed value. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let members = Array.isArray(value) ? 0 : inside.length;
  for (const one of inside) members += countMembers(one);
  return members;
}

/** Finds a character that keys and strings must not contain. */
function flawOf(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (value.includes("\u0000")) return "U+0000";
    return value.isWellFormed() ? undefined : "a lone surrogate";
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const part of Object.entries(value).flat()) {
    const flaw = flawOf(part);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}
