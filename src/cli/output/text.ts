import { shown } from "../../domain/errors.ts";
import { type Currency, formatMajor, type Minor } from "../../domain/values/money.ts";
import { lengthText, moment } from "../../domain/values/wording.ts";

const SECOND_MS = 1000;

/**
 * Makes text from data safe for a terminal: one line, without characters that move the cursor,
 * change colours or reverse the reading direction.
 */
export function clean(text: string): string {
  return Array.from(text, (point) => shown(point)).join("");
}

/** A moment in UTC to the minute, for tables: `2026-01-31 12:00Z`; `-` for null. */
export function shortMoment(ms: number | null): string {
  return ms === null ? "-" : `${moment(ms).slice(0, 16)}Z`;
}

/** An amount with its currency: `349.00 INR`. */
export function money(amount: Minor, currency: Currency): string {
  return `${formatMajor(amount, currency)} ${currency.code}`;
}

/** Time since a moment: `3 minutes ago`; `never` for null. */
export function ago(ms: number | null, now: number): string {
  if (ms === null) return "never";
  // Also for a moment in the future: the clocks of two machines differ a little.
  return now - ms < SECOND_MS ? "just now" : `${lengthText(now - ms)} ago`;
}

/** A part in percent with one decimal, `32.3 %`; `-` if the whole is 0. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? "-" : `${(part / whole * 100).toFixed(1)} %`;
}
