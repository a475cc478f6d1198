import type { Latency } from "../client/client.ts";
import type { MixedPair, MixedSample } from "../measure/mixed.ts";
import type { Machine, Memory } from "../measure/proc.ts";
import type { Pair, Sample, Timing } from "../measure/rounds.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** What clients saw of a server: medians over the rounds. */
export interface Seen extends Latency {
  readonly requestsPerSecond: number;
}

/** A server in a case: medians over the rounds. */
export interface Figures extends Seen {
  readonly cpuMicrosPerRequest: number;
}

/** What is done to sessions, as HTTP calls it. */
export type Method = "GET" | "POST";

/** A case beside its floor. Ratios are at most 1 where the floor is one: more is better. */
export interface CaseResult {
  readonly name: string;
  readonly method: Method;
  /** Whether a bare server was measured in the place of ours. */
  readonly isReference: boolean;
  readonly floor: Figures;
  readonly subject: Figures;
  /** Requests per second, over the floor's of the same round. */
  readonly ratio: Spread;
  /** CPU time for a request of the floor, over the server's. */
  readonly cpuRatio: Spread;
}

/** A server that is read by a few, alone and then while others create sessions. */
export interface MixedFigures {
  readonly alone: Seen;
  readonly loaded: Seen;
  /** What those that create sessions reached. */
  readonly createsPerSecond: Spread;
}

/** Reads while sessions are created as fast as they can be. */
export interface MixedResult {
  /** Connections that read. */
  readonly readers: number;
  /** Connections that create. */
  readonly writers: number;
  readonly floor: MixedFigures;
  readonly subject: MixedFigures;
  /** The 99th percentile of the server's reads meanwhile, in milliseconds. */
  readonly p99Ms: Spread;
  /** The same over the floor's of the same round: more is worse. Null where a client is too coarse to see the floor's. */
  readonly p99OverFloor: Spread | null;
}

/** One size of the database. */
export interface GrowthStep {
  readonly sessions: number;
  /** Of the database before the first request. */
  readonly databaseBytes: number;
  readonly cases: readonly CaseResult[];
}

/** What becomes of speed when the database grows. */
export interface GrowthResult {
  /** From the smallest to the largest. */
  readonly steps: readonly GrowthStep[];
  /** Why it is not all that was asked for; null when it is. */
  readonly shortfall: string | null;
}

/** Everything a run has found out. */
export interface Result {
  /** The day of the run, as 2026-11-20. */
  readonly date: string;
  readonly machine: Machine;
  readonly settings: {
    readonly sessions: number;
    readonly connections: number;
    readonly rounds: number;
    readonly secondsEach: number;
    readonly client: string;
    readonly caveat: string | null;
  };
  /** What the disk takes to confirm a small write. */
  readonly diskFlushMs: Spread;
  /** Of the database before the first request. */
  readonly databaseBytes: number;
  readonly cases: readonly CaseResult[];
  readonly mixed: MixedResult;
  readonly startUpMs: Spread;
  /** After all of the above. */
  readonly memory: { readonly subject: Memory; readonly floor: Memory };
  /** Null when it was not asked for. */
  readonly growth: GrowthResult | null;
}

/** Sums up the rounds of a case. */
export function summarise(
  { name, load, isReference = false }: {
    readonly name: string;
    readonly load: { readonly method: Method };
    readonly isReference?: boolean;
  },
  pairs: readonly Pair[],
): CaseResult {
  return {
    name,
    method: load.method,
    isReference,
    floor: figuresOf(pairs.map(({ floor }) => floor)),
    subject: figuresOf(pairs.map(({ subject }) => subject)),
    // Ratios first and their median then: a slow round is slow for both of its halves.
    ratio: spreadOf(
      pairs.map(({ floor, subject }) => subject.requestsPerSecond / floor.requestsPerSecond),
    ),
    cpuRatio: spreadOf(pairs.map(({ floor, subject }) => floor.cpuMicros / subject.cpuMicros)),
  };
}

/** Sums up the rounds of reads while sessions are created. */
export function summariseMixed(
  connections: Pick<MixedResult, "readers" | "writers">,
  pairs: readonly MixedPair[],
): MixedResult {
  const times = pairs.map(({ floor, subject }) => subject.loaded.p99Ms / floor.loaded.p99Ms);
  return {
    ...connections,
    floor: mixedFiguresOf(pairs.map(({ floor }) => floor)),
    subject: mixedFiguresOf(pairs.map(({ subject }) => subject)),
    p99Ms: spreadOf(pairs.map(({ subject }) => subject.loaded.p99Ms)),
    p99OverFloor: times.every(Number.isFinite) ? spreadOf(times) : null,
  };
}

/**
 * What part of its share of the floor a case loses from the smallest to the largest
 * database: 0.1 for a tenth, below 0 when it wins; undefined when there is one size only.
 */
export function lossOf({ steps }: GrowthResult, name: string): number | undefined {
  if (steps.length < 2) return undefined;
  const ratio = (step: GrowthStep | undefined) =>
    step?.cases.find((one) => one.name === name)?.ratio.median;
  const [first, last] = [ratio(steps[0]), ratio(steps.at(-1))];
  return first === undefined || last === undefined ? undefined : 1 - last / first;
}

function mixedFiguresOf(samples: readonly MixedSample[]): MixedFigures {
  return {
    alone: seenOf(samples.map(({ alone }) => alone)),
    loaded: seenOf(samples.map(({ loaded }) => loaded)),
    createsPerSecond: spreadOf(samples.map(({ createsPerSecond }) => createsPerSecond)),
  };
}

function figuresOf(samples: readonly Sample[]): Figures {
  return {
    ...seenOf(samples),
    cpuMicrosPerRequest: spreadOf(samples.map(({ cpuMicros }) => cpuMicros)).median,
  };
}

function seenOf(timings: readonly Timing[]): Seen {
  const median = (pick: (timing: Timing) => number) => spreadOf(timings.map(pick)).median;
  return {
    requestsPerSecond: median((timing) => timing.requestsPerSecond),
    p50Ms: median((timing) => timing.p50Ms),
    p90Ms: median((timing) => timing.p90Ms),
    p99Ms: median((timing) => timing.p99Ms),
    p999Ms: median((timing) => timing.p999Ms),
  };
}
