/**
 * Canonical JSON text of a parsed value: keys sorted by code units, no whitespace, numbers as
 * parsed, long integers digit for digit.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Tests a parsed value for an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for an object without members. */
export function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

/** Tests a parsed value for an object whose members are all texts. */
export function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === "string");
}

/** The field at a path, such as `tax.rate`; undefined if it is not set. */
export function fieldAt(whole: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (part, name) => isRecord(part) ? part[name] : undefined,
    whole,
  );
}

/** Sets one field, such as `tax.rate`; objects on its path are created. */
export function withField(whole: unknown, field: string, value: unknown): Record<string, unknown> {
  const fields = isRecord(whole) ? whole : {};
  const [name = "", ...rest] = field.split(".");
  const set = rest.length === 0 ? value : withField(fields[name], rest.join("."), value);
  return { ...fields, [name]: set };
}

// The engine has "JSON.parse source text access" (ECMAScript 2026), TypeScript's library does not
// yet.
declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
    isRawJSON(value: unknown): value is RawJson;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** A number that `JSON.stringify` writes digit for digit. */
export interface RawJson {
  readonly rawJSON: string;
}

/** A JSON number: a double, or digits that a double would not keep. */
export type JsonNumber = number | RawJson;

/** Number of digits that a double may not keep. */
export const UNSAFE_DIGITS = 16;

/** Integers of that many digits, and decimals that may have as many. */
const LONG_DIGITS = new RegExp(`\\d{${UNSAFE_DIGITS}}|\\d{${UNSAFE_DIGITS - 4}}\\.\\d`);

/** JSON number for digits that a double may not keep. */
export function jsonInteger(digits: string): JsonNumber {
  return digits.length < UNSAFE_DIGITS ? Number(digits) : JSON.rawJSON(digits);
}

/**
 * Parses JSON so that its numbers have the same digits when they are written again. Decimals are
 * those of amounts: at most four after the point.
 */
export function parseExactly(text: string): unknown {
  // A reviver takes seven times as long and is rarely needed.
  return LONG_DIGITS.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
}

function withDigits(_key: string, value: unknown, { source }: { readonly source?: string }) {
  const isExact = typeof value !== "number" || Number.isSafeInteger(value) ||
    source === undefined || source.length < UNSAFE_DIGITS;
  return isExact || !/^-?\d+(\.\d+)?$/.test(source) ? value : JSON.rawJSON(source);
}
