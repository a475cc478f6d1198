import { type Currency, formatMajor, type Minor } from "../../domain/values/money.ts";

/** Limit of the kept formatters: languages, countries and currencies of the shops. */
const MAX_KEPT = 500;

/** Formats amounts and numbers as a language and a country write them. */
export interface Formats {
  readonly amount: (minor: Minor | bigint) => string;
  readonly whole: (value: number) => string;
  /** A time from now: `in 30 seconds`, `in 5 minutes`. */
  readonly later: (seconds: number) => string;
}

const kept = new Map<string, Formats>();

/**
 * The formats of a language, a country and a currency. They are kept, because making one takes a
 * thousand times as long as using it.
 */
export function formatsFor(language: string, countryCode: string, currency: Currency): Formats {
  const key = `${language}-${countryCode} ${currency.code}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const made = makeFormats(`${language}-${countryCode}`, currency);
  kept.set(key, made);
  return made;
}

function makeFormats(locale: string, currency: Currency): Formats {
  const amounts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.code,
    // The decimals of ISO 4217, which the locale's data does not always follow.
    minimumFractionDigits: currency.exponent,
    maximumFractionDigits: currency.exponent,
  });
  const wholes = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const times = new Intl.RelativeTimeFormat(locale);
  return {
    // Decimal text is formatted exactly.
    amount: (minor) => amounts.format(formatMajor(minor, currency) as `${number}`),
    whole: (value) => wholes.format(value),
    later: (seconds) => {
      if (seconds < 90) return times.format(seconds, "second");
      const minutes = Math.ceil(seconds / 60);
      return minutes < 90
        ? times.format(minutes, "minute")
        : times.format(Math.ceil(minutes / 60), "hour");
    },
  };
}

const keptTimes = new Map<string, Intl.DateTimeFormat>();

/** The format of a moment in a time zone (IANA), with its name. It is kept too. */
export function timeFormatFor(
  language: string,
  countryCode: string,
  timeZone: string,
): Intl.DateTimeFormat {
  const key = `${language}-${countryCode} ${timeZone}`;
  const known = keptTimes.get(key);
  if (known !== undefined) return known;
  if (keptTimes.size >= MAX_KEPT) keptTimes.clear();
  const made = new Intl.DateTimeFormat(`${language}-${countryCode}`, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  keptTimes.set(key, made);
  return made;
}
