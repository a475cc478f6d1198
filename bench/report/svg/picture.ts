import type { Result } from "../result.ts";
import { count, mib, ms } from "../text.ts";
import { type Chart, chartHeight, drawChart } from "./chart.ts";
import { growthChart, latencyChart, mixedChart } from "./charts.ts";
import { element, label } from "./element.ts";
import { drawRatios, ratiosHeight } from "./ratios.ts";
import { STYLE } from "./style.ts";
import { drawVerdicts, verdictsHeight } from "./verdicts.ts";

const WIDTH = 1080;
const MARGIN = 32;
const INNER = WIDTH - 2 * MARGIN;
const GAP = 32;
const HEAD = 112;

/**
 * Draws a run as one SVG file: ratios with their targets, latencies, growth where it was
 * measured, and every target beside its figure. Text stays text, there are no scripts,
 * and nothing is fetched.
 */
export function drawPicture(result: Result): string {
  const parts: string[] = [];
  let y = MARGIN + HEAD;
  parts.push(drawRatios(result.cases, { x: MARGIN, y, width: INNER }));
  y += ratiosHeight(result.cases.length) + GAP;
  const charts = [latencyChart(result), mixedChart(result)];
  parts.push(drawBeside(charts, y));
  y += Math.max(...charts.map(({ series }) => chartHeight(series.length))) + GAP;
  if (result.growth !== null) {
    const growth = growthChart(result.growth);
    parts.push(drawChart(growth, { x: MARGIN, y, width: INNER }));
    y += chartHeight(growth.series.length) + GAP;
  }
  parts.push(drawVerdicts(result, { x: MARGIN, y, width: INNER }));
  y += verdictsHeight(result) + MARGIN;
  const height = Math.ceil(y);
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      height,
      role: "img",
      "aria-labelledby": "title",
    },
    element("title", { id: "title" }, `checkoutd measured on ${result.date}`),
    element("style", {}, STYLE),
    element("rect", { width: WIDTH, height, class: "ground" }),
    drawHead(result),
    ...parts,
  );
}

function drawBeside(charts: readonly Chart[], y: number): string {
  const width = (INNER - GAP * (charts.length - 1)) / charts.length;
  return charts.map((chart, i) => drawChart(chart, { x: MARGIN + i * (width + GAP), y, width }))
    .join("");
}

function drawHead({ date, machine, settings, databaseBytes, diskFlushMs }: Result): string {
  const { cpu, cores, kernel, deno, v8, loadAverage, fileSystem } = machine;
  const lines = [
    `${date}: ${cpu}, ${cores} cores, Linux ${kernel}, load average ${loadAverage} before; ` +
    `Deno ${deno}, V8 ${v8}; load by ${settings.client}`,
    `${count(settings.sessions)} sessions in ${mib(databaseBytes)} on ${fileSystem.type}, ` +
    `which confirms a 4 KiB write in ${ms(diskFlushMs.median)} ms; ` +
    `${settings.connections} connections; medians of ${settings.rounds} rounds of ${settings.secondsEach} s`,
    "The floor is a bare Deno.serve with an answer of the same size, measured right before in the same round.",
  ];
  return element(
    "g",
    { id: "head" },
    label("checkoutd, measured", { x: MARGIN, y: MARGIN + 18, style: "title" }),
    ...lines.map((text, i) => label(text, { x: MARGIN, y: MARGIN + 44 + 18 * i, style: "faint" })),
  );
}
