import { element, label, line } from "./element.ts";
import type { Scale } from "./scale.ts";

/** Some values of one thing, in the order of the chart's columns. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** As they are written below the chart; a last one more stands behind them. */
  readonly cells: readonly string[];
}

/** A chart of lines with a table of its values below. */
export interface Chart {
  /** Names the group in the picture. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly columns: readonly { readonly name: string; readonly at: number }[];
  readonly columnsTitle: string;
  /** What stands over a last column of cells. */
  readonly lastTitle?: string;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly scale: (range: readonly [number, number]) => Scale;
  readonly valuesTitle: string;
  readonly series: readonly Series[];
  readonly target: { readonly value: number; readonly text: string } | null;
}

/** Where a chart stands. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Height of a chart with so many series. */
export function chartHeight(series: number): number {
  return PLOT_BOTTOM + 46 + ROW * (series + 1);
}

const ROW = 18;
/** Room for the values' ticks. */
const LEFT = 44;
const PLOT_TOP = 60;
const PLOT_BOTTOM = 240;
/** Room for a value, in a chart that is as wide as the picture and in one beside another. */
const CELL = { wide: 100, narrow: 56 };
const WIDE = 700;

/** Draws a chart. */
export function drawChart(chart: Chart, { x, y, width }: Place): string {
  const plot = { left: x + LEFT, right: x + width - 12 };
  const [top, bottom] = [y + PLOT_TOP, y + PLOT_BOTTOM];
  const toY = chart.scale([bottom, top]);
  const toX = (at: number) => plot.left + 24 + at * (plot.right - plot.left - 48);
  const ticks = chart.ticks.map(({ value, text }) =>
    line([plot.left, toY(value)], [plot.right, toY(value)], "grid") +
    label(text, { x: plot.left - 6, y: toY(value) + 4, style: "tick-y" })
  );
  const columns = chart.columns.map(({ name, at }) =>
    label(name, { x: toX(at), y: bottom + 16, style: "tick-x" })
  );
  const drawn = chart.series.map(({ values }, i) => {
    const points = values.map((value, n): [number, number] => [
      toX(chart.columns[n]?.at ?? 0),
      toY(value),
    ]);
    const path = points.map((point) => point.map((one) => one.toFixed(2)).join(",")).join(" ");
    return element("polyline", { points: path, class: `series s${i}` }) +
      points.map((point) => marker(i, point)).join("");
  });
  const { target } = chart;
  const aim = target === null
    ? ""
    : line([plot.left, toY(target.value)], [plot.right, toY(target.value)], "target") +
      label(target.text, { x: plot.left + 4, y: toY(target.value) - 6, style: "target-text" });
  return element(
    "g",
    { id: chart.id },
    label(chart.title, { x, y: y + 14, style: "head" }),
    label(chart.subtitle, { x, y: y + 32, style: "faint" }),
    label(chart.valuesTitle, { x, y: y + 50, style: "axis" }),
    ...ticks,
    ...columns,
    aim,
    ...drawn,
    drawValues(chart, { x, y: bottom + 40, width }),
  );
}

/** The series by name and mark, with their values in figures. */
function drawValues(chart: Chart, { x, y, width }: Place): string {
  const titles = [...chart.columns.map(({ name }) => name), ...lastOf(chart)];
  const cell = width > WIDE ? CELL.wide : CELL.narrow;
  const cellX = (n: number) => x + width - 12 - (titles.length - 1 - n) * cell;
  const head = titles.map((text, n) => label(text, { x: cellX(n), y, style: "end axis" }));
  const rows = chart.series.map(({ name, cells }, i) => {
    const at = y + ROW * (i + 1);
    return element(
      "g",
      { class: "values" },
      marker(i, [x + 6, at - 4]),
      label(name, { x: x + 18, y: at }),
      ...cells.map((text, n) => label(text, { x: cellX(n), y: at, style: "end" })),
    );
  });
  return label(chart.columnsTitle, { x, y, style: "axis" }) + head.join("") + rows.join("");
}

function lastOf({ lastTitle }: Chart): string[] {
  return lastTitle === undefined ? [] : [lastTitle];
}

/** Shapes of their own, for those who do not tell the colours apart. */
function marker(series: number, [x, y]: readonly [number, number]): string {
  const style = { class: `mark p${series}` };
  switch (series) {
    case 0:
      return element("circle", { cx: x, cy: y, r: 4.5, ...style });
    case 1:
      return element("rect", { x: x - 4, y: y - 4, width: 8, height: 8, ...style });
    case 2:
      return element("path", { d: `M${f(x)} ${f(y - 5)}l5 9h-10z`, ...style });
    default:
      return element("path", { d: `M${f(x)} ${f(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`, ...style });
  }
}

function f(value: number): string {
  return value.toFixed(2);
}
