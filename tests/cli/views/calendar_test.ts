import assert from "node:assert/strict";
import { isTimeZone, lastDays } from "../../../src/cli/output/session/calendar.ts";

const HOUR_MS = 3_600_000;
/** 2026-01-02T03:04:05Z. */
const NOW = 1_767_323_045_000;

Deno.test("lastDays() ends with today and begins days before", () => {
  const { dates, bounds } = lastDays(3, "UTC", NOW);
  assert.deepEqual(dates, ["2025-12-31", "2026-01-01", "2026-01-02"]);
  assert.deepEqual(bounds.map((ms) => new Date(ms).toISOString().slice(0, 13)), [
    "2025-12-31T00",
    "2026-01-01T00",
    "2026-01-02T00",
    "2026-01-03T00",
  ]);
});

Deno.test("lastDays() begins days where the place does", () => {
  const { dates, bounds } = lastDays(1, "Asia/Kolkata", NOW);
  assert.deepEqual(dates, ["2026-01-02"]);
  assert.equal(new Date(bounds[0] ?? 0).toISOString(), "2026-01-01T18:30:00.000Z");
});

Deno.test("lastDays() has 23 and 25 hours on days that change clocks", () => {
  const hours = (at: string) => {
    const { bounds: [from = 0, to = 0] } = lastDays(1, "Europe/Berlin", Date.parse(at));
    return (to - from) / HOUR_MS;
  };
  assert.equal(hours("2026-03-29T12:00:00Z"), 23);
  assert.equal(hours("2026-10-25T12:00:00Z"), 25);
  assert.equal(hours("2026-06-01T12:00:00Z"), 24);
});

Deno.test("isTimeZone() takes names and neither offsets nor anything else", () => {
  assert.deepEqual(
    ["UTC", "Asia/Kolkata", "+05:30", "Mars/Olympus", "", " UTC"].map(isTimeZone),
    [true, true, false, false, false, false],
  );
});
