import type { Machine, Memory } from "../measure/proc.ts";
import type { Pair, Sample } from "../measure/rounds.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** A server in a case: medians over the rounds. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicrosPerRequest: number;
}

/** A case beside its floor. Ratios are at most 1 where the floor is one: more is better. */
export interface CaseResult {
  readonly name: string;
  readonly floor: Figures;
  readonly subject: Figures;
  /** Requests per second, over the floor's of the same round. */
  readonly ratio: Spread;
  /** CPU time for a request of the floor, over the server's. */
  readonly cpuRatio: Spread;
}

/** Everything a run has found out. */
export interface Result {
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
  readonly startUpMs: Spread;
  /** After everything. */
  readonly memory: { readonly subject: Memory; readonly floor: Memory };
}

/** Sums up the rounds of a case. */
export function summarise(name: string, pairs: readonly Pair[]): CaseResult {
  return {
    name,
    floor: figuresOf(pairs.map(({ floor }) => floor)),
    subject: figuresOf(pairs.map(({ subject }) => subject)),
    // Ratios first and their median then: a slow round is slow for both of its halves.
    ratio: spreadOf(
      pairs.map(({ floor, subject }) => subject.requestsPerSecond / floor.requestsPerSecond),
    ),
    cpuRatio: spreadOf(pairs.map(({ floor, subject }) => floor.cpuMicros / subject.cpuMicros)),
  };
}

function figuresOf(samples: readonly Sample[]): Figures {
  const median = (pick: (sample: Sample) => number) => spreadOf(samples.map(pick)).median;
  return {
    requestsPerSecond: median((sample) => sample.requestsPerSecond),
    p50Ms: median((sample) => sample.p50Ms),
    p99Ms: median((sample) => sample.p99Ms),
    cpuMicrosPerRequest: median((sample) => sample.cpuMicros),
  };
}
