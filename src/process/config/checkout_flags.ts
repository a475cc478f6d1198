import { baseUrl, wholeNumber } from "../../command/values.ts";
import { isEveryAddress } from "./ports.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** The flags of the pages for customers. */
export const checkoutFlags = {
  port: () =>
    setting("--checkout-port <number>", "port that serves the pages for customers only")
      .argParser(wholeNumber(0, 65_535)),
  host: () => setting("--checkout-host <address>", "address of that port, if not that of --host"),
  url: () =>
    setting("--checkout-url <url>", "public URL of these pages, for links to them")
      .argParser(baseUrl),
} as const;

/** Port of a demo's pages. */
const DEMO_PORT = 8082;

/** A configuration whose demo has pages, on a free port of this machine if no flag has set one. */
export function withDemoPages(config: ServerConfig): ServerConfig {
  const { demo, port, checkoutPort, metricsPort } = config;
  if (!demo || checkoutPort !== undefined) return config;
  return {
    ...config,
    checkoutHost: "127.0.0.1",
    checkoutPort: port === DEMO_PORT || metricsPort === DEMO_PORT ? 0 : DEMO_PORT,
    takesAnyCheckoutPort: true,
  };
}

/** The part of a configuration that these pages depend on. */
export type CheckoutConfig = Pick<
  ServerConfig,
  | "host"
  | "tlsCert"
  | "tlsKey"
  | "checkoutHost"
  | "checkoutPort"
  | "checkoutUrl"
  | "takesAnyCheckoutPort"
>;

/**
 * Checks the flags of the pages but their port.
 *
 * @param fail called with one line; it does not return
 */
export function requireCheckoutFit(
  config: CheckoutConfig,
  fail: (message: string) => never,
): void {
  const { checkoutHost, checkoutPort, checkoutUrl } = config;
  if (checkoutPort === undefined) {
    if (checkoutHost !== undefined) fail(`--checkout-host needs --checkout-port: ${checkoutHost}`);
    if (checkoutUrl !== undefined) fail(`--checkout-url needs --checkout-port: ${checkoutUrl}`);
    return;
  }
  const host = checkoutHost ?? config.host;
  if (checkoutUrl === undefined && isEveryAddress(host)) {
    fail(`--checkout-port needs --checkout-url, for links, where the address is ${host}`);
  }
}
