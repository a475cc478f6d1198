import type { CaseResult, GrowthResult, Result, Seen } from "../../bench/report/result.ts";

const MIB = 1024 * 1024;

/** What clients saw: `p50Ms` of 1 and a tail that grows with `scale`. */
export function seen(scale: number): Seen {
  return {
    requestsPerSecond: 10_000 / scale,
    p50Ms: 0.5 * scale,
    p90Ms: 0.9 * scale,
    p99Ms: 2.5 * scale,
    p999Ms: 7.5 * scale,
  };
}

/** A case that reaches so much of its floor. */
export function aCase(name: string, method: "GET" | "POST", ratio: number): CaseResult {
  return {
    name,
    method,
    isReference: false,
    floor: { ...seen(1), cpuMicrosPerRequest: 10 },
    subject: { ...seen(1 / ratio), cpuMicrosPerRequest: 10 / ratio },
    ratio: { median: ratio, min: ratio - 0.05, max: ratio + 0.07 },
    cpuRatio: { median: ratio, min: ratio - 0.02, max: ratio + 0.02 },
  };
}

/** Growth over so many sessions, with the ratios of reads at each step. */
export function aGrowth(...steps: readonly (readonly [number, number])[]): GrowthResult {
  return {
    steps: steps.map(([sessions, ratio]) => ({
      sessions,
      databaseBytes: sessions * 10_000,
      cases: [
        aCase("Get Session, any of 100", "GET", ratio),
        aCase("Create Session, prices of the catalogue", "POST", 0.2),
      ],
    })),
    shortfall: null,
  };
}

/** A run that meets every target but those that `changed` says otherwise of. */
export function aResult(changed: Partial<Result> = {}): Result {
  const spread = { median: 100, min: 90, max: 110 };
  const mixed = { alone: seen(0.1), loaded: seen(1.6), createsPerSecond: spread };
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
      client: "wrk",
      caveat: null,
    },
    diskFlushMs: spread,
    databaseBytes: 1000 * MIB,
    cases: [
      aCase("Get Session, any of 100", "GET", 0.63),
      aCase("Create Session, prices of the catalogue", "POST", 0.27),
    ],
    mixed: {
      readers: 4,
      writers: 16,
      floor: { ...mixed, loaded: seen(0.8) },
      subject: mixed,
      p99Ms: { median: 4, min: 3.5, max: 4.5 },
      p99OverFloor: { median: 2, min: 1.75, max: 2.25 },
    },
    startUpMs: spread,
    memory: {
      subject: { rss: 150 * MIB, peak: 170 * MIB },
      floor: { rss: 40 * MIB, peak: 50 * MIB },
    },
    growth: null,
    ...changed,
  };
}
