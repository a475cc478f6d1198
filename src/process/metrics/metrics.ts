import { createHash, timingSafeEqual } from "node:crypto";
import { Registry } from "@prometheus-io/client";
import type { App } from "../../http/app.ts";
import type { MetricsSource } from "../../http/ops/metrics.ts";
import { every, type Recurring } from "../lifetime/timing.ts";
import type { Logger } from "../log/log.ts";
import type { Overview } from "../../service/overview.ts";
import { CommitMetrics } from "./commit_metrics.ts";
import { Gauges, type Identity, type Moment } from "./gauges.ts";
import { LAG_EVERY_MS, LoopLag } from "./loop_lag.ts";
import { RequestMetrics } from "./request_metrics.ts";

/** What figures need from the machine. */
export interface MetricsDeps extends Identity {
  /** Milliseconds that only grow. */
  readonly monotonicMs: () => number;
  /** What the process takes, in bytes. */
  readonly memory: () => Moment["memory"];
  readonly logger: Pick<Logger, "warn">;
  /** What has to be shown by whoever wants to see; undefined where anybody may. */
  readonly token: string | undefined;
}

/** What is looked at whenever somebody asks; it is made after what counts. */
export interface WatchedGauges {
  readonly overview: Pick<Overview, "read">;
  readonly queueDepth: () => number;
  readonly areWritesFailing: () => boolean;
  readonly limited: App["limited"];
}

/**
 * Counts what happens and, when somebody asks, adds how things are.
 *
 * Importing this module loads the library that it counts with: do so only where figures
 * are wanted.
 */
export class Metrics implements MetricsSource {
  readonly requests: RequestMetrics;
  readonly commits: CommitMetrics;
  readonly admits: MetricsSource["admits"];
  readonly #registry = new Registry();
  readonly #gauges: Gauges;
  readonly #lag: LoopLag;
  readonly #parts: MetricsDeps;
  #watched: WatchedGauges | undefined;

  constructor(parts: MetricsDeps) {
    this.#parts = parts;
    this.admits = tokenCheck(parts.token);
    this.requests = new RequestMetrics(this.#registry);
    this.commits = new CommitMetrics(this.#registry, parts.monotonicMs);
    this.#lag = new LoopLag(this.#registry, parts.monotonicMs);
    this.#gauges = new Gauges(this.#registry, parts);
  }

  /** Says what is looked at, and begins to look at the event loop until that is stopped. */
  watch(watched: WatchedGauges): Recurring {
    this.#watched = watched;
    return every(LAG_EVERY_MS, () => Promise.resolve(this.#lag.tick()), () => {});
  }

  /** Notes the certificate that is in use from now on by its end, in milliseconds since the epoch. */
  certificate(validUntilMs: number): void {
    this.#gauges.certificate(validUntilMs);
  }

  /** Everything in Prometheus' text format. Answers also when the database does not. */
  async render(): Promise<string> {
    if (this.#watched !== undefined) {
      const { queueDepth, areWritesFailing, limited } = this.#watched;
      this.#gauges.update({
        figures: await this.#figures(this.#watched),
        queueDepth: queueDepth(),
        areWritesFailing: areWritesFailing(),
        limited: limited(),
        memory: this.#parts.memory(),
      });
    }
    return await this.#registry.metrics();
  }

  async #figures({ overview }: WatchedGauges): Promise<Moment["figures"]> {
    try {
      return await overview.read();
    } catch (error) {
      this.#parts.logger.warn("Cannot read the database's figures", { error });
      return null;
    }
  }
}

/**
 * Makes the check of a bearer token. How long it takes says nothing about how much of a
 * wrong token is right: digests are compared, which all have one length.
 *
 * @param secret the token; undefined where everybody is admitted
 */
export function tokenCheck(secret: string | undefined): (token: string | undefined) => boolean {
  if (secret === undefined) return () => true;
  const wanted = digest(secret);
  return (token) => token !== undefined && timingSafeEqual(digest(token), wanted);
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
