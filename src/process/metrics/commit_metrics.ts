import { Histogram, type Registry } from "@prometheus-io/client";

/**
 * How many commits share a transaction, and how long one takes: what the store's commit
 * observer hears.
 */
export class CommitMetrics {
  readonly monotonicMs: () => number;
  readonly #sizes: Histogram;
  readonly #durations: Histogram;

  /** @param monotonicMs milliseconds that only grow, for whoever writes */
  constructor(registry: Registry, monotonicMs: () => number) {
    this.monotonicMs = monotonicMs;
    this.#sizes = new Histogram({
      name: "checkoutd_commit_batch_size",
      help: "Commits that shared one transaction.",
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers: [registry],
    });
    this.#durations = new Histogram({
      name: "checkoutd_commit_batch_duration_seconds",
      help: "Time from the first change of a transaction until it is on disk.",
      buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    });
  }

  /** Adds a transaction of so many commits that took so many milliseconds. */
  batch(commits: number, ms: number): void {
    this.#sizes.observe(commits);
    this.#durations.observe(ms / 1000);
  }
}
