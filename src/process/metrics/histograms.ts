import { Histogram, type Registry } from "@prometheus-io/client";

/** Interval between the calls of the function that {@link loopLag} makes. */
export const LAG_EVERY_MS = 100;

const LAG_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const COMMIT_SECONDS = [0.00025, 0.0005, ...LAG_SECONDS];

/**
 * Measures how late the event loop runs a timer; requests wait as long.
 *
 * @param monotonicMs milliseconds that only grow
 * @returns a function to be called {@link LAG_EVERY_MS} after its last call; it records the delay
 */
export function loopLag(registry: Registry, monotonicMs: () => number): () => void {
  const lags = new Histogram({
    name: "checkoutd_event_loop_lag_seconds",
    help: "Delay of a timer that the server sets ten times a second.",
    buckets: LAG_SECONDS,
    registers: [registry],
  });
  let dueMs = monotonicMs() + LAG_EVERY_MS;
  return () => {
    const nowMs = monotonicMs();
    lags.observe(Math.max(0, nowMs - dueMs) / 1000);
    dueMs = nowMs + LAG_EVERY_MS;
  };
}

/**
 * Measures how many commits share a transaction and how long it takes; the store's commit observer.
 *
 * @param monotonicMs milliseconds that only grow
 */
export function commitMetrics(registry: Registry, monotonicMs: () => number) {
  const sizes = new Histogram({
    name: "checkoutd_commit_batch_size",
    help: "Commits that shared one transaction.",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "checkoutd_commit_batch_duration_seconds",
    help: "Time from the first change of a transaction until it is on disk.",
    buckets: COMMIT_SECONDS,
    registers: [registry],
  });
  return {
    monotonicMs,
    /** Records a transaction of so many commits that took so many milliseconds. */
    batch(commits: number, ms: number): void {
      sizes.observe(commits);
      durations.observe(ms / 1000);
    },
  };
}
