import {
  type CaseResult,
  type Figures,
  type GrowthResult,
  lossOf,
  type MixedFigures,
  type MixedResult,
  type Result,
  type Seen,
} from "./result.ts";
import { caveats, judge, type Verdict } from "./targets.ts";
import { align, change, count, hundredths, mib, ms, percent, range } from "./text.ts";

const HEADER = [
  "",
  "req/s",
  "p50 ms",
  "p90 ms",
  "p99 ms",
  "p99.9 ms",
  "CPU us/req",
  "of floor",
  "of floor's CPU",
];

/** A run as people read it. */
export function renderTable(result: Result): string {
  const { machine, settings, diskFlushMs, startUpMs, memory, growth } = result;
  const { fileSystem } = machine;
  const lines = [
    `${result.date}; ${machine.cpu}, ${machine.cores} cores, Linux ${machine.kernel}, ` +
    `load average ${machine.loadAverage}`,
    `Deno ${machine.deno}, V8 ${machine.v8}; load by ${settings.client}`,
    `Database of ${settings.sessions} sessions, ${
      mib(result.databaseBytes)
    }, on ${fileSystem.type} ` +
    `(${fileSystem.device}); the disk confirms a 4 KiB write in ${ms(diskFlushMs.median)} ms`,
    `${settings.connections} connections, ${settings.rounds} rounds of ${settings.secondsEach} s each, ` +
    "medians; ratios with their range",
    "",
    ...align([HEADER, ...result.cases.flatMap(rowsOf)]),
    "",
    ...mixedLines(result.mixed),
    "",
    `Start to first answer: ${range(startUpMs, ms)} ms`,
    `Memory after the run: ${mib(memory.subject.rss)} (peak ${mib(memory.subject.peak)}); ` +
    `bare server ${mib(memory.floor.rss)} (peak ${mib(memory.floor.peak)})`,
    "",
    ...(growth === null ? [] : [...growthLines(growth), ""]),
    ...targetLines(result),
  ];
  return `${lines.join("\n")}\n`;
}

function rowsOf({ name, floor, subject, ratio, cpuRatio }: CaseResult): string[][] {
  return [
    [name, ...cells(subject), range(ratio, hundredths), range(cpuRatio, hundredths)],
    ["  its floor", ...cells(floor), "", ""],
  ];
}

function cells(figures: Figures): string[] {
  return [...seenCells(figures), figures.cpuMicrosPerRequest.toFixed(1)];
}

function seenCells({ requestsPerSecond, p50Ms, p90Ms, p99Ms, p999Ms }: Seen): string[] {
  return [requestsPerSecond.toFixed(0), ...[p50Ms, p90Ms, p99Ms, p999Ms].map(ms)];
}

function mixedLines({ readers, writers, floor, subject, p99Ms, p99OverFloor }: MixedResult) {
  const header = ["", ...HEADER.slice(1, 6), "creates/s"];
  const rows = (name: string, { alone, loaded, createsPerSecond }: MixedFigures) => [
    [`${name}, alone`, ...seenCells(alone), ""],
    [`${name}, loaded`, ...seenCells(loaded), createsPerSecond.median.toFixed(0)],
  ];
  return [
    `Get Session, any of 100, over ${readers} connections: alone, and while ${writers} others ` +
    "create sessions as fast as they can",
    ...align([header, ...rows("Server", subject), ...rows("Floor", floor)]),
    `p99 of the server, loaded: ${range(p99Ms, ms)} ms` +
    (p99OverFloor === null ? "" : `, ${range(p99OverFloor, hundredths)} times the floor's`),
  ];
}

function growthLines(growth: GrowthResult): string[] {
  const { steps } = growth;
  const names = steps[0]?.cases.map(({ name }) => name) ?? [];
  const ratios = names.map((name) => {
    const loss = lossOf(growth, name);
    return [
      name,
      ...steps.map(({ cases }) => {
        const one = cases.find((other) => other.name === name);
        return one === undefined ? "" : range(one.ratio, hundredths);
      }),
      loss === undefined ? "" : change(loss),
    ];
  });
  return [
    "Growth: ratios to the floor by sessions in the file",
    ...align([
      ["", ...steps.map(({ sessions }) => count(sessions)), "from first to last"],
      ["Database", ...steps.map(({ databaseBytes }) => mib(databaseBytes)), ""],
      ...ratios,
    ]),
  ];
}

function targetLines(result: Result): string[] {
  const rows = judge(result).map(verdictText);
  return [
    ...align([
      ["Targets", "", "", ""],
      ...rows.map(({ what, measured, target, outcome }) => [what, measured, target, outcome]),
    ]),
    ...caveats(result).map((caveat) => `NOTE: ${caveat}`),
  ];
}

/** A verdict in words. */
interface VerdictText {
  readonly what: string;
  /** The figure with its unit: `0.34 of the floor`. */
  readonly measured: string;
  /** Its target: `at least 0.60`. */
  readonly target: string;
  readonly outcome: "met" | "missed";
}

/** Puts a verdict into words. */
function verdictText({ what, measured, target, bound, unit, isMet }: Verdict): VerdictText {
  const { figure, aim } = WRITERS[unit];
  return {
    what,
    measured: figure(measured),
    target: `${bound} ${aim(target)}`,
    outcome: isMet ? "met" : "missed",
  };
}

interface Writer {
  readonly figure: (value: number) => string;
  readonly aim: (value: number) => string;
}

const WRITERS: Readonly<Record<Verdict["unit"], Writer>> = {
  "of the floor": { figure: (value) => `${hundredths(value)} of the floor`, aim: hundredths },
  "of its ratio lost": { figure: change, aim: (value) => `${percent(value)} lost` },
  ms: { figure: (value) => `${ms(value)} ms`, aim: (value) => `${value} ms` },
  MiB: { figure: (value) => `${value.toFixed(0)} MiB`, aim: (value) => `${value} MiB` },
};
