import { InvalidArgumentError } from "@commander-js/extra-typings";

/** Makes a parser of whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}`);
  };
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
const UNITS_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: 60 * SECOND_MS,
  h: 3600 * SECOND_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};
/** A hundred years: longer is a typing error, and dates have an end. */
const MAX_DURATION_MS = 36_525 * DAY_MS;

/** Reads a duration (`90s`, `15m`, `12h`, `30d`, `4w`) in milliseconds. */
export function duration(text: string): number {
  const [, count = "", unit = ""] = /^([1-9][0-9]{0,9})([smhdw])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? NaN);
  if (ms <= MAX_DURATION_MS) return ms;
  throw new InvalidArgumentError("It must be a duration, such as 90s, 15m, 12h or 30d");
}

/**
 * Makes a parser of durations in whole units, from `min` to `max` of them: `3600` or `1h` in seconds,
 * `90` or `90d` in days.
 */
export function durationIn(unit: "s" | "d", max: number, min = 1): (text: string) => number {
  return (text) => {
    if (/^\d+$/.test(text)) return wholeNumber(min, max)(text);
    const value = duration(text) / (UNITS_MS[unit] ?? NaN);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    const name = unit === "s" ? "seconds" : "days";
    throw new InvalidArgumentError(`It must be a whole number of ${name} from ${min} to ${max}`);
  };
}

/** Makes a parser that reads `never` as Infinity, and anything else with another one. */
export function orNever(parse: (text: string) => number): (text: string) => number {
  return (text) => text === "never" ? Infinity : parse(text);
}

/** Parses a file name; an empty one, as from an empty variable, is refused. */
export function fileName(text: string): string {
  if (text === "") throw new InvalidArgumentError("It must be a file name");
  return text;
}

/** Parses `true` or `false`. */
export function trueOrFalse(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new InvalidArgumentError("It must be true or false");
}

/** Reads the http or https URL of a server, without its slash at the end. */
export function baseUrl(text: string): string {
  const url = URL.parse(text);
  const isHttp = url !== null && /^https?:$/.test(url.protocol) && url.host !== "";
  if (
    isHttp && url.search === "" && url.hash === "" && url.username === "" &&
    !/[\s\p{Cc}]/u.test(text)
  ) {
    return url.href.replace(/\/+$/, "");
  }
  throw new InvalidArgumentError("It must be an http or https address, such as http://host:8080");
}
