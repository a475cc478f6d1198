import type { Merchant } from "../../../domain/shop/merchant.ts";
import { currencyOf, type Minor } from "../../../domain/values/money.ts";
import { formatsFor } from "../../page/format.ts";

/** Limit of the kept formats: countries, currencies and time zones of the shops. */
const MAX_KEPT = 500;
const MINUTE_MS = 60_000;
const UNITS = [["day", 1440], ["hour", 60], ["minute", 1]] as const;

/** Formats of a shop's pages: amounts by currency, moments in the shop's time zone. */
export interface DashboardFormats {
  /** IANA name of the time zone of all moments. */
  readonly timeZone: string;
  /** The shop's currency. */
  readonly currencyCode: string;
  /** An amount (default: in the shop's currency). */
  readonly amount: (minor: Minor | bigint, currencyCode?: string) => string;
  readonly whole: (value: number) => string;
  /** A part in percent with one decimal; `–` if the whole is 0. */
  readonly percent: (part: number, whole: number) => string;
  /** Day and time to the minute: `21 Nov 2026, 14:05`. */
  readonly moment: (at: number) => string;
  /** Day without its year: `Sat, 21 Nov`. */
  readonly day: (at: number) => string;
  /** `21 Nov`. */
  readonly shortDay: (at: number) => string;
  /** A whole number, rounded: `950`, `1.5L`, `2.5K`. */
  readonly shortWhole: (value: number) => string;
  /** An amount in the major unit, rounded: `₹1.5L`, `$2.5K`. */
  readonly short: (major: number, currencyCode: string) => string;
  /** Time from now to a moment, or since it: `in 3 days`, `5 minutes ago`. */
  readonly relative: (at: number, now: number) => string;
}

const kept = new Map<string, DashboardFormats>();

/** The formats of a shop. They are kept: making one takes a thousand times as long as using it. */
export function dashboardFormats(
  { countryCode, currencyCode, timeZone }: Pick<
    Merchant,
    "countryCode" | "currencyCode" | "timeZone"
  >,
): DashboardFormats {
  const key = `${countryCode} ${currencyCode} ${timeZone}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const made = makeFormats(countryCode, currencyCode, timeZone);
  kept.set(key, made);
  return made;
}

function makeFormats(country: string, ownCurrency: string, timeZone: string): DashboardFormats {
  const locale = `en-${country}`;
  const moments = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  const days = new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone,
  });
  const shortDays = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone });
  const shares = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const shortWholes = new Intl.NumberFormat(locale, {
    notation: "compact",
    maximumFractionDigits: 1,
  });
  const shorts = new Map<string, Intl.NumberFormat>();
  const times = new Intl.RelativeTimeFormat(locale);
  const { whole } = formatsFor("en", country, currencyOf(ownCurrency));
  return {
    timeZone,
    currencyCode: ownCurrency,
    amount: (minor, currencyCode = ownCurrency) =>
      formatsFor("en", country, currencyOf(currencyCode)).amount(minor),
    whole,
    percent: (part, all) => all === 0 ? "–" : shares.format(part / all),
    moment: (at) => moments.format(at),
    day: (at) => days.format(at),
    shortDay: (at) => shortDays.format(at),
    shortWhole: (value) => shortWholes.format(value),
    short: (major, currency) => {
      const format = shorts.get(currency) ??
        new Intl.NumberFormat(locale, {
          style: "currency",
          currency,
          notation: "compact",
          maximumFractionDigits: 1,
        });
      shorts.set(currency, format);
      return format.format(major);
    },
    relative: (at, now) => {
      const minutes = Math.round((at - now) / MINUTE_MS);
      const [unit, size] = UNITS.find(([, one]) => Math.abs(minutes) >= one) ?? UNITS[2];
      // -0 is "0 minutes ago", not "in 0 minutes".
      return times.format(Math.trunc(minutes / size) || -0, unit);
    },
  };
}
