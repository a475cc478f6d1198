import { wholeNumber } from "../../command/values.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** The flags of metrics: their address, port and token. */
export const metricsFlags = {
  port: () =>
    setting("--metrics-port <number>", "port that serves metrics only")
      .argParser(wholeNumber(0, 65_535)),
  host: () =>
    setting("--metrics-host <address>", "address of the metrics port").default("127.0.0.1"),
  token: () =>
    setting(
      "--metrics-token <secret>",
      "bearer token that metrics require; set the variable, as other users can see flags",
    ),
} as const;

/** Characters of a bearer token, and a length that cannot be guessed. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,512}$/;
/** Wildcard addresses. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** The flags of metrics, and the address of the API that they must not take. */
type MetricsOptions = Pick<
  ServerConfig,
  "host" | "port" | "unixSocket" | "metricsHost" | "metricsPort" | "metricsToken"
>;

/**
 * Checks the flags of metrics: the token, and a port that is not the one of the API.
 *
 * @param options with `saysHost`, true if the metrics address was given
 * @param fail called with one line; it does not return
 */
export function requireMetricsFit(
  options: MetricsOptions & { readonly saysHost: boolean },
  fail: (message: string) => never,
): void {
  const { metricsHost, metricsPort, metricsToken, saysHost } = options;
  if (metricsToken !== undefined && !METRICS_TOKEN.test(metricsToken)) {
    fail(
      "error: option '--metrics-token <secret>' is invalid. It must be 16 to 512 visible ASCII characters",
    );
  }
  if (saysHost && metricsPort === undefined) {
    fail(`error: option '--metrics-host <address>' needs --metrics-port as well: ${metricsHost}`);
  }
  if (isSamePort(options)) {
    fail(`error: option '--metrics-port <number>' must not be the one of --port: ${metricsPort}`);
  }
}

/** True if API and metrics have the same port; one number on two addresses is two ports. */
function isSamePort({ host, port, unixSocket, metricsHost, metricsPort }: MetricsOptions): boolean {
  // With port 0 each takes a free one.
  if (unixSocket !== undefined || metricsPort !== port || port === 0) return false;
  const [one, other] = [addressOf(host), addressOf(metricsHost)];
  return one === other || EVERY_ADDRESS.has(one) || EVERY_ADDRESS.has(other);
}

function addressOf(host: string): string {
  return host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
}
