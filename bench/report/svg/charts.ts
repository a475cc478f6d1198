import { type GrowthResult, lossOf, type Result, type Seen } from "../result.ts";
import { TARGETS } from "../targets.ts";
import { change, count, hundredths, ms } from "../text.ts";
import type { Chart, Series } from "./chart.ts";
import { fifths, linear, logarithmic, powersOfTen } from "./scale.ts";

const PERCENTILES = ["p50", "p90", "p99", "p99.9"];

/** How long answers take under full load. */
export function latencyChart({ cases, settings }: Result): Chart {
  return {
    ...milliseconds(cases.map(({ name, subject }) => [name, subject]), []),
    id: "latency",
    title: "Latency under full load",
    subtitle: `${settings.connections} connections, each busy all the time; less is better.`,
    target: null,
  };
}

/** How long reads take while sessions are created. */
export function mixedChart({ mixed }: Result): Chart {
  const { readers, writers, subject, floor, p99OverFloor } = mixed;
  const times = p99OverFloor === null
    ? ""
    : `; p99 is ${hundredths(p99OverFloor.median)} times the bare server's`;
  const target = TARGETS.loadedP99Ms;
  return {
    ...milliseconds([
      ["Get Session, alone", subject.alone],
      [`while ${writers} others create sessions`, subject.loaded],
      ["bare server, alone", floor.alone],
      [`bare server, ${writers} others post`, floor.loaded],
    ], [target]),
    id: "mixed",
    title: "Latency of Get Session while sessions are created",
    subtitle: `${readers} connections read, ${writers} create ${
      count(subject.createsPerSecond.median)
    }/s${times}.`,
    target: { value: target, text: `target: p99 at most ${target} ms` },
  };
}

/** What the ratios become when the database grows. */
export function growthChart(growth: GrowthResult): Chart {
  const { steps } = growth;
  const sizes = steps.map(({ sessions }) => sessions);
  const [low = 1, high = 1] = [sizes[0], sizes.at(-1)];
  // With one size there is nothing between the ends.
  const toColumn = low === high ? () => 0.5 : logarithmic([low, high], [0, 1]);
  const series = (steps[0]?.cases ?? []).map(({ name }): Series => {
    const values = steps.map(({ cases }) =>
      cases.find((one) => one.name === name)?.ratio.median ?? 0
    );
    const loss = lossOf(growth, name);
    const lost = loss === undefined ? [] : [change(loss)];
    return { name, values, cells: [...values.map(hundredths), ...lost] };
  });
  const ticks = fifths(series.flatMap(({ values }) => values));
  return {
    id: "growth",
    title: "Growth",
    subtitle: "The ratios with more sessions in the file; flat is better.",
    columns: sizes.map((size) => ({ name: count(size), at: toColumn(size) })),
    columnsTitle: "sessions",
    lastTitle: "first to last",
    ticks: ticks.map((value) => ({ value, text: hundredths(value) })),
    scale: (range) => linear([0, ticks.at(-1) ?? 1], range),
    valuesTitle: "requests/s over the floor's",
    series,
    target: null,
  };
}

function milliseconds(
  seen: readonly (readonly [string, Seen])[],
  others: readonly number[],
): Omit<Chart, "id" | "title" | "subtitle" | "target"> {
  const series = seen.map(([name, figures]): Series => {
    const { p50Ms, p90Ms, p99Ms, p999Ms } = figures;
    const values = [p50Ms, p90Ms, p99Ms, p999Ms];
    return { name, values, cells: values.map(ms) };
  });
  const ticks = powersOfTen([...others, ...series.flatMap(({ values }) => values)]);
  const [low = 1, high = 10] = [ticks[0], ticks.at(-1)];
  return {
    columns: PERCENTILES.map((name, i) => ({ name, at: i / (PERCENTILES.length - 1) })),
    columnsTitle: "milliseconds",
    ticks: ticks.map((value) => ({ value, text: String(Number(value.toPrecision(1))) })),
    scale: (range) => logarithmic([low, high], range),
    valuesTitle: "ms (each line ten times the one below)",
    series,
  };
}
