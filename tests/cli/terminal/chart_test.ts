import assert from "node:assert/strict";
import { bar, sparkline } from "../../../src/cli/output/session/chart.ts";

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
