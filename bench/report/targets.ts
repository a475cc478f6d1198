import { count } from "./text.ts";
import { type GrowthResult, lossOf, type Result } from "./result.ts";

const MIB = 1024 * 1024;

/** What we want to reach, and what it is set for. */
export const TARGETS = {
  /** Requests per second of Get Session, over the read floor's. */
  getRatio: 0.6,
  /** Requests per second of Create Session, over the write floor's. */
  createRatio: 0.25,
  /** 99th percentile of Get Session while sessions are created as fast as they can be. */
  loadedP99Ms: 5,
  /** From the start of the process to its first answer. */
  startUpMs: 250,
  /** Resident memory of the server after the run. */
  memoryMib: 160,
  /** What part of its ratio Get Session loses from the smallest to the largest database. */
  growthLoss: 0.1,
  /** Sessions in the database that the others are set for. */
  sessions: 100_000,
  /** Sessions from which and to which the loss is set for. */
  growth: { from: 1000, to: 1_000_000 },
} as const;

/** A figure beside its target. */
export interface Verdict {
  readonly what: string;
  readonly measured: number;
  readonly target: number;
  /** Whether the figure is wanted to be large or small. */
  readonly bound: "at least" | "at most";
  readonly unit: "of the floor" | "ms" | "MiB" | "of its ratio lost";
  readonly isMet: boolean;
}

/** Holds a run against the targets, whatever it was run with; {@link caveats} says what counts. */
export function judge(result: Result): Verdict[] {
  const { cases, mixed, startUpMs, memory, growth } = result;
  return [
    ...cases.filter(({ isReference }) => !isReference).map(({ name, method, ratio }) =>
      atLeast(name, ratio.median, method === "GET" ? TARGETS.getRatio : TARGETS.createRatio)
    ),
    atMost(
      "p99 of Get Session while sessions are created",
      [mixed.p99Ms.median, TARGETS.loadedP99Ms, "ms"],
    ),
    atMost("Start to first answer", [startUpMs.median, TARGETS.startUpMs, "ms"]),
    atMost("Memory after the run", [memory.subject.rss / MIB, TARGETS.memoryMib, "MiB"]),
    ...(growth === null ? [] : judgeGrowth(growth)),
  ];
}

function judgeGrowth(growth: GrowthResult): Verdict[] {
  const [first, last] = [growth.steps[0], growth.steps.at(-1)];
  return (first?.cases ?? []).filter(({ method }) => method === "GET").flatMap(({ name }) => {
    const loss = lossOf(growth, name);
    if (loss === undefined) return [];
    const what = `${name}, from ${count(first?.sessions)} to ${count(last?.sessions)} sessions`;
    return [atMost(what, [loss, TARGETS.growthLoss, "of its ratio lost"])];
  });
}

function atLeast(what: string, measured: number, target: number): Verdict {
  const isMet = measured >= target;
  return { what, measured, target, bound: "at least", unit: "of the floor", isMet };
}

function atMost(
  what: string,
  [measured, target, unit]: readonly [number, number, Verdict["unit"]],
): Verdict {
  return { what, measured, target, bound: "at most", unit, isMet: measured <= target };
}

/** Why the verdicts on a run do not count in full; none when they do. */
export function caveats({ settings, growth }: Result): string[] {
  const found: string[] = [];
  if (settings.caveat !== null) found.push(settings.caveat);
  if (settings.sessions !== TARGETS.sessions) {
    found.push(
      `Targets are set for ${count(TARGETS.sessions)} sessions, not for ${
        count(settings.sessions)
      }`,
    );
  }
  if (growth === null) return found;
  const { from, to } = TARGETS.growth;
  const [first, last] = [growth.steps[0]?.sessions, growth.steps.at(-1)?.sessions];
  if (growth.shortfall !== null) found.push(growth.shortfall);
  if (first !== from || last !== to) {
    const sizes = `${count(from)} to ${count(to)} sessions, not for ${count(first)} to ${
      count(last)
    }`;
    found.push(`The target of growth is set for ${sizes}`);
  }
  return found;
}
