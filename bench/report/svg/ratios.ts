import type { CaseResult } from "../result.ts";
import { TARGETS } from "../targets.ts";
import { count, hundredths, range } from "../text.ts";
import type { Place } from "./chart.ts";
import { element, label, line } from "./element.ts";
import { fifths, linear } from "./scale.ts";

const ROW = 38;
const TOP = 58;
/** Room for names before the bars, and for figures behind them. */
const NAMES = 250;
const FIGURES = 250;

/** Height of the bars of so many cases. */
export function ratiosHeight(cases: number): number {
  return TOP + ROW * cases + 40;
}

/** Draws what part of its floor each case reaches, as bars with their targets. */
export function drawRatios(cases: readonly CaseResult[], { x, y, width }: Place): string {
  const [left, right] = [x + NAMES, x + width - FIGURES];
  const bottom = y + TOP + ROW * cases.length;
  const ticks = fifths(cases.map(({ ratio }) => ratio.max));
  const toX = linear([0, ticks.at(-1) ?? 1], [left, right]);
  return element(
    "g",
    { id: "ratios" },
    label("Requests per second, of a bare server's", { x, y: y + 14, style: "head" }),
    label("More is better. Bar: median of the rounds; line across its end: lowest to highest.", {
      x,
      y: y + 32,
      style: "faint",
    }),
    ...ticks.map((tick) =>
      line([toX(tick), y + TOP - 8], [toX(tick), bottom], "grid") +
      label(hundredths(tick), { x: toX(tick), y: bottom + 16, style: "tick-x" })
    ),
    label("requests/s over the floor's in the same round", {
      x: (left + right) / 2,
      y: bottom + 34,
      style: "axis middle",
    }),
    label("ratio (lowest to highest)", { x: right + 16, y: y + TOP - 12, style: "axis" }),
    label("requests/s", { x: x + width - 12, y: y + TOP - 12, style: "axis end" }),
    ...cases.map((one, i) => drawCase(one, i, { x, y: y + TOP + ROW * i, width, toX, right })),
  );
}

function drawCase(
  { name, method, isReference, ratio, subject }: CaseResult,
  i: number,
  { x, y, width, toX, right }: Place & {
    readonly toX: (value: number) => number;
    readonly right: number;
  },
): string {
  const target = method === "GET" ? TARGETS.getRatio : TARGETS.createRatio;
  const middle = y + ROW / 2;
  const bar = { x: toX(0), y: middle - 8, width: toX(ratio.median) - toX(0), height: 16 };
  return element(
    "g",
    { class: "case" },
    label(name, { x, y: middle + 4 }),
    element("rect", { ...bar, class: `bar p${i}` }),
    line([toX(ratio.min), middle], [toX(ratio.max), middle], "spread"),
    ...(isReference ? [] : [
      line([toX(target), middle - 18], [toX(target), middle + 12], "target"),
      label(hundredths(target), { x: toX(target) + 4, y: middle - 10, style: "target-text" }),
    ]),
    label(range(ratio, hundredths), { x: right + 16, y: middle + 4, style: "strong" }),
    label(count(subject.requestsPerSecond), { x: x + width - 12, y: middle + 4, style: "end" }),
  );
}
