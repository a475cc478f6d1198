import { AppError, shown } from "../domain/errors.ts";
import { UNSAFE_DIGITS } from "../domain/json_integer.ts";

/** Deepest nesting of arrays and objects that is read. */
export const MAX_DEPTH = 64;

/**
 * Most values that a request's body holds: three times those of 500 lines as Shopify writes
 * them. What there is to a body costs by its values; a MiB of them would stop the loop for seconds.
 */
export const MAX_VALUES = 100_000;

/** Keys whose numbers are identifiers: their digits count, not their value. */
const ID_KEYS: ReadonlySet<string> = new Set(["product_id", "variant_id", "id", "image_id"]);

/**
 * Decodes UTF-8, refusing what is not (RFC 8259 section 8.1: no byte order mark either).
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

// The defaults would repair bad bytes and drop a byte order mark silently.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses JSON strictly (RFC 8259, with the I-JSON restrictions of RFC 7493).
 *
 * Refused besides bad syntax: duplicate keys, nesting over {@link MAX_DEPTH}, U+0000
 * and lone surrogates in strings, numbers beyond a double. Integers that a double
 * would change come back as bigint, decimals that it might change as their text; so
 * does an identifier written as `1.0` or `1e3`, so that nobody takes it for a number.
 *
 * @param subject what the text is, as messages begin: "The body" of a request, "The file"
 * @param options `maxValues`: how many values there may be; as many as like where it is left out
 * @throws {AppError} `error.invalid-json` when it is not JSON, `error.invalid-request`
 *   when it is, but not such as can be trusted
 */
export function parseJson(
  text: string,
  subject = "The body",
  { maxValues = Infinity }: { readonly maxValues?: number } = {},
): unknown {
  const refused = (message: string) =>
    new AppError("error.invalid-request", `${subject} ${message}`);
  const { problem, members, needsDigits } = skim(text, maxValues);
  if (problem !== undefined) throw refused(problem);
  let value: unknown;
  try {
    value = needsDigits ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new AppError("error.invalid-json", `${subject} must be JSON: ${reason(cause, text)}`, {
      cause,
    });
  }
  // Of a key that stands twice the parser has kept the last: fewer are left than were written.
  if (countMembers(value) !== members) {
    throw refused(`must not hold a key twice: ${shown(repeatedKey(text))}`);
  }
  // Without such an escape a text from valid UTF-8 has none of the two in a string.
  const flaw = text.includes("\\u") ? flawOf(value) : undefined;
  if (flaw !== undefined) throw refused(`must not hold ${flaw} in a string`);
  return value;
}

function keepDigits(key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  if (typeof value !== "number" || source === undefined) return value;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  if (ID_KEYS.has(key)) return source;
  return source.length > UNSAFE_DIGITS ? source : value;
}

/** What the engine's parser found, in our words: those of its own differ from form to form. */
function reason(cause: unknown, text: string): string {
  const message = cause instanceof Error ? cause.message : "";
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? NaN);
  if (/^Unexpected end|^Unterminated/.test(message) || position >= text.length) {
    return "it ends too early";
  }
  if (!Number.isNaN(position)) return `see character ${position + 1}`;
  const token = /^Unexpected token '(.+?)', /s.exec(message)?.[1];
  return token === undefined ? "see its syntax" : `unexpected ${shown(token)}`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;

/** What can be told of a text before it is parsed. */
interface Skimmed {
  /** Why it must not be parsed at all. */
  readonly problem?: string;
  /** How many members its objects have together. */
  readonly members: number;
  /** Whether some number needs its source digits. */
  readonly needsDigits: boolean;
}

/**
 * One pass over the text before it is parsed. It need not understand broken JSON, only
 * never be misled by JSON: what is none is refused by the parser afterwards.
 */
function skim(text: string, maxValues: number): Skimmed {
  let depth = 0;
  // Each stands behind a comma or first in what holds it; what is empty counts as two.
  let values = 1;
  let members = 0;
  let needsDigits = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === COLON) members += 1;
    else if (code === COMMA) values += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x7b || code === 0x5b) {
      values += 1;
      if (++depth > MAX_DEPTH) {
        const problem = `must not be nested deeper than ${MAX_DEPTH} levels`;
        return { problem, members, needsDigits };
      }
    } else if (code === MINUS || isDigit(code)) {
      const end = numberEnd(text, at);
      const need = needOf(text, at, end);
      if (need === "refuse") {
        const problem = "must not hold a number beyond the range of a double";
        return { problem, members, needsDigits };
      }
      needsDigits ||= need === "digits";
      at = end - 1;
    }
  }
  if (values > maxValues) {
    return { problem: `must hold at most ${maxValues} values`, members, needsDigits };
  }
  return { members, needsDigits };
}

/** Where the string that begins at `at` has its closing quote; the text's end when it has none. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function numberEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    // . e E + -
    const isPart = isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 ||
      code === 0x2b || code === MINUS;
    if (!isPart) break;
    end += 1;
  }
  return end;
}

/** What a number asks for: nothing, that its digits are kept, or that it is refused. */
function needOf(text: string, at: number, end: number): "nothing" | "digits" | "refuse" {
  const isShort = end - at < UNSAFE_DIGITS;
  const source = text.slice(at, end);
  const isPlain = !/[.eE+]/.test(source);
  if (isPlain && isShort) return "nothing";
  const value = Number(source);
  if (value === Infinity || value === -Infinity) return "refuse";
  // A price of 1e-400 would be free.
  if (value === 0 && /^-?[0.]*[1-9]/.test(source)) return "refuse";
  return isPlain || end - at > UNSAFE_DIGITS || Number.isInteger(value) ? "digits" : "nothing";
}

/** How many members the objects of a parsed value have together. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let members = Array.isArray(value) ? 0 : inside.length;
  for (const one of inside) members += countMembers(one);
  return members;
}

/** What no key and no string of a parsed value may hold, if one does. */
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

/** The first key that stands twice in one object of a JSON text. */
function repeatedKey(text: string): string {
  /** Keys of each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) open.push(code === 0x7b ? new Set() : null);
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === QUOTE) {
      const end = stringEnd(text, at);
      const keys = open.at(-1);
      if (keys && /^[ \t\n\r]*:/.test(text.slice(end + 1))) {
        const key = String(JSON.parse(text.slice(at, end + 1)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end;
    }
  }
  return "";
}
