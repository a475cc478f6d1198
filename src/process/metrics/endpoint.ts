import { bearerToken } from "../../web/guard/auth.ts";
import { requestPath } from "../../web/guard/target.ts";
import { METRICS_TYPE, type MetricsSource } from "../../web/ops/metrics.ts";

const PATH = "/metrics";
const NO_SNIFFING = { "X-Content-Type-Options": "nosniff" };

/** Handles requests on the metrics port. */
export function metricsEndpoint(
  source: MetricsSource,
): (request: Request) => Promise<Response> {
  return async ({ url, method, headers }) => {
    const path = requestPath(url, headers.get("host"), false);
    if (path !== PATH) return plain(404, `No such path: only ${PATH} is served here`);
    if (method !== "GET" && method !== "HEAD") {
      return plain(405, "This path allows GET, HEAD", { Allow: "GET, HEAD" });
    }
    if (!source.admits(bearerToken(headers.get("authorization")))) {
      const message = "The metrics token is required as a bearer token";
      return plain(401, message, { "WWW-Authenticate": "Bearer" });
    }
    const body = await source.render();
    return new Response(method === "HEAD" ? null : body, {
      headers: { "Content-Type": METRICS_TYPE, "Cache-Control": "no-store", ...NO_SNIFFING },
    });
  };
}

function plain(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...NO_SNIFFING, ...headers },
  });
}
