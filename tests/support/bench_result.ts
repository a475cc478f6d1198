import type { Timing } from "../../bench/measure/rounds.ts";
import type { CaseResult, Figures, GrowthResult, Result } from "../../bench/report/result.ts";

const MIB = 1024 * 1024;

/** Latencies: `p50Ms` of 1 and a tail that grows with `scale`. */
export function seen(scale: number): Timing {
  return {
    requestsPerSecond: 10_000 / scale,
    p50Ms: 0.5 * scale,
    p90Ms: 0.9 * scale,
    p99Ms: 2.5 * scale,
    p999Ms: 7.5 * scale,
  };
}

/** A case that reaches so much of its floor, and twice the naive server's. */
export function aCase(key: CaseResult["key"], ratio: number): CaseResult {
  return {
    key,
    name: NAMES[key],
    servers: { floor: figures(1), subject: figures(ratio), naive: figures(ratio / 2) },
    timesNaive: { median: 2, low: 1.9, high: 2.1 },
    timesNaiveCpu: { median: 1.1, low: 1, high: 1.2 },
    timesOther: null,
    timesOtherCpu: null,
  };
}

const NAMES = {
  all: "Get Session, any of all",
  hot: "Get Session, any of 100",
  create: "Create Session",
  step: "Address, buyer, method in turn",
  mixed: "70 % Get, 10 % Create, 15 % steps, 5 % pages",
} as const satisfies Record<CaseResult["key"], string>;

function figures(ratio: number): Figures {
  return {
    ...seen(1 / ratio),
    cpuMicrosPerRequest: 10 / ratio,
    ofFloor: { median: ratio, low: ratio - 0.05, high: ratio + 0.07 },
    timesFloorCpu: { median: 1 / ratio, low: 0.9 / ratio, high: 1.1 / ratio },
    writtenBytesPerRequest: { median: 12_000, low: 11_000, high: 13_000 },
    writeCallsPerRequest: { median: 5.1, low: 5, high: 6 },
  };
}

/** Growth over so many sessions, with the ratios of reads at each step. */
export function aGrowth(...steps: readonly (readonly [number, number])[]): GrowthResult {
  return {
    steps: steps.map(([sessions, ratio]) => ({
      sessions,
      databaseBytes: sessions * 10_000,
      cases: [aCase("hot", ratio), aCase("create", 0.2)],
    })),
    shortfall: null,
  };
}

/** A run that meets every target but those that `changed` says otherwise of. */
export function aResult(changed: Partial<Result> = {}): Result {
  const spread = { median: 100, low: 90, high: 110 };
  const mixed = {
    ...seen(1.6),
    createsPerSecond: 2000,
    rssBytes: { median: 150 * MIB, low: 140 * MIB, high: 160 * MIB },
    peakBytes: 170 * MIB,
  };
  return {
    date: "2026-11-20",
    machine: {
      cpu: "CPU <4> & more",
      cores: 2,
      kernel: "6",
      deno: "2",
      v8: "15",
      loadAverage: 0.5,
      fileSystem: { device: "/dev/vda", type: "ext4" },
    },
    settings: {
      sessions: 100_000,
      connections: 32,
      rounds: 5,
      secondsEach: 2,
      warmUpSeconds: 10,
      client: "wrk",
      caveat: null,
      against: null,
    },
    diskFlushMs: spread,
    databaseBytes: 100_000 * 4900,
    cases: [aCase("hot", 0.5), aCase("create", 0.18)],
    mixed: {
      readers: 4,
      writers: 16,
      servers: { floor: { ...mixed, ...seen(0.8) }, subject: mixed },
      p99TimesFloor: { median: 1.4, low: 1.25, high: 1.5 },
      p99TimesOther: null,
      memoryTimesOther: null,
    },
    starts: {
      servers: { floor: { median: 50, low: 45, high: 55 }, subject: spread },
      timesFloor: { median: 2, low: 1.8, high: 2.2 },
      timesOther: null,
    },
    page: { renderMs: { median: 0.3, low: 0.2, high: 0.4 }, firstViewBytes: 12_000 },
    besideDashboard: {
      alone: seen(1),
      beside: seen(1.2),
      p99TimesAlone: { median: 1.2, low: 1.1, high: 1.25 },
      pagesPerSecond: { median: 9.8, low: 9.7, high: 9.9 },
      pageMs: { median: 20, low: 18, high: 25 },
    },
    growth: null,
    ...changed,
  };
}
