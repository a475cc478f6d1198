import type { Case } from "../measure/cases.ts";
import type { BesideSample } from "../measure/dashboard.ts";
import type { MixedSample } from "../measure/mixed.ts";
import { mapServers, type PerServer } from "../measure/per_server.ts";
import type { PageResult } from "../measure/page.ts";
import type { Machine } from "../measure/proc.ts";
import type { MeasuredCase, Sample, Timing } from "../measure/rounds.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** A server in a case: medians over the rounds. */
export interface Figures extends Timing {
  readonly cpuMicrosPerRequest: number;
  /** Requests per second, over the floor's. */
  readonly ofFloor: Spread | null;
  /** CPU time a request, over the floor's: less is better. */
  readonly timesFloorCpu: Spread | null;
  readonly writtenBytesPerRequest: Spread;
  readonly writeCallsPerRequest: Spread;
}

/** A case on all its servers. A ratio is one of figures of the same round, null without a divisor. */
export interface CaseResult {
  readonly key: Case["key"];
  readonly name: string;
  readonly servers: PerServer<Figures>;
  /** Requests per second of our server, over the naive one's. */
  readonly timesNaive: Spread | null;
  /** CPU time a request of our server, over the naive one's. */
  readonly timesNaiveCpu: Spread | null;
  /** Requests per second of our server, over the other checkout's. */
  readonly timesOther: Spread | null;
  /** CPU time a request of our server, over the other checkout's. */
  readonly timesOtherCpu: Spread | null;
}

/** A server that is read by a few while others create sessions. */
export interface MixedFigures extends Timing {
  /** Rate of the connections that create sessions. */
  readonly createsPerSecond: number;
  readonly rssBytes: Spread;
  /** The most that the process ever held. */
  readonly peakBytes: number;
}

/** Reads while sessions are created as fast as they can be, and what the servers hold after that. */
export interface MixedResult {
  /** Connections that read. */
  readonly readers: number;
  /** Connections that create. */
  readonly writers: number;
  readonly servers: PerServer<MixedFigures>;
  /** The 99th percentile of our server's reads, over the floor's: less is better. */
  readonly p99TimesFloor: Spread | null;
  readonly p99TimesOther: Spread | null;
  readonly memoryTimesOther: Spread | null;
}

/** Starts of processes to their first answers, in milliseconds. */
export interface StartResult {
  readonly servers: PerServer<Spread>;
  readonly timesFloor: Spread | null;
  readonly timesOther: Spread | null;
}

/** Reads, and reads while a page of the dashboard is loaded ten times a second. */
export interface BesideResult {
  readonly alone: Timing;
  readonly beside: Timing;
  readonly p99TimesAlone: Spread | null;
  /** Loads of the page that were answered. */
  readonly pagesPerSecond: Spread;
  /** Medians of the time of a load. */
  readonly pageMs: Spread;
}

/** One size of the database. */
export interface GrowthStep {
  readonly sessions: number;
  /** Of the database before the first request. */
  readonly databaseBytes: number;
  readonly cases: readonly CaseResult[];
}

/** Speed by the size of the database. */
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
    readonly warmUpSeconds: number;
    readonly client: string;
    readonly caveat: string | null;
    /** The checkout that is compared with; null without one. */
    readonly against: string | null;
  };
  /** Time of the disk to confirm a small write. */
  readonly diskFlushMs: Spread;
  /** Of the database before the first request. */
  readonly databaseBytes: number;
  readonly cases: readonly CaseResult[];
  readonly mixed: MixedResult;
  readonly starts: StartResult;
  readonly page: PageResult;
  readonly besideDashboard: BesideResult;
  /** Null when it was not asked for. */
  readonly growth: GrowthResult | null;
}

/** Sums up the rounds of a case. */
export function summarise(
  { key, name, samples }: Pick<MeasuredCase, "key" | "name" | "samples">,
): CaseResult {
  const rate = ({ requestsPerSecond }: Sample) => requestsPerSecond;
  const cpu = ({ cpuMicros }: Sample) => cpuMicros;
  const { floor, subject, naive, other } = samples;
  return {
    key,
    name,
    servers: mapServers(samples, (own) => ({
      ...seenOf(own),
      cpuMicrosPerRequest: spreadOf(own.map(cpu)).median,
      ofFloor: over(own, floor, rate),
      timesFloorCpu: over(own, floor, cpu),
      writtenBytesPerRequest: spreadOf(own.map(({ writtenBytes }) => writtenBytes)),
      writeCallsPerRequest: spreadOf(own.map(({ writeCalls }) => writeCalls)),
    })),
    timesNaive: over(subject, naive, rate),
    timesNaiveCpu: over(subject, naive, cpu),
    timesOther: over(subject, other, rate),
    timesOtherCpu: over(subject, other, cpu),
  };
}

/** Sums up the rounds of reads while sessions are created. */
export function summariseMixed(
  connections: Pick<MixedResult, "readers" | "writers">,
  samples: PerServer<readonly MixedSample[]>,
): MixedResult {
  const { floor, subject, other } = samples;
  const p99 = ({ p99Ms }: MixedSample) => p99Ms;
  const rss = ({ memory }: MixedSample) => memory.rss;
  return {
    ...connections,
    servers: mapServers(samples, (own) => ({
      ...seenOf(own),
      createsPerSecond: spreadOf(own.map(({ createsPerSecond }) => createsPerSecond)).median,
      rssBytes: spreadOf(own.map(rss)),
      peakBytes: Math.max(...own.map(({ memory }) => memory.peak)),
    })),
    p99TimesFloor: over(subject, floor, p99),
    p99TimesOther: over(subject, other, p99),
    memoryTimesOther: over(subject, other, rss),
  };
}

/** Sums up starts, in milliseconds. */
export function summariseStarts(samples: PerServer<readonly number[]>): StartResult {
  const { floor, subject, other } = samples;
  const ms = (one: number) => one;
  return {
    servers: mapServers(samples, spreadOf),
    timesFloor: over(subject, floor, ms),
    timesOther: over(subject, other, ms),
  };
}

/** Sums up the rounds of reads beside the dashboard. */
export function summariseBeside(samples: readonly BesideSample[]): BesideResult {
  const [alone, beside] = [samples.map((one) => one.alone), samples.map((one) => one.beside)];
  return {
    alone: seenOf(alone),
    beside: seenOf(beside),
    p99TimesAlone: over(beside, alone, ({ p99Ms }) => p99Ms),
    pagesPerSecond: spreadOf(samples.map(({ page }) => page.perSecond)),
    pageMs: spreadOf(samples.map(({ page }) => page.ms)),
  };
}

/**
 * The part of its ratio to the floor that a case keeps from the smallest to the largest database: 0.9
 * where it loses a tenth; undefined when there is one size only.
 */
export function keptOf({ steps }: GrowthResult, key: Case["key"]): number | undefined {
  const ratios = steps.map(({ cases }) =>
    cases.find((one) => one.key === key)?.servers.subject.ofFloor?.median
  );
  const [first, last] = [ratios[0], ratios.at(-1)];
  return ratios.length < 2 || first === undefined || last === undefined ? undefined : last / first;
}

/**
 * Divides figures of the same round: ratios first and their median then, because a slow round is
 * slow for both.
 *
 * @returns null where there is nothing to divide by, as where a client is too coarse to see it
 */
function over<T>(
  own: readonly T[],
  others: readonly T[] | undefined,
  pick: (sample: T) => number,
): Spread | null {
  const ratios = own.map((sample, i) => {
    const other = others?.[i];
    return other === undefined ? NaN : pick(sample) / pick(other);
  });
  return ratios.every(Number.isFinite) ? spreadOf(ratios) : null;
}

function seenOf(timings: readonly Timing[]): Timing {
  const median = (pick: (timing: Timing) => number) => spreadOf(timings.map(pick)).median;
  return {
    requestsPerSecond: median((timing) => timing.requestsPerSecond),
    p50Ms: median((timing) => timing.p50Ms),
    p90Ms: median((timing) => timing.p90Ms),
    p99Ms: median((timing) => timing.p99Ms),
    p999Ms: median((timing) => timing.p999Ms),
  };
}
