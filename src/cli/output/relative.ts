import { counted } from "./text.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment is: `3 minutes ago`; `never` when there is none. */
export function ago(ms: number | null, now: number): string {
  if (ms === null) return "never";
  // Also of one that is still to come: clocks of two machines differ a little.
  return now - ms < SECOND_MS ? "just now" : `${lengthText(now - ms)} ago`;
}

/**
 * A length of time in its largest unit that fits twice, rounded down: `90 seconds` is
 * `1 minute`, 47 hours are `47 hours`, 48 hours are `2 days`.
 *
 * @param ms 0 or more
 */
export function lengthText(ms: number): string {
  if (ms < MINUTE_MS) return counted(Math.floor(ms / SECOND_MS), "second");
  if (ms < HOUR_MS) return counted(Math.floor(ms / MINUTE_MS), "minute");
  if (ms < 2 * DAY_MS) return counted(Math.floor(ms / HOUR_MS), "hour");
  return counted(Math.floor(ms / DAY_MS), "day");
}
