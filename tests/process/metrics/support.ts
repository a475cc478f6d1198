import { Metrics } from "../../../src/process/metrics/metrics.ts";
import type { Figures } from "../../../src/service/overview.ts";
import { type Family, parseExposition } from "../../support/exposition.ts";

export const TOKEN = "a-token-that-is-long-enough";

export const FIGURES: Figures = {
  sessions: [
    { state: { session: "INITIATED", payment: "DRAFT" }, count: 7 },
    { state: { session: "COMPLETED", payment: "PAID" }, count: 3 },
  ],
  pendingDeliveries: 5,
  openUnexpectedPayments: 2,
  money: {
    refunds: { REQUESTED: 4, PENDING: 1, FAILED: 6 },
    refundsDue: 8,
    disputes: 10,
    disputesDue: 12,
    listedUntil: 1_790_000_000_000,
  },
  databaseBytes: 40_960,
  logBytes: 8272,
};

/** When the certificate in use ends: 2027-01-15T08:00:00Z. */
export const CERTIFICATE_ENDS_MS = 1_800_000_000_000;

/** Metrics with a clock that stands still until it is set, and figures that never change. */
export function someMetrics({ token, instance, read }: {
  readonly token?: string;
  readonly instance?: string;
  readonly read?: () => Promise<Figures>;
} = {}) {
  const clock = { ms: 1000 };
  const warned: string[] = [];
  const metrics = new Metrics({
    version: "1.2.3",
    startedAtMs: 1_700_000_000_000,
    monotonicMs: () => clock.ms,
    memory: () => ({ rss: 90_000_000, heapUsed: 20_000_000 }),
    logger: { warn: (message) => void warned.push(message) },
    token,
    instance,
  });
  const lag = metrics.watch({
    overview: { read: read ?? (() => Promise.resolve(FIGURES)) },
    queueDepth: () => 4,
    areWritesFailing: () => true,
    limited: () => ({ keys: 2, addresses: 9 }),
    refusals: { totals: () => new Map([["carts", 3]]) },
    alarms: { has: (topic) => topic === "dashboard" },
  });
  metrics.certificate(CERTIFICATE_ENDS_MS);
  return { metrics, clock, warned, stop: () => lag.stop() };
}

/** Metrics, parsed strictly. */
export async function shown(metrics: Metrics): Promise<Map<string, Family>> {
  return parseExposition(await metrics.render());
}
