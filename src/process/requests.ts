import type { Services } from "../service/services.ts";
import type { Store } from "../store/store.ts";
import type { AppOptions } from "../web/app.ts";
import { limitersOver } from "../web/guard/limiters.ts";
import type { ServerConfig } from "./config/server_config.ts";
import { databaseMsOf } from "./database/limit.ts";
import { placeOf } from "./listen/listener.ts";
import type { Logger } from "./log/log.ts";
import { requestLog } from "./log/requests.ts";
import { EFFECTS, requestIds } from "./machine/effects.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { metricsHooks } from "./metrics/start.ts";
import { VERSION } from "./program.ts";

/** Options of the API and of the pages for customers. */
export function requestOptions(
  { config, store, services, metrics, logger }: {
    readonly config: ServerConfig;
    readonly store: Store;
    readonly services: Services;
    /** Undefined if they are disabled. */
    readonly metrics: Metrics | undefined;
    readonly logger: Logger;
  },
): AppOptions {
  return {
    services,
    monotonicMs: EFFECTS.monotonicMs,
    newRequestId: requestIds(),
    log: requestLog(logger),
    rateLimit: config.rateLimit,
    limiters: limitersOver(store.shared?.quotas ?? null, {
      ...EFFECTS,
      warn: (message, fields) => logger.warn(message, fields),
    }),
    trustedHops: config.trustProxy,
    databaseMs: databaseMsOf(store),
    overTls: placeOf(config).kind === "tls",
    version: VERSION,
    ...metricsHooks(config, metrics),
  };
}
