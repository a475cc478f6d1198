import { InvalidArgumentError } from "@commander-js/extra-typings";
import { baseUrl, duration, trueOrFalse, wholeNumber } from "../../command/values.ts";
import { DEFAULT_BASE_URL } from "../../demo/demo.ts";
import { got } from "../../domain/errors.ts";
import { type Day, DEFAULT_TIME_ZONE, parseTime } from "../../domain/values/calendar.ts";
import { UsageError } from "../errors.ts";

/** Default lifetime of a key. */
export const DEFAULT_KEY_LIFETIME = "365d";

/** The option that names the shop of a command. */
export const MERCHANT = [
  "--merchant <merchant>",
  "shop: its id or one of its domains (default: $CHECKOUT_MERCHANT, else the only one)",
] as const;
/** The argument that names a key. */
export const KEY = ["<key>", "key id, prefix, name or whole secret"] as const;
/** The option that limits a command to one shop. */
export const ONLY_MERCHANT = [
  "--merchant <merchant>",
  "only this shop: its id or one of its domains",
] as const;
/** The option that confirms without a question. */
export const YES = ["--yes", "do not ask for confirmation"] as const;
const MAX_ROWS = 10_000;
/** Rows of a list without `--limit`. */
export const DEFAULT_ROWS = 20;
/** The option that bounds the rows of a list. */
export const LIMIT = [
  "--limit <n>",
  "maximum number of rows",
  wholeNumber(1, MAX_ROWS),
  DEFAULT_ROWS,
] as const;
/** {@link LIMIT} of a list that can be CSV. */
export const LIMIT_BUT_CSV = [
  "--limit <n>",
  `maximum number of rows (default: ${DEFAULT_ROWS}, all with --csv)`,
  wholeNumber(1, MAX_ROWS),
] as const;
/** The option that lists tests in place of what is live. */
export const LIVEMODE = [
  "--livemode <boolean>",
  "true: live data (default); false: data of test keys",
  trueOrFalse,
] as const;
/** The option that prints a list for a spreadsheet. */
export const CSV = ["--csv", "print all rows as CSV for a spreadsheet"] as const;
/** The same of a list that is printed whole by default. */
export const LIMIT_OF_ALL = [
  "--limit <n>",
  "maximum number of rows (default: all)",
  wholeNumber(1, MAX_ROWS),
] as const;

/** Default of {@link overlapOption}. */
const OVERLAP = "24h";
/** The same in milliseconds. */
export const DEFAULT_OVERLAP_MS = duration(OVERLAP);

/** The option for how long an old secret works beside the new one; 0 for none. */
export function overlapOption(what: string) {
  return [
    "--overlap <duration>",
    `${what}, such as 1h or 7d, or 0 (default: ${OVERLAP})`,
    (text: string): number => text === "0" ? 0 : duration(text),
  ] as const;
}

/** Description of the option that continues a list. */
export const AFTER = "rows after this one, the last of the previous page";

/** The end of a help text that needs no more than an example. */
export function example(call: string): string {
  return `\nExample:\n  checkoutctl ${call}`;
}

/** Makes a time from the current one and a time zone. */
export type TimeFrom = (now: number, timeZone: string) => number;

/** Reads the start of a span: how long ago, or a day or a time of the time zone. */
export function since(text: string): TimeFrom {
  return timeFrom(text, ({ start }) => start);
}

/** Reads the end of a span, like {@link since}; a day is in the span. */
function until(text: string): TimeFrom {
  return timeFrom(text, ({ end }) => end);
}

function timeFrom(text: string, edge: (day: Day) => number): TimeFrom {
  if (parseTime(text, DEFAULT_TIME_ZONE) !== undefined) {
    return (_now, timeZone) => {
      const at = parseTime(text, timeZone) ?? 0;
      return typeof at === "number" ? at : edge(at);
    };
  }
  try {
    const ms = duration(text);
    return (now) => Math.max(now - ms, 0);
  } catch {
    throw new InvalidArgumentError(
      "It must be a duration, such as 12h or 2d, or a time, such as 2026-01-31 or 2026-01-31T12:00",
    );
  }
}

/** The option that leaves out what is older. */
export const SINCE = [
  "--since <when>",
  "start of the period: 12h or 2d ago, 2026-01-31 or 2026-01-31T12:00",
  since,
] as const;
/** The option that leaves out what is newer. */
export const UNTIL = [
  "--until <when>",
  "end of the period: a day is included, a time is not",
  until,
] as const;

/** Reads a key's lifetime in milliseconds; `never` is Infinity, as commander takes null for unset. */
export function lifetime(text: string): number {
  if (text.toLowerCase() === "never") return Infinity;
  try {
    return duration(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(`${error.message}, or never`);
  }
}

/** Reads a percentage, with or without its sign: `18%` is 18. */
export function percentage(text: string): string {
  return text.trim().replace(/\s*%$/, "");
}

/** Reads a whole number exactly; other text is left to the field's reader, which refuses it. */
export function exactInteger(text: string): unknown {
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/**
 * Makes a reader of durations in a unit of a field; plain numbers, and the range, are left to the
 * field's reader.
 *
 * @param unitMs minutes or days, in milliseconds
 */
export function durationOf(unitMs: number): (text: string) => unknown {
  return (text) => /^-?\d+$/.test(text) ? exactInteger(text) : duration(text) / unitMs;
}

/** Description and reader of an option for a key's lifetime. */
export const LIFETIME = [
  `lifetime, such as 12h, 90d or 4w, or never (default: ${DEFAULT_KEY_LIFETIME})`,
  lifetime,
] as const;

/** Makes a reader of names, in any case and with hyphens for underscores. */
export function oneOf<const T extends string>(names: readonly T[]): (text: string) => T {
  return (text) => {
    const wanted = upperName(text);
    const found = names.find((name) => upperName(name) === wanted);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`It must be one of ${names.map(flagName).join(", ")}`);
  };
}

/** Makes a reader of an option that is repeated, of one value. */
export function several<T>(read: (text: string) => T) {
  return (text: string, earlier: readonly T[] = []): readonly T[] => [...earlier, read(text)];
}

/** The option for the server's address in printed commands. */
export const SERVER_URL = [
  "--url <url>",
  "address of the server, for the printed commands",
  baseUrl,
  DEFAULT_BASE_URL,
] as const;

/** Converts `purchase-amount` to `PURCHASE_AMOUNT`. */
export function upperName(text: string): string {
  return text.trim().toUpperCase().replaceAll("-", "_");
}

/** Converts `PURCHASE_AMOUNT` to `purchase-amount`. */
export function flagName(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/**
 * Reads a text that an option gives, without spaces around it.
 *
 * @param name of the option, for the message
 * @throws {UsageError} for an empty text, or more than `max` characters
 */
export function optionText(text: string, name: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed !== "" && trimmed.length <= max) return trimmed;
  throw new UsageError(`${name} must have 1 to ${max} characters, ${got(text)}`);
}
