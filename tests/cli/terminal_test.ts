import assert from "node:assert/strict";
import { ago, percentText } from "../../src/cli/output/text.ts";
import { lengthText } from "../../src/domain/values/wording.ts";
import { bar, sparkline } from "../../src/cli/output/session/chart.ts";
import { alignRight, padText, textWidth, wrapText } from "../../src/cli/output/width.ts";

Deno.test("percentText() has one decimal, and a dash where there is no whole", () => {
  assert.equal(percentText(1, 3), "33.3 %");
  assert.equal(percentText(3, 3), "100.0 %");
  assert.equal(percentText(0, 0), "-");
});

const blocks = { width: 80, style: "blocks" } as const;

Deno.test("sparkline() draws nothing lowest, the most highest, and one beside a thousand above nothing", () => {
  assert.deepEqual(sparkline([0, 1, 500, 1000], blocks), { text: "▁▂▅█", valuesPerMark: 1 });
  const ascii = { ...blocks, style: "ascii" } as const;
  assert.equal(sparkline([0, 1, 2, 3, 4, 5, 6, 7], ascii).text, "_.:-=+*#");
});

Deno.test("sparkline() of nothing but zeros stays low", () => {
  assert.equal(sparkline([0, 0, 0], blocks).text, "▁▁▁");
  assert.equal(sparkline([], blocks).text, "");
});

Deno.test("sparkline() adds several values up where there are more than marks, from the end", () => {
  const drawn = sparkline([7, 0, 0, 0, 3, 4], { width: 4, style: "blocks" });
  assert.deepEqual(drawn, { text: "█▁█", valuesPerMark: 2 });
  // Five values, two a mark: the first stands alone.
  assert.equal(sparkline([1, 0, 0, 1, 1], { width: 3, style: "ascii" }).text, "=_#");
});

Deno.test("bar() is as long as its part of the whole, to an eighth of a column", () => {
  const whole = { most: 80, width: 10, style: "blocks" } as const;
  assert.equal(bar(80, whole), "█".repeat(10));
  assert.equal(bar(40, whole), "█".repeat(5));
  assert.equal(bar(41, whole), `${"█".repeat(5)}▏`);
  assert.equal(bar(7, whole), "▉");
});

Deno.test("bar() of nothing is empty, and of anything else it is seen", () => {
  const whole = { most: 1_000_000, width: 10 } as const;
  assert.equal(bar(0, { ...whole, style: "blocks" }), "");
  assert.equal(bar(1, { ...whole, style: "blocks" }), "▏");
  assert.equal(bar(1, { ...whole, style: "ascii" }), "#");
  assert.equal(bar(5, { most: 0, width: 10, style: "ascii" }), "");
});

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

Deno.test("lengthText() rounds down, so that a remaining time is never overstated", () => {
  assert.equal(lengthText(14 * DAY - 1), "13 days");
});

for (
  const [text, width] of [["Mug", 3], ["湯のみ", 6], ["e\u0301", 1], ["👩‍🍳", 2], [
    "한글",
    4,
  ]] as const
) {
  Deno.test(`textWidth() of ${text} is ${width}`, () => assert.equal(textWidth(text), width));
}

Deno.test("padText() and alignRight() count columns and not characters", () => {
  assert.equal(padText("湯のみ", 8), "湯のみ  ");
  assert.equal(alignRight("湯のみ", 8), "  湯のみ");
  assert.equal(padText("longer", 3), "longer");
});

Deno.test("wrapText() breaks between words", () => {
  assert.deepEqual(wrapText("one two three", 7), ["one two", "three"]);
  assert.deepEqual(wrapText("one two three", Infinity), ["one two three"]);
  assert.deepEqual(wrapText("", 7), [""]);
});

Deno.test("wrapText() keeps an id or a secret whole, however long", () => {
  assert.deepEqual(wrapText("id ck_live_0123456789 here", 10), [
    "id",
    "ck_live_0123456789",
    "here",
  ]);
});

Deno.test("wrapText() breaks scripts without spaces at the width", () => {
  assert.deepEqual(wrapText("手作りのマグカップ", 8), ["手作りの", "マグカッ", "プ"]);
});
