import assert from "node:assert/strict";
import fc from "fast-check";
import {
  dayAt,
  lastDays,
  localTime,
  parseTime,
  parseTimeZone,
  requireTimeZone,
} from "../../../src/domain/values/calendar.ts";
import { NOW } from "../../support/builders.ts";
import { nearMidnight, zonedDate, ZONES } from "../../support/zones.ts";

const HOUR_MS = 3_600_000;

Deno.test("lastDays() ends with today and begins days before", () => {
  const { timeZone, dates, bounds } = lastDays(3, "UTC", NOW);
  assert.equal(timeZone, "UTC");
  assert.deepEqual(dates, ["2025-12-31", "2026-01-01", "2026-01-02"]);
  assert.deepEqual(bounds.map((ms) => new Date(ms).toISOString().slice(0, 13)), [
    "2025-12-31T00",
    "2026-01-01T00",
    "2026-01-02T00",
    "2026-01-03T00",
  ]);
});

/** Days by a moment of theirs: zone, moment, start, and hours. */
const DAYS: readonly (readonly [zone: string, at: string, start: string, hours: number])[] = [
  ["UTC", "2026-01-02T03:04:05Z", "2026-01-02T00:00:00Z", 24],
  ["Asia/Kolkata", "2026-01-02T03:04:05Z", "2026-01-01T18:30:00Z", 24],
  ["Asia/Kathmandu", "2026-01-01T18:14:59.999Z", "2025-12-31T18:15:00Z", 24],
  ["Asia/Kathmandu", "2026-01-01T18:15:00Z", "2026-01-01T18:15:00Z", 24],
  ["Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", 23],
  ["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", 25],
  // Clocks go forward at midnight: the day begins at one o'clock.
  ["America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z", 23],
  // Clocks go back at midnight: the day has its last hour twice.
  ["America/Sao_Paulo", "2018-02-18T02:30:00Z", "2018-02-17T02:00:00Z", 25],
  // Half an hour of daylight saving.
  ["Australia/Lord_Howe", "2026-04-05T03:00:00Z", "2026-04-04T13:00:00Z", 24.5],
  // The 30th was skipped, for the other side of the date line.
  ["Pacific/Apia", "2011-12-30T09:59:59.999Z", "2011-12-29T10:00:00Z", 24],
  ["Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z", 24],
  // Clocks went back from 00:01 to 23:01: what follows belongs to the day that had begun.
  ["America/St_Johns", "2006-10-29T02:31:30Z", "2006-10-29T02:30:00Z", 25],
];

for (const [zone, at, start, hours] of DAYS) {
  Deno.test(`dayAt() ${at} in ${zone} is a day of ${hours} hours`, () => {
    const day = dayAt(Date.parse(at), zone);
    assert.equal(day.start, Date.parse(start));
    assert.equal((day.end - day.start) / HOUR_MS, hours);
  });
}

Deno.test("lastDays() has a skipped date without a moment", () => {
  const { dates, bounds } = lastDays(3, "Pacific/Apia", Date.parse("2011-12-31T00:00:00Z"));
  assert.deepEqual(dates, ["2011-12-29", "2011-12-30", "2011-12-31"]);
  const [, skipped, today, end] = bounds;
  assert.equal(skipped, today);
  assert.equal(Number(end) - Number(today), 24 * HOUR_MS);
});

Deno.test("dayAt() has its moment, follows the day before, and is the last of lastDays()", () =>
  fc.assert(
    fc.property(fc.constantFrom(...ZONES).chain(nearMidnight), ({ zone, at }) => {
      const { start, end } = dayAt(at, zone);
      assert.ok(start <= at && at < end);
      assert.equal(dayAt(start - 1, zone).end, start);
      assert.equal(dayAt(end, zone).start, end);
      const { dates, bounds } = lastDays(4, zone, at);
      assert.deepEqual(bounds.slice(-2), [start, end]);
      assert.equal(dates.at(-1), zonedDate(at, zone), "the date that a wall calendar shows");
      assert.deepEqual(bounds, bounds.toSorted((a, b) => a - b));
    }),
  ));

Deno.test("parseTimeZone() takes names in any case, and neither offsets nor anything else", () => {
  const texts = ["UTC", "asia/kolkata", "Europe/Kyiv", "+05:30", "Mars/Olympus", "", " UTC", "Z"];
  const rest = Array.from({ length: 5 }, () => undefined);
  assert.deepEqual(texts.map(parseTimeZone), ["UTC", "Asia/Kolkata", "Europe/Kyiv", ...rest]);
});

Deno.test("requireTimeZone() names the field and the value", () => {
  assert.equal(requireTimeZone("utc", "time_zone"), "UTC");
  assert.throws(() => requireTimeZone("IST+5", "merchants[0].time_zone"), {
    code: "error.invalid-request",
    message: 'merchants[0].time_zone must be an IANA time zone, such as Asia/Kolkata, got "IST+5"',
  });
});

Deno.test("parseTime() reads days and times in a zone, and times with an offset", () => {
  const at = (text: string, zone = "Asia/Kolkata") => {
    const found = parseTime(text, zone);
    if (found === undefined) return undefined;
    const iso = (ms: number) => new Date(ms).toISOString();
    return typeof found === "number" ? iso(found) : [iso(found.start), iso(found.end)];
  };
  assert.deepEqual(at("2026-11-01"), ["2026-10-31T18:30:00.000Z", "2026-11-01T18:30:00.000Z"]);
  assert.equal(at("2026-11-01T10:00"), "2026-11-01T04:30:00.000Z");
  assert.equal(at("2026-11-01 10:00:30"), "2026-11-01T04:30:30.000Z");
  assert.equal(at("2026-11-01T10:00Z"), "2026-11-01T10:00:00.000Z");
  assert.equal(at("2026-11-01T10:00:00.250+02:00"), "2026-11-01T08:00:00.250Z");
  // Clocks go from 2:00 to 3:00, and from 3:00 back to 2:00.
  assert.equal(at("2026-03-29T02:30", "Europe/Berlin"), "2026-03-29T01:30:00.000Z");
  assert.equal(at("2026-10-25T02:30", "Europe/Berlin"), "2026-10-25T00:30:00.000Z");
  const [start, end] = ["2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"];
  assert.deepEqual(at("2026-10-25", "Europe/Berlin"), [start, end]);
  const wrong = ["", "soon", "2026", "2026-02-30", "2026-11-01T25:00", "2026-11-01Z", "1969-12-31"];
  for (const text of [...wrong, "2026-11-01T10", "1969-12-31T00:00Z", "2026-11-01T10:00[UTC]"]) {
    assert.equal(parseTime(text, "UTC"), undefined, text);
  }
});

Deno.test("localTime() is read back by parseTime() but in the hour that clocks repeat", () =>
  fc.assert(
    fc.property(fc.constantFrom(...ZONES).chain(nearMidnight), ({ zone, at }) => {
      const second = Math.floor(at / 1000) * 1000;
      const text = localTime(at, zone);
      const read = parseTime(text, zone);
      assert.ok(typeof read === "number");
      assert.equal(localTime(read, zone), text);
      assert.ok(read === second || Math.abs(read - second) <= 24 * HOUR_MS);
    }),
  ));
