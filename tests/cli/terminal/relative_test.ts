import assert from "node:assert/strict";
import { ago, lengthText } from "../../../src/cli/output/text.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const AGES: readonly (readonly [ms: number, text: string])[] = [
  [-5000, "just now"],
  [0, "just now"],
  [999, "just now"],
  [1000, "1 second ago"],
  [59_999, "59 seconds ago"],
  [MINUTE, "1 minute ago"],
  [3 * MINUTE + 59_000, "3 minutes ago"],
  [HOUR - 1, "59 minutes ago"],
  [HOUR, "1 hour ago"],
  [2 * DAY - 1, "47 hours ago"],
  [2 * DAY, "2 days ago"],
  [400 * DAY, "400 days ago"],
];

for (const [ms, text] of AGES) {
  Deno.test(`ago() of ${ms} ms is "${text}"`, () => {
    const now = 1_767_323_045_000;
    assert.equal(ago(now - ms, now), text);
  });
}

Deno.test("ago() of no moment is never", () => {
  assert.equal(ago(null, 0), "never");
});

Deno.test("lengthText() rounds down, so that what is left is never said to be more", () => {
  assert.equal(lengthText(14 * DAY - 1), "13 days");
});
