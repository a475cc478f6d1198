import { AppError } from "../../domain/errors.ts";
import { bearerToken } from "../guard/auth.ts";
import type { OpenOperation } from "../operation.ts";

/** Source of this server's metrics. */
export interface MetricsSource {
  /** True if this bearer token, or none, gives access. */
  admits(token: string | undefined): boolean;
  /** Current metrics as {@link METRICS_TYPE}. */
  render(): Promise<string>;
}

/** Prometheus text format, version 0.0.4. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics for Prometheus, on the API's port and behind a token of their own. */
export function metrics(source: MetricsSource): OpenOperation {
  return {
    id: "getMetrics",
    method: "GET",
    path: "/metrics",
    access: "open",
    async handle(call) {
      if (!source.admits(bearerToken(call.header("authorization")))) {
        throw new AppError("error.unauthorized", "The metrics token is required as a bearer token");
      }
      return {
        status: 200,
        body: await source.render(),
        headers: { "Content-Type": METRICS_TYPE },
      };
    },
  };
}
