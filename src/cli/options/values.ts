import { InvalidArgumentError } from "@commander-js/extra-typings";
import { baseUrl, wholeNumber } from "../../command/values.ts";
import { DEFAULT_BASE_URL } from "../../demo/demo.ts";

const HOUR_MS = 60 * 60 * 1000;
const UNITS_MS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
};
/** A hundred years: longer is a typing error, and dates have an end. */
const MAX_DURATION_MS = 36_525 * 24 * HOUR_MS;

/** Default lifetime of a key. */
export const DEFAULT_KEY_LIFETIME = "365d";

/** The option that names the shop of a command. */
export const MERCHANT = ["--merchant <merchant>", "shop: its id or one of its domains"] as const;
/** The option that limits a command to one shop. */
export const ONLY_MERCHANT = [
  "--merchant <merchant>",
  "only this shop: its id or one of its domains",
] as const;
/** The option that confirms without a question. */
export const YES = ["--yes", "do not ask for confirmation"] as const;
const MAX_ROWS = 10_000;
/** The option that bounds the rows of a list. */
export const LIMIT = [
  "--limit <n>",
  "maximum number of rows",
  wholeNumber(1, MAX_ROWS),
  20,
] as const;
/** The same of a list that is printed whole by default. */
export const LIMIT_OF_ALL = [
  "--limit <n>",
  "maximum number of rows (default: all)",
  wholeNumber(1, MAX_ROWS),
] as const;

/** Description of the option that continues a list. */
export const AFTER = "only rows after this one, which the page before names";

/** The end of a help text that needs no more than an example. */
export function example(call: string): string {
  return `\nExample:\n  checkoutctl ${call}`;
}

/** Reads a duration (`12h`, `90d`, `4w`) in milliseconds. */
export function duration(text: string): number {
  const [, count = "", unit = ""] = /^([1-9][0-9]{0,8})([hdw])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? NaN);
  if (ms <= MAX_DURATION_MS) return ms;
  throw new InvalidArgumentError("It must be hours, days or weeks, such as 12h, 90d or 4w");
}

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

/** Reads a whole number exactly; other text is left to the field's reader, which refuses it. */
export function exactInteger(text: string): unknown {
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(text)) return text;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
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
