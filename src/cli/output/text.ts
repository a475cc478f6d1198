import { shown } from "../../domain/errors.ts";
import { type Currency, formatMajor, type Minor } from "../../domain/money.ts";

/**
 * A text that came from data, made fit for a terminal: on one line, and without the
 * characters that could move its cursor, change its colours or turn the reading around.
 */
export function clean(text: string): string {
  return Array.from(text, (point) => shown(point)).join("");
}

/** A moment in UTC to the second: `2026-01-31 12:00:00Z`; a dash when there is none. */
export function moment(ms: number | null): string {
  return ms === null ? "-" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A moment in UTC to the minute, for tables: `2026-01-31 12:00Z`; a dash when there is none. */
export function shortMoment(ms: number | null): string {
  return ms === null ? "-" : `${moment(ms).slice(0, 16)}Z`;
}

/** An amount with its currency: `349.00 INR`. */
export function money(amount: Minor, currency: Currency): string {
  return `${formatMajor(amount, currency)} ${currency.code}`;
}

/** A count and what is counted: `1 line`, `2 lines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
