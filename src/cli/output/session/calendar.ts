/** Days one after the other, as some place counts them. */
export interface Calendar {
  /** IANA name of the place's time zone, such as `Asia/Kolkata`. */
  readonly timeZone: string;
  /** Each day as `2026-01-31`, the last of them today. */
  readonly dates: readonly string[];
  /** When each day begins and, last of all, when the last one ends; ms since the epoch. */
  readonly bounds: readonly number[];
}

/**
 * The last days up to and with today. A day is from midnight to midnight of the place, so one
 * on which clocks are changed has 23 or 25 hours.
 *
 * @param days how many, 1 or more
 * @param timeZone a name that {@link isTimeZone} takes
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

/** Whether a text is the name of a time zone: `UTC` or an IANA name. */
export function isTimeZone(text: string): boolean {
  // Offsets such as +05:30 are taken by some platforms and not by others.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}
