import type { AppOptions } from "../../http/app.ts";
import type { ServerConfig } from "../config/config.ts";
import { ListenError, urlOf } from "../listen/listener.ts";
import { serve, type ServeOptions } from "../listen/serve.ts";
import { metricsEndpoint } from "./endpoint.ts";
import type { Metrics, MetricsDeps } from "./metrics.ts";

/** Where the figures are shown and who may see them. */
export type MetricsConfig = Pick<ServerConfig, "metricsHost" | "metricsPort" | "metricsToken">;

/** An answer is made in milliseconds: who has not read it by then will not. */
const DRAIN_MS = 1000;

/** Makes what counts; undefined where nobody asked for it, and then nothing of it is loaded. */
export async function createMetrics(
  { metricsPort, metricsToken }: MetricsConfig,
  parts: Omit<MetricsDeps, "token">,
): Promise<Metrics | undefined> {
  if (metricsPort === undefined && metricsToken === undefined) return undefined;
  const { Metrics } = await import("./metrics.ts");
  return new Metrics({ ...parts, token: metricsToken });
}

/** What the HTTP side has to do with it: tell of answers and, without a port of its own, show it. */
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

/**
 * Shows the figures on their own port, if they have one, until told to stop.
 *
 * @returns once it listens
 * @throws {ListenError} when it cannot
 */
export async function serveMetrics(
  metrics: Metrics,
  { metricsHost: host, metricsPort: port }: MetricsConfig,
  { stop, logger, now }: Pick<ServeOptions, "stop" | "logger" | "now">,
): Promise<void> {
  if (port === undefined) return;
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const ended = serve({
    place: { kind: "tcp", host, port },
    stop,
    // There is no certificate to renew.
    hangups: new EventTarget(),
    drainMs: DRAIN_MS,
    logger,
    now,
    onListen: (place) => {
      logger.info("serving metrics", { metrics_url: `${urlOf(place)}/metrics` });
      resolve();
    },
  }, metricsEndpoint(metrics));
  try {
    await Promise.race([listening, ended]);
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    const cause = error.cause instanceof Error ? error.cause.message.split("\n")[0] : error.message;
    throw new ListenError(
      `Cannot listen on --metrics-host ${host} --metrics-port ${port}: ${cause}`,
      { cause: error },
    );
  }
}
