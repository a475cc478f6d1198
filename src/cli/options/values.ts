import { InvalidArgumentError } from "@commander-js/extra-typings";
import { shown } from "../../domain/errors.ts";

const HOUR_MS = 60 * 60 * 1000;
const UNITS_MS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
};
/** A hundred years: longer is a typing error, and dates end somewhere. */
const MAX_DURATION_MS = 36_525 * 24 * HOUR_MS;

/** How long a key is good for unless told otherwise, as it is typed. */
export const DEFAULT_KEY_LIFETIME = "365d";

/** Rows of a list unless told otherwise. */
export const DEFAULT_LIMIT = 20;
/** The most rows that a list can be told to have. */
export const MAX_LIMIT = 10_000;

/** Reads a duration such as `12h`, `90d` or `4w`, in milliseconds. */
export function duration(text: string): number {
  const [, count = "", unit = ""] = /^([1-9][0-9]{0,8})([hdw])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS_MS[unit] ?? NaN);
  if (ms <= MAX_DURATION_MS) return ms;
  throw new InvalidArgumentError("It must be hours, days or weeks, such as 12h, 90d or 4w");
}

/**
 * Reads how long a key is good for, in milliseconds: a duration, or `never`, which is
 * Infinity: commander takes null for a value that was not given.
 */
export function lifetime(text: string): number {
  if (text.toLowerCase() === "never") return Infinity;
  try {
    return duration(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new InvalidArgumentError(`${error.message}, or never`);
  }
}

/** A reader of whole numbers from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}`);
  };
}

/** A reader of one of some names, in either case and with hyphens for underscores. */
export function oneOf<const T extends string>(names: readonly T[]): (text: string) => T {
  return (text) => {
    const wanted = upperName(text);
    const found = names.find((name) => upperName(name) === wanted);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`It must be one of ${names.map(flagName).join(", ")}`);
  };
}

/** Reads the address of a server: http or https, without a query; no slash at its end. */
export function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url !== undefined && /^https?:$/.test(url.protocol) && url.host !== "";
  if (
    isHttp && url.search === "" && url.hash === "" && url.username === "" && text === shown(text)
  ) {
    return url.href.replace(/\/+$/, "");
  }
  throw new InvalidArgumentError("It must be an http or https address, such as http://host:8080");
}

/** `purchase-amount` as the name it stands for: `PURCHASE_AMOUNT`. */
export function upperName(text: string): string {
  return text.trim().toUpperCase().replaceAll("-", "_");
}

/** `PURCHASE_AMOUNT` as it is typed: `purchase-amount`. */
export function flagName(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}
