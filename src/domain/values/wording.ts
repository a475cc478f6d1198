const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"] as const;

/** A moment in UTC to the second: `2026-01-31 12:00:00Z`; `-` for null. */
export function moment(ms: number | null): string {
  return ms === null ? "-" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A count with its noun: `1 line`, `2 lines`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
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
