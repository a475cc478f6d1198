import { AppError, shown } from "../domain/errors.ts";

// In the engine since "JSON.parse source text access" (ECMAScript 2026), not yet in TypeScript's library.
declare global {
  interface JSON {
    rawJSON(text: string): unknown;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** Deepest nesting of arrays and objects that is read. */
export const MAX_DEPTH = 64;

/** Keys whose numbers are identifiers: their digits count, not their value. */
const ID_KEYS: ReadonlySet<string> = new Set(["product_id", "variant_id", "id", "image_id"]);

/** Digits that a double may not hold. */
const UNSAFE_DIGITS = 16;

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
 * @throws {AppError} `error.invalid-json` when it is not JSON, `error.invalid-request`
 *   when it is, but not such as can be trusted
 */
export function parseJson(text: string, subject = "The body"): unknown {
  const needsDigits = new Scan(text, subject).run();
  try {
    return needsDigits ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new AppError("error.invalid-json", `${subject} must be JSON: ${reason(cause)}`, {
      cause,
    });
  }
}

/** JSON's number for digits that may exceed a double's: exact on the wire either way. */
export function jsonInteger(digits: string): unknown {
  return digits.length < UNSAFE_DIGITS ? Number(digits) : JSON.rawJSON(digits);
}

function keepDigits(key: string, value: unknown, context: { readonly source?: string }): unknown {
  const { source } = context;
  if (typeof value !== "number" || source === undefined) return value;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  if (ID_KEYS.has(key)) return source;
  return /^-?\d+\.\d+$/.test(source) && source.length > UNSAFE_DIGITS ? source : value;
}

function reason(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? "it ends too early" : `see character ${position}`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/**
 * One pass over the text before it is parsed. It need not understand broken JSON,
 * only never be misled by it: what is no JSON is refused by the parser afterwards.
 */
class Scan {
  readonly #text: string;
  readonly #subject: string;
  /** Keys seen in each open object; null for an open array. */
  readonly #open: (Set<string> | null)[] = [];
  #at = 0;
  #needsDigits = false;

  constructor(text: string, subject: string) {
    this.#text = text;
    this.#subject = subject;
  }

  /** @returns whether some number needs its source digits */
  run(): boolean {
    while (this.#at < this.#text.length) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === QUOTE) this.#string();
      else if (code === MINUS || (code >= 0x30 && code <= 0x39)) this.#number();
      else {
        if (code === 0x7b || code === 0x5b) this.#enter(code === 0x7b);
        else if (code === 0x7d || code === 0x5d) this.#open.pop();
        this.#at += 1;
      }
    }
    return this.#needsDigits;
  }

  #enter(isObject: boolean): void {
    if (this.#open.length >= MAX_DEPTH) {
      throw this.#refused(`must not be nested deeper than ${MAX_DEPTH} levels`);
    }
    this.#open.push(isObject ? new Set() : null);
  }

  #string(): void {
    const start = this.#at;
    let hasEscape = false;
    let at = start + 1;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        hasEscape = true;
        at += 1;
      }
    }
    this.#at = at + 1;
    const keys = this.#open.at(-1);
    const isKey = keys !== undefined && keys !== null && this.#colonFollows();
    if (!hasEscape) {
      if (isKey) this.#addKey(keys, this.#text.slice(start + 1, at));
      return;
    }
    const value = decoded(this.#text.slice(start, at + 1));
    if (value === undefined) return;
    if (value.includes("\u0000")) throw this.#refused("must not hold U+0000 in a string");
    if (!value.isWellFormed()) throw this.#refused("must not hold a lone surrogate in a string");
    if (isKey) this.#addKey(keys, value);
  }

  #colonFollows(): boolean {
    let at = this.#at;
    while (at < this.#text.length && " \t\n\r".includes(this.#text.charAt(at))) at += 1;
    return this.#text.charCodeAt(at) === 0x3a;
  }

  #number(): void {
    const start = this.#at;
    let isPlain = true;
    let at = start + 1;
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      if (code >= 0x30 && code <= 0x39) continue;
      // . e E + -
      if (code !== 0x2e && code !== 0x65 && code !== 0x45 && code !== 0x2b && code !== MINUS) break;
      isPlain = false;
    }
    this.#at = at;
    if (isPlain && at - start < UNSAFE_DIGITS) return;
    const value = Number(this.#text.slice(start, at));
    if (value === Infinity || value === -Infinity) {
      throw this.#refused("must not hold a number beyond the range of a double");
    }
    if (isPlain || at - start > UNSAFE_DIGITS || Number.isInteger(value)) this.#needsDigits = true;
  }

  #addKey(keys: Set<string>, key: string): void {
    if (keys.has(key)) throw this.#refused(`must not hold a key twice: ${shown(key)}`);
    keys.add(key);
  }

  #refused(message: string): AppError {
    return new AppError("error.invalid-request", `${this.#subject} ${message}`);
  }
}

/** The value of a string literal; undefined when it is none, which the parser will report. */
function decoded(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
