import fc from "fast-check";

/**
 * Time zones with unusual days: changes of clocks at midnight and by half an hour, offsets of
 * three quarters, a skipped date, both sides of the date line.
 */
export const ZONES = [
  "UTC",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Asia/Kuwait",
  "Asia/Beirut",
  "Africa/Cairo",
  "America/Havana",
  "America/New_York",
  "America/Santiago",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Europe/Berlin",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
] as const;

/** Days with a change of clocks in one of {@link ZONES}. */
const CHANGES = [
  "2011-12-29",
  "2011-12-31",
  "2018-02-18",
  "2018-11-04",
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-04-24",
  "2026-09-06",
  "2026-10-25",
  "2026-10-30",
  "2026-11-01",
].map((date) => Date.parse(date));

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The date of a moment by `Intl`, as `2026-01-31`. */
export function zonedDate(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  formats.set(zone, format);
  return format.format(at);
}

/** Moments of a zone: around quarters of an hour, where midnights and changes of clocks are. */
export function nearMidnight(zone: string): fc.Arbitrary<{ zone: string; at: number }> {
  const day = fc.oneof(
    fc.constantFrom(...CHANGES).chain((at) =>
      fc.integer({ min: -1, max: 1 }).map((days) => at + days * DAY_MS)
    ),
    fc.integer({ min: 15_000, max: 24_000 }).map((days) => days * DAY_MS),
  );
  return fc.record({
    zone: fc.constant(zone),
    at: fc.tuple(day, fc.integer({ min: 0, max: 96 }), fc.integer({ min: -2, max: 2 }))
      .map(([start, quarter, ms]) => start + quarter * QUARTER_MS + ms),
  });
}
