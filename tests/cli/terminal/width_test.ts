import assert from "node:assert/strict";
import { alignRight, padText, textWidth, wrapText } from "../../../src/cli/output/width.ts";

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

Deno.test("wrapText() breaks what is written without spaces, at the width", () => {
  assert.deepEqual(wrapText("手作りのマグカップ", 8), ["手作りの", "マグカッ", "プ"]);
});
