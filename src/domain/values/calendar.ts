import { got, invalid } from "../errors.ts";

/** A day of a time zone: 24 hours, or 23 or 25 when clocks change. */
export interface Day {
  /** Milliseconds since the epoch. */
  readonly start: number;
  /** Start of the next day. */
  readonly end: number;
}

/** Consecutive days of a time zone. */
export interface Calendar {
  /** IANA name, such as `Asia/Kolkata`. */
  readonly timeZone: string;
  /** Days as `2026-01-31`; the last one is today. */
  readonly dates: readonly string[];
  /** Start of each day, then the end of the last one; milliseconds since the epoch. */
  readonly bounds: readonly number[];
}

/** The time zone of a shop that names none. */
export const DEFAULT_TIME_ZONE = "UTC";

/**
 * Reads the name of a time zone in any case.
 *
 * @returns the name as IANA writes it; undefined for other text
 */
export function parseTimeZone(text: string): string | undefined {
  // The runtime also accepts offsets, such as +05:30, which have no changes of clocks.
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return undefined;
  }
}

/** {@link parseTimeZone}, with `error.invalid-request` for other text. */
export function requireTimeZone(text: string, path: string): string {
  const name = parseTimeZone(text);
  if (name !== undefined) return name;
  throw invalid(`${path} must be an IANA time zone, such as Asia/Kolkata, ${got(text)}`);
}

/** The date and time of a moment, to the second: `2026-01-31 12:00:00`. */
export function localTime(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
    .toString({ smallestUnit: "second" }).replace("T", " ");
}

/**
 * Reads a date (`2026-01-31`) or a time: with an offset (`2026-01-31T12:00Z`), or without one in a
 * time zone.
 *
 * @returns the moment, or the day; undefined for other text, and before 1970
 */
export function parseTime(text: string, timeZone: string): number | Day | undefined {
  const [, date, time, offset] =
    /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text) ??
      [];
  if (date === undefined || (time === undefined && offset !== undefined)) return undefined;
  try {
    if (time === undefined) {
      const day = dayOf(Temporal.PlainDate.from(date), timeZone);
      return day.start >= 0 ? day : undefined;
    }
    const at = offset === undefined
      ? Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds
      : Temporal.Instant.from(text).epochMilliseconds;
    return at >= 0 ? at : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The day of a moment. */
export function dayAt(at: number, timeZone: string): Day {
  return dayOf(dateAt(at, timeZone), timeZone);
}

function dayOf(date: Temporal.PlainDate, timeZone: string): Day {
  return { start: startOf(date, timeZone), end: startOf(date.add({ days: 1 }), timeZone) };
}

/**
 * The last days, up to today. A day that the time zone skipped, as when it moved across the date
 * line, has the same start and end.
 *
 * @param days 1 or more
 * @param timeZone a name from {@link parseTimeZone}
 */
export function lastDays(days: number, timeZone: string, now: number): Calendar {
  const today = dateAt(now, timeZone);
  const starts = Array.from({ length: days + 1 }, (_, i) => today.add({ days: i + 1 - days }));
  return {
    timeZone,
    dates: starts.slice(0, -1).map((date) => date.toString()),
    bounds: starts.map((date) => startOf(date, timeZone)),
  };
}

function dateAt(at: number, timeZone: string): Temporal.PlainDate {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    .toPlainDate();
  // Where clocks went back across midnight, a day has begun once its first midnight has passed.
  const next = date.add({ days: 1 });
  return at < startOf(next, timeZone) ? date : next;
}

function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds;
}
