import { invalid, shown } from "../errors.ts";

/** A name in braces. The members of a JSON object begin with a quote and do not count. */
const PLACEHOLDER = /\{([A-Za-z_][\w .-]*)\}/g;

/** Values of placeholders, by name. */
export type Values = Readonly<Record<string, string>>;

/** Names of the placeholders in a text. */
export function placeholdersOf(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = ""]) => name);
}

/**
 * Checks the placeholders of a text.
 *
 * @param what the text, for the message
 * @throws {AppError} `error.invalid-request` naming the unknown placeholder and the known ones
 */
export function requireKnown(text: string, known: readonly string[], what: string): void {
  const unknown = placeholdersOf(text).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const list = known.length === 0 ? "none" : known.map((name) => `{${name}}`).join(", ");
  throw invalid(`${what} has an unknown placeholder {${shown(unknown)}}; known here: ${list}`);
}

/**
 * Replaces the placeholders of a text in one pass: a value that looks like a placeholder stays.
 *
 * @param escape encodes a value for the place it is put into
 */
export function fill(text: string, values: Values, escape = (value: string) => value): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : escape(value);
  });
}

/** Characters that end a line or are not visible text. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]+/gu;

/** A value as text of one line, so that it adds no header and no line of its own. */
export function oneLine(value: string): string {
  return value.replace(BREAKS, " ").trim();
}
