/** Consecutive days of a time zone. */
export interface Calendar {
  /** IANA name, such as `Asia/Kolkata`. */
  readonly timeZone: string;
  /** Days as `2026-01-31`; the last one is today. */
  readonly dates: readonly string[];
  /** Start of each day, then the end of the last one; milliseconds since the epoch. */
  readonly bounds: readonly number[];
}

/**
 * The last days, up to today. A day lasts from midnight to midnight of the time zone, so it may have
 * 23 or 25 hours.
 *
 * @param days 1 or more
 * @param timeZone a name accepted by {@link isTimeZone}
 */
export function lastDays(days: number, timeZone: string, now: number): Calendar {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const starts = Array.from({ length: days + 1 }, (_, i) => today.add({ days: i + 1 - days }));
  return {
    timeZone,
    dates: starts.slice(0, -1).map((date) => date.toString()),
    bounds: starts.map((date) => date.toZonedDateTime(timeZone).epochMilliseconds),
  };
}

/** True for `UTC` or an IANA name of a time zone. */
export function isTimeZone(text: string): boolean {
  // Some platforms accept offsets, such as +05:30.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}
