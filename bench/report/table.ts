import { type PerServer, ROLES } from "../measure/per_server.ts";
import {
  type CaseResult,
  type GrowthResult,
  lossOf,
  type MixedResult,
  type Result,
  type Seen,
  type StartResult,
} from "./result.ts";
import { caveats, judge, type Unit, type Verdict } from "./targets.ts";
import { align, change, count, hundredths, mib, ms, percent, range, ratio } from "./text.ts";

const SEEN = ["req/s", "p50 ms", "p90 ms", "p99 ms", "p99.9 ms"];
const NAMES = {
  floor: "floor",
  subject: "server",
  naive: "naive",
  other: "other checkout",
} as const satisfies Record<keyof PerServer<unknown>, string>;

/** A run as people read it. */
export function renderTable(result: Result): string {
  const { machine, settings, diskFlushMs, growth } = result;
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
    ...(settings.against === null ? [] : [`Other checkout: ${settings.against}`]),
    "",
    ...align([
      ["", ...SEEN, "CPU us/req", "of floor", "times floor's CPU", "KB written", "write calls"],
      ...result.cases.flatMap(caseRows),
    ]),
    "",
    ...mixedLines(result.mixed),
    "",
    ...startLines(result.starts),
    "",
    ...(growth === null ? [] : [...growthLines(growth), ""]),
    ...targetLines(result),
  ];
  return `${lines.join("\n")}\n`;
}

/** A row for each server. */
function rowsOf<T>(
  name: string,
  servers: PerServer<T>,
  cells: (figures: T) => string[],
): string[][] {
  return ROLES.flatMap((role) => {
    const figures = servers[role];
    return figures === undefined ? [] : [[`${name}, ${NAMES[role]}`, ...cells(figures)]];
  });
}

function caseRows({ name, servers }: CaseResult): string[][] {
  return rowsOf(name, servers, (figures) => [
    ...seenCells(figures),
    figures.cpuMicrosPerRequest.toFixed(1),
    ...(figures === servers.floor
      ? ["", ""]
      : [ratio(figures.ofFloor), ratio(figures.timesFloorCpu)]),
    (figures.writtenBytesPerRequest.median / 1000).toFixed(1),
    figures.writeCallsPerRequest.median.toFixed(1),
  ]);
}

function seenCells({ requestsPerSecond, p50Ms, p90Ms, p99Ms, p999Ms }: Seen): string[] {
  return [requestsPerSecond.toFixed(0), ...[p50Ms, p90Ms, p99Ms, p999Ms].map(ms)];
}

function mixedLines({ readers, writers, servers }: MixedResult): string[] {
  return [
    `Get Session, any of 100, over ${readers} connections while ${writers} others create sessions ` +
    "as fast as they can, and memory after that",
    ...align([
      ["", ...SEEN, "creates/s", "memory", "peak"],
      ...rowsOf("Loaded", servers, (figures) => [
        ...seenCells(figures),
        figures.createsPerSecond.toFixed(0),
        range(figures.rssBytes, mib),
        mib(figures.peakBytes),
      ]),
    ]),
  ];
}

function startLines({ servers, timesFloor }: StartResult): string[] {
  return align([
    ["Start to first answer", "ms", "times floor's"],
    ...rowsOf("Start", servers, (spread) => [range(spread, ms)])
      .map((row, i) => ROLES[i] === "subject" ? [...row, ratio(timesFloor)] : row),
  ]);
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
        return ratio(one?.servers.subject.ofFloor);
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
  /** The figure with its range and unit: `0.34 (0.30 to 0.36) of the floor`. */
  readonly measured: string;
  /** Its target: `at least 0.60`. */
  readonly target: string;
  readonly outcome: "met" | "missed";
}

function verdictText({ what, measured, target, bound, unit, isMet }: Verdict): VerdictText {
  const write = WRITERS[unit];
  const figure = typeof measured === "number" ? write(measured) : range(measured, write);
  return {
    what,
    measured: unit === "of its ratio lost" ? figure : `${figure} ${unit}`,
    target: unit === "of its ratio lost"
      ? `${bound} ${percent(target)} lost`
      : `${bound} ${target}`,
    outcome: isMet ? "met" : "missed",
  };
}

const WRITERS: Readonly<Record<Unit, (value: number) => string>> = {
  "of the floor": hundredths,
  "times the floor's": hundredths,
  "times naive": hundredths,
  "of the other checkout's": hundredths,
  KB: (value) => value.toFixed(1),
  MiB: (value) => value.toFixed(0),
  "of its ratio lost": change,
};
