import { AppError } from "../../domain/errors.ts";
import { bearerToken } from "../guard/auth.ts";
import type { OpenOperation } from "../operation.ts";

/** Where the figures of this server come from. */
export interface MetricsSource {
  /** True if whoever has this bearer token, or none, may see them. */
  admits(token: string | undefined): boolean;
  /** The figures of this moment as {@link METRICS_TYPE}. */
  render(): Promise<string>;
}

/** Prometheus' text format, version 0.0.4. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** The figures of this server for Prometheus, on the port of the API and behind a token of their own. */
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
