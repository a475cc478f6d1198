import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import fc from "fast-check";
import { BarChart, type ChartBar, FunnelChart } from "../../../src/web/dashboard/parts/chart.tsx";
import { labelPlaces, scaleLines } from "../../../src/web/dashboard/parts/scale.ts";
import { runs } from "../../support/arbitraries.ts";
import { HOSTILE } from "./sample_frame.tsx";

/** A chart of one series with these values. */
function chartOf(values: readonly number[], over: Partial<ChartBar> = {}): string {
  return String(BarChart({
    title: "Revenue per day",
    heading: "Day",
    series: ["Revenue"],
    tick: (value) => `[${value}]`,
    empty: "No orders",
    bars: values.map((value, i) => ({
      label: `${i + 1} Nov`,
      values: [{ value, text: `₹${value}` }],
      ...over,
    })),
  }));
}

function heights(chart: string): number[] {
  return [...chart.matchAll(/<rect class="series-\d"[^>]* height="([\d.]+)%"/g)]
    .map(([, height]) => Number(height));
}

Deno.test("scaleLines() has at most five round steps up to the largest value", () => {
  deepEqual(scaleLines(0), []);
  deepEqual(scaleLines(1), [1]);
  deepEqual(scaleLines(3), [1, 2, 3]);
  deepEqual(scaleLines(40), [10, 20, 30, 40]);
  deepEqual(scaleLines(41), [20, 40, 60]);
  deepEqual(scaleLines(4_605_000), [2_000_000, 4_000_000, 6_000_000]);
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 1, max: 1e6 }), fc.maxSafeNat()), (value) => {
      const most = Math.max(1, value);
      const lines = scaleLines(most);
      ok(lines.length >= 1 && lines.length <= 5, `${lines}`);
      const [first = 0] = lines;
      const last = lines.at(-1) ?? 0;
      ok(last >= most && last - first < most, `${lines}`);
      match(String(BigInt(first)), /^[125]0*$/);
      lines.forEach((line, i) => equal(line, first * (i + 1)));
    }),
    runs(2_000),
  );
});

Deno.test("labelPlaces() spaces labels evenly, the last bar among them, never more than fit", () => {
  deepEqual([...labelPlaces(1, 4)], [0]);
  deepEqual([...labelPlaces(7, 8)], [0, 1, 2, 3, 4, 5, 6]);
  deepEqual([...labelPlaces(14, 4)], [1, 5, 9, 13]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 12 }),
      (count, most) => {
        const places = [...labelPlaces(count, most)];
        ok(places.length >= 1 && places.length <= most);
        equal(places.at(-1), count - 1);
      },
    ),
    runs(1_000),
  );
});

Deno.test("BarChart draws each value to scale, and nothing for 0", () => {
  const chart = chartOf([0, 50, 100]);
  deepEqual(heights(chart), [50, 100]);
  match(chart, /<title>2 Nov: ₹50<\/title>/);
  for (const line of [0, 50, 100]) ok(chart.includes(`>[${line}]</text>`));
});

Deno.test("BarChart of a single day has one bar that is no wall", () => {
  const [width] = [...chartOf([5]).matchAll(/class="series-1"[^>]* width="([\d.]+)%"/g)]
    .map(([, value]) => Number(value));
  ok(width !== undefined && width <= 10);
});

Deno.test("BarChart keeps a small value beside a huge one visible, within the plot", () => {
  const found = heights(chartOf([1, Number.MAX_SAFE_INTEGER]));
  equal(found.length, 2);
  ok(found.every((height) => height >= 1 && height <= 100), `${found}`);
});

Deno.test("BarChart of nothing but zeros says so, with its figures", () => {
  const chart = chartOf([0, 0]);
  match(chart, /<p class="empty">No orders<\/p>/);
  doesNotMatch(chart, /class="bars"/);
  equal(chart.split('<td class="number">₹0</td>').length, 3);
});

Deno.test("BarChart has every figure in a table, and text from outside stays text", () => {
  const chart = chartOf([1, 2], { label: HOSTILE });
  doesNotMatch(chart, /<script|<img/);
  match(chart, /<th scope="col">Day<\/th><th scope="col" class="number">Revenue<\/th>/);
  equal(chart.split('<td class="number">').length, 3);
});

Deno.test("FunnelChart is a table with a bar of the share that each step has of the first", () => {
  const step = (label: string, count: number) => ({
    label,
    count,
    text: String(count),
    share: `${count}%`,
  });
  const chart = String(FunnelChart({
    title: "From cart to order",
    heading: ["Step", "Sessions", "Share"],
    steps: [step("Created", 200), step("Begun", 50), step("Completed", 0)],
  }));
  deepEqual(
    [...chart.matchAll(/class="series-2" width="([\d.]+)%"/g)].map(([, width]) => Number(width)),
    [100, 25, 0],
  );
  equal(chart.split("<tr>").length, 5);
  match(chart, /<td class="number">50<\/td><td class="number soft">50%<\/td>/);
});
