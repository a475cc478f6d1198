import { type CaseResult, type GrowthResult, keptOf, type Result } from "./result.ts";
import type { Spread } from "./statistics.ts";
import { count } from "./text.ts";

const KB = 1000;
const MIB = 1024 * 1024;

/** Targets, and the run that they are set for. */
export const TARGETS = {
  /**
   * Requests per second: over the floor's, over the naive server's, and the naive server's over the
   * floor's; CPU time a request over the naive server's.
   */
  cases: {
    all: { ofFloor: 0.28, timesNaive: 1.3, naiveOfFloor: 0.2, timesNaiveCpu: null },
    hot: { ofFloor: 0.45, timesNaive: 2, naiveOfFloor: 0.2, timesNaiveCpu: null },
    create: { ofFloor: 0.12, timesNaive: 1.3, naiveOfFloor: 0.08, timesNaiveCpu: null },
    step: { ofFloor: null, timesNaive: null, naiveOfFloor: null, timesNaiveCpu: null },
    mixed: { ofFloor: null, timesNaive: 1.2, naiveOfFloor: null, timesNaiveCpu: 1.3 },
  },
  /** CPU time of Create Session, over the write floor's. */
  createTimesFloorCpu: 10,
  /** 99th percentile of Get Session while sessions are created as fast as they can be, over the floor's. */
  loadedP99TimesFloor: 1.5,
  /** 99th percentile of Get Session while a page of the dashboard is loaded again and again, over that without. */
  besideP99TimesAlone: 1.3,
  /** Written to the disk for a Create Session. */
  createKb: 13,
  /** Written to the disk for a step. */
  stepKb: 35,
  /** Of the file for a session without its events. */
  sessionKb: 5,
  /** Resident memory of the server after reads and creates. */
  memoryMib: 224,
  /** Time to render the checkout page. */
  renderMs: 1,
  /** The checkout page and its files, compressed. */
  firstViewKb: 15,
  /** The part of its ratio that Get Session keeps from the smallest to the largest database. */
  growthKept: 0.9,
  /** Largest loss of a figure against the other checkout. */
  otherLoss: 0.05,
  /** Sessions in the database that the others are set for. */
  sessions: 100_000,
  /** Seconds of creates before they count. */
  warmUpSeconds: 10,
  /** Sessions from which and to which the loss is set for. */
  growth: { from: 1000, to: 1_000_000 },
} as const;

/** Units of measured figures. */
export type Unit =
  | "of the floor"
  | "times the floor's"
  | "times those alone"
  | "times naive"
  | "times naive's CPU"
  | "of the other checkout's"
  | "KB"
  | "ms"
  | "MiB"
  | "of its ratio kept";

/** A figure beside its target. */
export interface Verdict {
  readonly what: string;
  /** The median with its quartiles, or a single figure. */
  readonly measured: Spread | number;
  readonly target: number;
  /** Direction of the target: a large or a small figure. */
  readonly bound: "at least" | "at most";
  readonly unit: Unit;
  readonly outcome: Outcome;
}

/** Where a figure lies: open if its quartiles are on both sides of the target. */
export type Outcome = "met" | "open" | "missed";

/** Holds a run against the targets, whatever it was run with; {@link caveats} says what counts. */
export function judge(result: Result): Verdict[] {
  const { cases, mixed, databaseBytes, settings, growth, page, besideDashboard } = result;
  const subjectOf = (key: CaseResult["key"]) =>
    cases.find((one) => one.key === key)?.servers.subject;
  const creates = subjectOf("create");
  const { createTimesFloorCpu, loadedP99TimesFloor, createKb, sessionKb, memoryMib } = TARGETS;
  const times = "times the floor's";
  const written = (key: CaseResult["key"]) => scaled(subjectOf(key)?.writtenBytesPerRequest, KB);
  const rss = scaled(mixed.servers.subject.rssBytes, MIB);
  return [
    ...cases.flatMap(judgeCase),
    ...atMost("CPU of Create Session", [creates?.timesFloorCpu, createTimesFloorCpu, times]),
    ...atMost(LOADED_P99, [mixed.p99TimesFloor, loadedP99TimesFloor, times]),
    ...atMost(
      "p99 of Get Session beside the dashboard",
      [besideDashboard.p99TimesAlone, TARGETS.besideP99TimesAlone, "times those alone"],
    ),
    ...atMost("Written for a Create Session", [written("create"), createKb, "KB"]),
    ...atMost("Written for a step", [written("step"), TARGETS.stepKb, "KB"]),
    ...atMost(
      "File for a session without its events",
      [databaseBytes / settings.sessions / KB, sessionKb, "KB"],
    ),
    ...atMost(MEMORY, [rss, memoryMib, "MiB"]),
    ...atMost("Render of the checkout page", [page.renderMs, TARGETS.renderMs, "ms"]),
    ...atMost(
      "First view of the checkout page, as gzip",
      [page.firstViewBytes / KB, TARGETS.firstViewKb, "KB"],
    ),
    ...judgeOther(result),
    ...(growth === null ? [] : judgeGrowth(growth)),
  ];
}

const LOADED_P99 = "p99 of Get Session while sessions are created";
const MEMORY = "Memory after reads and creates";

function judgeCase({ key, name, servers, timesNaive, timesNaiveCpu }: CaseResult): Verdict[] {
  const { subject, naive } = servers;
  const targets = TARGETS.cases[key];
  const naiveName = `${name}, of the naive server itself`;
  return [
    ...atLeast(name, [subject.ofFloor, targets.ofFloor, "of the floor"]),
    ...atLeast(name, [timesNaive, targets.timesNaive, "times naive"]),
    ...atMost(name, [timesNaiveCpu, targets.timesNaiveCpu, "times naive's CPU"]),
    ...atLeast(naiveName, [naive?.ofFloor, targets.naiveOfFloor, "of the floor"]),
  ];
}

function judgeOther({ cases, mixed, starts }: Result): Verdict[] {
  const unit = "of the other checkout's";
  const [least, most] = [1 - TARGETS.otherLoss, 1 + TARGETS.otherLoss];
  return [
    ...cases.flatMap(({ name, timesOther, timesOtherCpu }) => [
      ...atLeast(name, [timesOther, least, unit]),
      ...atMost(`CPU of ${name}`, [timesOtherCpu, most, unit]),
    ]),
    ...atMost(LOADED_P99, [mixed.p99TimesOther, most, unit]),
    ...atMost(MEMORY, [mixed.memoryTimesOther, most, unit]),
    ...atMost("Start to first answer", [starts.timesOther, most, unit]),
  ];
}

function judgeGrowth(growth: GrowthResult): Verdict[] {
  const [first, last] = [growth.steps[0], growth.steps.at(-1)];
  return (first?.cases ?? []).filter(({ key }) => key === "all" || key === "hot").flatMap(
    ({ key, name }) => {
      const what = `${name}, from ${count(first?.sessions)} to ${count(last?.sessions)} sessions`;
      return atLeast(what, [keptOf(growth, key), TARGETS.growthKept, "of its ratio kept"]);
    },
  );
}

/** A figure, if there is one, its target and their unit. */
type Aim = readonly [Spread | number | null | undefined, number | null, Unit];

function atLeast(what: string, aim: Aim): Verdict[] {
  return verdict(what, aim, "at least");
}

function atMost(what: string, aim: Aim): Verdict[] {
  return verdict(what, aim, "at most");
}

function verdict(what: string, [measured, target, unit]: Aim, bound: Verdict["bound"]): Verdict[] {
  if (measured === null || measured === undefined || target === null) return [];
  return [{ what, measured, target, bound, unit, outcome: outcomeOf(measured, target, bound) }];
}

/** Met if the worse quartile meets it, missed if the better one does not, else open. */
export function outcomeOf(
  measured: Spread | number,
  target: number,
  bound: Verdict["bound"],
): Outcome {
  const { low, high } = typeof measured === "number" ? { low: measured, high: measured } : measured;
  const meets = (value: number) => bound === "at least" ? value >= target : value <= target;
  if (meets(low) && meets(high)) return "met";
  return meets(low) || meets(high) ? "open" : "missed";
}

/** @returns undefined where nothing was counted: some file systems do not count what is written */
function scaled(spread: Spread | undefined, unit: number): Spread | undefined {
  if (spread === undefined || spread.median === 0) return undefined;
  const { median, low, high } = spread;
  return { median: median / unit, low: low / unit, high: high / unit };
}

/** Why the verdicts on a run do not count in full; none when they do. */
export function caveats({ settings, growth }: Result): string[] {
  const { caveat, sessions, warmUpSeconds } = settings;
  const found: string[] = [];
  if (caveat !== null) found.push(caveat);
  if (sessions !== TARGETS.sessions) {
    found.push(
      `Targets are set for ${count(TARGETS.sessions)} sessions, not for ${count(sessions)}`,
    );
  }
  if (warmUpSeconds < TARGETS.warmUpSeconds) {
    found.push(
      `Create Session was warmed up for ${warmUpSeconds} s, not for ${TARGETS.warmUpSeconds}: ` +
        "part of its time is the compiler's",
    );
  }
  if (growth === null) return found;
  const sizes = (from?: number, to?: number) => `${count(from)} to ${count(to)}`;
  const wanted = sizes(TARGETS.growth.from, TARGETS.growth.to);
  const measured = sizes(growth.steps[0]?.sessions, growth.steps.at(-1)?.sessions);
  if (growth.shortfall !== null) found.push(growth.shortfall);
  if (measured !== wanted) {
    found.push(`The target of growth is set for ${wanted} sessions, not for ${measured}`);
  }
  return found;
}
