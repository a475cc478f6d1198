import assert from "node:assert/strict";
import { averageOf, majorText, percentText } from "../../../src/cli/output/text.ts";
import { currencyOf } from "../../../src/domain/values/money.ts";

for (
  const [sum, code, text] of [
    [0n, "INR", "0.00"],
    [5n, "INR", "0.05"],
    [207_440n, "INR", "2074.40"],
    [5000n, "JPY", "5000"],
    [1n, "KWD", "0.001"],
    [27_021_597_764_222_973n, "INR", "270215977642229.73"],
  ] as const
) {
  Deno.test(`majorText() of ${sum} ${code} is ${text}`, () =>
    assert.equal(majorText(sum, currencyOf(code)), text));
}

Deno.test("averageOf() rounds half up to the minor unit", () => {
  assert.equal(averageOf(207_440n, 3), 69_147n);
  assert.equal(averageOf(5n, 2), 3n);
  assert.equal(averageOf(4n, 3), 1n);
});

Deno.test("percentText() has one decimal, and a dash where there is no whole", () => {
  assert.equal(percentText(1, 3), "33.3 %");
  assert.equal(percentText(3, 3), "100.0 %");
  assert.equal(percentText(0, 0), "-");
});
