import { type PerServer, ROLES } from "../measure/per_server.ts";
import {
  type BesideResult,
  type CaseResult,
  type GrowthResult,
  keptOf,
  type MixedResult,
  type Result,
  type StartResult,
} from "./result.ts";
import type { Timing } from "../measure/rounds.ts";
import { caveats, judge, type Unit, type Verdict } from "./targets.ts";
import { align, count, hundredths, mib, ms, range, ratio } from "./text.ts";

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
    "medians with quartiles",
    ...(settings.against === null ? [] : [`Other checkout: ${settings.against}`]),
    "",
    ...align([
      ["", ...SEEN, "CPU us/req", "of floor", "times floor's CPU", "KB written", "write calls"],
      ...result.cases.flatMap(caseRows),
    ]),
    "",
    ...mixedLines(result.mixed),
    "",
    ...besideLines(result.besideDashboard),
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

function seenCells({ requestsPerSecond, p50Ms, p90Ms, p99Ms, p999Ms }: Timing): string[] {
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

function besideLines({ alone, beside, pagesPerSecond, pageMs }: BesideResult): string[] {
  return [
    "Get Session, any of all, without and with a dashboard whose overview is loaded ten times a second",
    ...align([
      ["", ...SEEN, "pages/s", "ms a page"],
      ["Alone", ...seenCells(alone), "", ""],
      [
        "Beside the dashboard",
        ...seenCells(beside),
        pagesPerSecond.median.toFixed(1),
        range(pageMs, ms),
      ],
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
  const rows = (steps[0]?.cases ?? []).map(({ key, name }) => {
    const found = steps.map(({ cases }) => cases.find((one) => one.key === key));
    const kept = keptOf(growth, key);
    return [
      name,
      ...found.map((one) => ratio(one?.servers.subject.ofFloor)),
      kept === undefined ? "" : `${hundredths(kept)} kept`,
    ];
  });
  return [
    "Growth: ratios to the floor by sessions in the file",
    ...align([
      ["", ...steps.map(({ sessions }) => count(sessions)), "from first to last"],
      ["Database", ...steps.map(({ databaseBytes }) => mib(databaseBytes)), ""],
      ...rows,
    ]),
  ];
}

function targetLines(result: Result): string[] {
  return [
    ...align([["Targets"], ...judge(result).map(verdictRow)]),
    ...caveats(result).map((caveat) => `NOTE: ${caveat}`),
  ];
}

function verdictRow({ what, measured, target, bound, unit, outcome }: Verdict): string[] {
  const write = WRITERS[unit];
  const figure = typeof measured === "number" ? write(measured) : range(measured, write);
  return [what, `${figure} ${unit}`, `${bound} ${target}`, outcome];
}

const WRITERS: Readonly<Record<Unit, (value: number) => string>> = {
  "of the floor": hundredths,
  "times the floor's": hundredths,
  "times those alone": hundredths,
  "times naive": hundredths,
  "times naive's CPU": hundredths,
  "of the other checkout's": hundredths,
  KB: (value) => value.toFixed(1),
  ms,
  MiB: (value) => value.toFixed(0),
  "of its ratio kept": hundredths,
};
