import type { Int64 } from "../../domain/ids.ts";
import {
  type Currency,
  fitsJsonNumber,
  formatMajor,
  majorNumber,
  type Minor,
} from "../../domain/money.ts";
import { jsonInteger } from "../../domain/json_integer.ts";

/** An amount in the major unit: a number, or where a double would not do its exact digits. */
export function major(amount: Minor, currency: Currency): unknown {
  return fitsJsonNumber(amount)
    ? majorNumber(amount, currency)
    : JSON.rawJSON(formatMajor(amount, currency));
}

/** {@link major}, or null. */
export function majorOrNull(amount: Minor | null, currency: Currency): unknown {
  return amount === null ? null : major(amount, currency);
}

/** A 64-bit id digit for digit, or null. */
export function idOrNull(id: Int64 | null): unknown {
  return id === null ? null : jsonInteger(id);
}
