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

/** The part of a configuration that these pages depend on. */
export type CheckoutConfig = Pick<
  ServerConfig,
  "host" | "tlsCert" | "tlsKey" | "checkoutHost" | "checkoutPort" | "checkoutUrl"
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
  const alone = checkoutHost !== undefined
    ? `--checkout-host <address>' needs --checkout-port as well: ${checkoutHost}`
    : `--checkout-url <url>' needs --checkout-port as well: ${checkoutUrl}`;
  if (checkoutPort === undefined) {
    if (checkoutHost !== undefined || checkoutUrl !== undefined) fail(`error: option '${alone}`);
    return;
  }
  const host = checkoutHost ?? config.host;
  if (checkoutUrl === undefined && isEveryAddress(host)) {
    fail(
      `error: option '--checkout-port <number>' needs --checkout-url as well, for links: ${host}`,
    );
  }
}
