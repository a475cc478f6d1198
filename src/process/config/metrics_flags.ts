import { Option } from "@commander-js/extra-typings";
import { integerFlag } from "./flag_values.ts";

/** The flags that say where metrics are shown, and to whom. */
export const metricsFlags = {
  port: () =>
    new Option("--metrics-port <number>", "port that serves metrics only")
      .env("CHECKOUT_METRICS_PORT").argParser(integerFlag(0, 65_535)),
  host: () =>
    new Option("--metrics-host <address>", "address of the metrics port").env(
      "CHECKOUT_METRICS_HOST",
    )
      .default("127.0.0.1"),
  token: () =>
    new Option(
      "--metrics-token <secret>",
      "bearer token that metrics require; set the variable, as other users can see flags",
    ).env("CHECKOUT_METRICS_TOKEN"),
} as const;

/** What a bearer token can be made of, and too much of it to be guessed; it is not shown again. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,512}$/;
/** Addresses that stand for all of the machine's. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** What was said of metrics, and of the port that they must not be in the way of. */
export interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  readonly unixSocket?: string;
  readonly metricsHost: string;
  readonly metricsPort?: number;
  readonly metricsToken?: string;
}

/**
 * Metrics need a token that nobody guesses, a port of their own, and an address only with it.
 *
 * @param options with `saysHost`, whether anybody has named the address
 * @param fail called with one line for what does not fit; it does not return
 */
export function requireMetricsFit(
  options: MetricsOptions & { readonly saysHost: boolean },
  fail: (message: string) => never,
): void {
  const { metricsHost, metricsPort, metricsToken, saysHost } = options;
  if (metricsToken !== undefined && !METRICS_TOKEN.test(metricsToken)) {
    fail(
      "error: option '--metrics-token <secret>' is invalid. It must be 16 to 512 visible ASCII characters.",
    );
  }
  if (saysHost && metricsPort === undefined) {
    fail(`error: option '--metrics-host <address>' needs --metrics-port as well: ${metricsHost}`);
  }
  if (isInTheWay(options)) {
    fail(`error: option '--metrics-port <number>' must not be the one of --port: ${metricsPort}`);
  }
}

/** Whether both ports are one; the same number on two addresses of a machine are two ports. */
function isInTheWay({ host, port, unixSocket, metricsHost, metricsPort }: MetricsOptions): boolean {
  // Of 0 each takes one that is free.
  if (unixSocket !== undefined || metricsPort !== port || port === 0) return false;
  const [one, other] = [addressOf(host), addressOf(metricsHost)];
  return one === other || EVERY_ADDRESS.has(one) || EVERY_ADDRESS.has(other);
}

function addressOf(host: string): string {
  return host.toLowerCase() === "localhost" ? "127.0.0.1" : host;
}
