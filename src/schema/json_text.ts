// Checks of JSON text before it is parsed.

import { UNSAFE_DIGITS } from "../domain/values/json.ts";

/** Limit of the nesting of arrays and objects. */
export const MAX_DEPTH = 64;

/** Limits of a JSON text (default: none). */
export interface JsonLimits {
  readonly maxValues?: number;
  /** Limit per object. */
  readonly maxMembers?: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;

/** Result of the checks. */
export interface SkimResult {
  /** Reason to refuse the text. */
  readonly problem?: string;
  readonly isTooLarge?: true;
  /** Number of members of all objects. */
  readonly members: number;
  /** True if a number needs its source digits. */
  readonly needsDigits: boolean;
}

/**
 * Checks a text in one pass before it is parsed. It need not understand invalid JSON, which the
 * parser refuses afterwards; it must not be misled by valid JSON.
 */
export function skim(
  text: string,
  { maxValues = Infinity, maxMembers = Infinity }: JsonLimits,
): SkimResult {
  let depth = 0;
  /** Members of the open objects, by depth. */
  const open = new Uint32Array(MAX_DEPTH + 1);
  // Values follow a comma or are first in their container; an empty container counts as two.
  let values = 1;
  let members = 0;
  let needsDigits = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === COLON) {
      members += 1;
      const own = open[depth] = (open[depth] ?? 0) + 1;
      if (own > maxMembers) {
        const problem = `must have at most ${maxMembers} members in one object`;
        return { problem, isTooLarge: true, members, needsDigits };
      }
    } else if (code === COMMA) values += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    else if (code === 0x7b || code === 0x5b) {
      values += 1;
      if (++depth > MAX_DEPTH) {
        const problem = `must not be nested deeper than ${MAX_DEPTH} levels`;
        return { problem, members, needsDigits };
      }
      open[depth] = 0;
    } else if (code === MINUS || isDigit(code)) {
      const end = numberEnd(text, at);
      const need = needOf(text, at, end);
      if (need === "refuse") {
        const problem = "must not contain a number beyond the range of a double";
        return { problem, members, needsDigits };
      }
      needsDigits ||= need === "digits";
      at = end - 1;
    }
  }
  if (values > maxValues) {
    return { problem: `must have at most ${maxValues} values`, members, needsDigits };
  }
  return { members, needsDigits };
}

/** Index of the closing quote of the string at `at`; the end of the text without one. */
export function stringEnd(text: string, at: number): number {
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

/** Decides about a number: parse it, keep its digits, or refuse it. */
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

/** First duplicate key in an object of a JSON text. */
export function repeatedKey(text: string): string {
  /** Keys of the open objects; null for an open array. */
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
