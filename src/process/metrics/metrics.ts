import { createHash, timingSafeEqual } from "node:crypto";
import { Registry } from "@prometheus-io/client";
import type { App } from "../../web/app.ts";
import type { MetricsSource } from "../../web/ops/metrics.ts";
import type { Alarms } from "../alarms.ts";
import { every, type RecurringTask } from "../lifetime/timing.ts";
import type { Logger } from "../log/log.ts";
import type { LimitRefusals } from "../../service/refusals.ts";
import type { Overview } from "../../service/overview.ts";
import { Gauges, type Identity, type Moment } from "./gauges.ts";
import { commitMetrics, LAG_EVERY_MS, loopLag } from "./histograms.ts";
import { RequestMetrics } from "./request_metrics.ts";

/** Side effects and identity of the process. */
export interface MetricsDeps extends Identity {
  /** Milliseconds that only grow. */
  readonly monotonicMs: () => number;
  /** Memory of the process, in bytes. */
  readonly memory: () => Moment["memory"];
  readonly logger: Pick<Logger, "warn">;
  /** Bearer token that clients must send; undefined for none. */
  readonly token: string | undefined;
  /** Label `instance` of all series; undefined for none. */
  readonly instance: string | undefined;
}

/** Sources of the gauges, read on each request for metrics. */
export interface WatchedGauges {
  readonly overview: Pick<Overview, "read">;
  readonly queueDepth: () => number;
  readonly areWritesFailing: () => boolean;
  readonly limited: App["limited"];
  readonly refusals: Pick<LimitRefusals, "totals">;
  readonly alarms: Pick<Alarms, "has">;
}

/**
 * The metrics of this process. Importing this module loads the metrics library, so import it only
 * if metrics are enabled.
 */
export class Metrics implements MetricsSource {
  readonly requests: RequestMetrics;
  readonly commits: ReturnType<typeof commitMetrics>;
  readonly admits: MetricsSource["admits"];
  readonly #registry = new Registry();
  readonly #gauges: Gauges;
  readonly #lag: () => void;
  readonly #deps: MetricsDeps;
  #watched: WatchedGauges | undefined;

  constructor(deps: MetricsDeps) {
    this.#deps = deps;
    this.admits = tokenCheck(deps.token);
    const { instance } = deps;
    if (instance !== undefined) this.#registry.setDefaultLabels({ instance });
    this.requests = new RequestMetrics(this.#registry);
    this.commits = commitMetrics(this.#registry, deps.monotonicMs);
    this.#lag = loopLag(this.#registry, deps.monotonicMs);
    this.#gauges = new Gauges(this.#registry, deps);
  }

  /** Sets the sources of the gauges, and measures the event loop until stopped. */
  watch(watched: WatchedGauges): RecurringTask {
    this.#watched = watched;
    return every(LAG_EVERY_MS, () => Promise.resolve(this.#lag()), () => {});
  }

  /** Sets the expiry of the certificate in use, in milliseconds since the epoch. */
  certificate(validUntilMs: number): void {
    this.#gauges.certificate(validUntilMs);
  }

  /** All metrics in Prometheus' text format, also if the database does not answer. */
  async render(): Promise<string> {
    if (this.#watched !== undefined) {
      const { queueDepth, areWritesFailing, limited, refusals, alarms } = this.#watched;
      this.#gauges.update({
        figures: await this.#figures(this.#watched),
        queueDepth: queueDepth(),
        areWritesFailing: areWritesFailing(),
        limited: limited(),
        refused: refusals.totals(),
        alarms,
        memory: this.#deps.memory(),
      });
    }
    return await this.#registry.metrics();
  }

  async #figures({ overview }: WatchedGauges): Promise<Moment["figures"]> {
    try {
      return await overview.read();
    } catch (error) {
      this.#deps.logger.warn("Cannot read the database's figures", { error });
      return null;
    }
  }
}

/**
 * Makes the check of a bearer token. It compares digests, so its duration does not depend on how
 * much of a wrong token is right.
 *
 * @param secret the token; undefined admits every client
 */
export function tokenCheck(secret: string | undefined): (token: string | undefined) => boolean {
  if (secret === undefined) return () => true;
  const wanted = digest(secret);
  return (token) => token !== undefined && timingSafeEqual(digest(token), wanted);
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
