import { Histogram, type Registry } from "@prometheus-io/client";

/** How often it is looked at. */
export const LAG_EVERY_MS = 100;

/**
 * How late the event loop comes round. A timer that is late has waited for what kept the
 * loop, and so has every request meanwhile.
 */
export class LoopLag {
  readonly #monotonicMs: () => number;
  readonly #lags: Histogram;
  #dueMs: number;

  /** @param monotonicMs milliseconds that only grow */
  constructor(registry: Registry, monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#dueMs = monotonicMs() + LAG_EVERY_MS;
    this.#lags = new Histogram({
      name: "checkoutd_event_loop_lag_seconds",
      help: "Delay of a timer that the server sets ten times a second.",
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    });
  }

  /** To be called {@link LAG_EVERY_MS} after the last call; notes how much later it was. */
  tick(): void {
    const nowMs = this.#monotonicMs();
    this.#lags.observe(Math.max(0, nowMs - this.#dueMs) / 1000);
    this.#dueMs = nowMs + LAG_EVERY_MS;
  }
}
