import type { AppOptions } from "../../web/app.ts";
import type { ServerConfig } from "../config/server_config.ts";
import { urlOf, withFlags } from "../listen/listener.ts";
import type { Part } from "../lifetime/parts.ts";
import type { RecurringTask } from "../lifetime/timing.ts";
import { serve } from "../listen/serve.ts";
import type { Logger } from "../log/log.ts";
import type { Store } from "../../store/store.ts";
import { metricsEndpoint } from "./endpoint.ts";
import { EFFECTS } from "../machine/effects.ts";
import { VERSION } from "../program.ts";
import type { Metrics, WatchedGauges } from "./metrics.ts";

/** The address of metrics, their token, and the name that they carry. */
export type MetricsConfig = Pick<
  ServerConfig,
  "metricsHost" | "metricsPort" | "metricsToken" | "instance"
>;

/** Answers take milliseconds: a client that has not read one by then never will. */
const DRAIN_MS = 1000;

/** Creates the metrics; undefined if they are disabled, and their library is then not loaded. */
export async function createMetrics(
  { metricsPort, metricsToken: token, instance }: MetricsConfig,
  logger: Logger,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined && token === undefined) return undefined;
  const { Metrics } = await import("./metrics.ts");
  return new Metrics({
    version: VERSION,
    startedAtMs: performance.timeOrigin,
    monotonicMs: EFFECTS.monotonicMs,
    memory: () => Deno.memoryUsage(),
    logger,
    token,
    instance,
  });
}

/** The hooks of the HTTP side: every answer is observed; without a metrics port it serves `/metrics`. */
export function metricsHooks(
  { metricsPort }: MetricsConfig,
  metrics: Metrics | undefined,
): Pick<AppOptions, "observe" | "metrics"> {
  return {
    observe: metrics &&
      ((operation, status, ms) => metrics.requests.observe(operation, status, ms)),
    metrics: metricsPort === undefined ? metrics : undefined,
  };
}

/** Sources of the metrics, and the listener that serves them. */
export interface MetricsPartDeps {
  readonly config: MetricsConfig;
  readonly store: Pick<Store, "health" | "writes">;
  readonly overview: WatchedGauges["overview"];
  readonly limited: WatchedGauges["limited"];
  readonly refusals: WatchedGauges["refusals"];
  readonly alarms: WatchedGauges["alarms"];
  /** Aborted when the program begins to end. */
  readonly stop: AbortSignal;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Metrics as a part of the program, on their own port if there is one. */
export function metricsPart(
  metrics: Metrics,
  { config, store, overview, limited, refusals, alarms, ...deps }: MetricsPartDeps,
): Part<RecurringTask> {
  return {
    start: async () => {
      if (config.metricsPort !== undefined) {
        await serveMetrics(metrics, config.metricsHost, config.metricsPort, deps);
      }
      return metrics.watch({
        overview,
        queueDepth: () => store.health.queueDepth(),
        areWritesFailing: () => store.writes.failing() !== null,
        limited,
        refusals,
        alarms,
      });
    },
    close: (watching) => watching.stop(),
  };
}

/** @throws {ListenError} when the port cannot be listened on */
async function serveMetrics(
  metrics: Metrics,
  host: string,
  port: number,
  deps: Pick<MetricsPartDeps, "stop" | "logger" | "now">,
): Promise<void> {
  try {
    await serve({
      ...deps,
      place: { kind: "tcp", host, port },
      // Without a certificate there is nothing to reload.
      hangups: new EventTarget(),
      drainMs: DRAIN_MS,
      onListen: (place) =>
        deps.logger.info("serving metrics", { metrics_url: `${urlOf(place)}/metrics` }),
    }, metricsEndpoint(metrics));
  } catch (error) {
    throw withFlags(error, `--metrics-host ${host} --metrics-port ${port}`);
  }
}
