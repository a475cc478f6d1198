import { AppError, got, invalid } from "../../../domain/errors.ts";
import type { MaybePromise } from "../../../domain/session/stored.ts";
import { type Day, parseTime } from "../../../domain/values/calendar.ts";
import type { FilterRefusal } from "./form.tsx";

/**
 * The day of a field of a filter.
 *
 * @returns undefined for an empty field
 * @throws {AppError} `error.invalid-request` with the field
 */
export function dayOf(
  text: string,
  timeZone: string,
  [name, label]: readonly [name: string, label: string],
): Day | undefined {
  if (text === "") return undefined;
  const day = parseTime(text, timeZone);
  if (typeof day === "object") return day;
  throw invalid(`${label} must be a day, such as 2026-01-31, ${got(text)}`, name);
}

/**
 * Reads a filter.
 *
 * @returns the refusal of one of its fields, for the page of the list
 */
export async function readFilter<T>(read: () => MaybePromise<T>): Promise<
  { readonly selected: T; readonly refusal?: undefined } | {
    readonly selected?: undefined;
    readonly refusal: FilterRefusal;
  }
> {
  try {
    return { selected: await read() };
  } catch (error) {
    if (!(error instanceof AppError) || error.field === undefined) throw error;
    return { refusal: { field: error.field, message: error.message } };
  }
}
