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
/**
 * Checks the flags of metrics but their port.
 *
 * @param options with `saysHost`, true if the metrics address was given
 * @param fail called with one line; it does not return
 */
export function requireMetricsFit(
  { metricsHost, metricsPort, metricsToken, saysHost }:
    & Pick<ServerConfig, "metricsHost" | "metricsPort" | "metricsToken">
    & { readonly saysHost: boolean },
  fail: (message: string) => never,
): void {
  if (metricsToken !== undefined && !METRICS_TOKEN.test(metricsToken)) {
    fail("--metrics-token must have 16 to 512 characters, all of them visible ASCII");
  }
  if (saysHost && metricsPort === undefined) {
    fail(`--metrics-host needs --metrics-port: ${metricsHost}`);
  }
}
