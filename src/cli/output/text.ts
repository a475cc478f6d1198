import { shown } from "../../domain/errors.ts";
import { type Currency, formatMajor, type Minor } from "../../domain/values/money.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/**
 * Makes text from data safe for a terminal: one line, without characters that move the cursor,
 * change colours or reverse the reading direction.
 */
export function clean(text: string): string {
  return Array.from(text, (point) => shown(point)).join("");
}

/** A moment in UTC to the second: `2026-01-31 12:00:00Z`; `-` for null. */
export function moment(ms: number | null): string {
  return ms === null ? "-" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A moment in UTC to the minute, for tables: `2026-01-31 12:00Z`; `-` for null. */
export function shortMoment(ms: number | null): string {
  return ms === null ? "-" : `${moment(ms).slice(0, 16)}Z`;
}

/** An amount with its currency: `349.00 INR`. */
export function money(amount: Minor, currency: Currency): string {
  return `${formatMajor(amount, currency)} ${currency.code}`;
}

/** A count with its noun: `1 line`, `2 lines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Time since a moment: `3 minutes ago`; `never` for null. */
export function ago(ms: number | null, now: number): string {
  if (ms === null) return "never";
  // Also for a moment in the future: the clocks of two machines differ a little.
  return now - ms < SECOND_MS ? "just now" : `${lengthText(now - ms)} ago`;
}

/**
 * A length of time in one unit, rounded down: 90 seconds are `1 minute`, 47 hours are `47 hours`,
 * 48 hours are `2 days`.
 *
 * @param ms 0 or more
 */
export function lengthText(ms: number): string {
  if (ms < MINUTE_MS) return counted(Math.floor(ms / SECOND_MS), "second");
  if (ms < HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), "minute");
  if (ms < 2 * DAY_MS) return counted(Math.floor(ms / HOUR_MS), "hour");
  return counted(Math.floor(ms / DAY_MS), "day");
}

/** A part in percent with one decimal, `32.3 %`; `-` if the whole is 0. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(part / whole * 100).toFixed(1)} %`;
}

/** A size in powers of 1024: `512 bytes`, `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
