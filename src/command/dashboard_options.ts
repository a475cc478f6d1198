import { InvalidArgumentError } from "@commander-js/extra-typings";
import { baseUrl } from "./values.ts";

/** Default port of the dashboard. */
export const DASHBOARD_PORT = 8081;
/** Default host of the dashboard. */
export const DASHBOARD_HOST = "127.0.0.1";
/** The dashboard of this machine, for links. */
export const DASHBOARD_URL = `http://${DASHBOARD_HOST}:${DASHBOARD_PORT}`;

/** Address of the dashboard. */
export interface DashboardOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** PEM file of the certificate with its chain; set together with the key. */
  readonly tlsCert?: string | undefined;
  /** PEM file of the certificate's key. */
  readonly tlsKey?: string | undefined;
  /** True behind a proxy that speaks TLS and names the client. */
  readonly behindProxy: boolean;
  /** Public URL, if it is not the one of host and port. */
  readonly url?: string | undefined;
  /** True where the server sends to `http` and private addresses too: test events do then. */
  readonly allowInsecureWebhooks: boolean;
  /** Public URL of the checkout pages, for the addresses of hooks. */
  readonly checkoutUrl?: string | undefined;
  /** The operator's mail server for mails to people, with its password; null without one. */
  readonly mail: {
    readonly url: string;
    readonly from: { readonly name: string; readonly address: string };
    readonly allowInsecure: boolean;
  } | null;
  /** Folder of nightly backups, which the health page judges. */
  readonly backups?: string | undefined;
  /** Times of the server, which the health page names. */
  readonly times: {
    /** Days until sessions without an order are deleted. */
    readonly sessions: number;
    /** Days until the persons of orders are erased; Infinity for never. */
    readonly orders: number;
    readonly paymentTtlMs: number;
  };
}

/** True for an address that only this machine reaches. */
export function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

/**
 * Reads a URL without a path.
 *
 * @param flag that it was given with
 */
export function dashboardOrigin(flag: string, text: string): string {
  const url = baseUrl(text);
  if (new URL(url).origin === url) return url;
  throw new InvalidArgumentError(
    `${flag} must have no path, as the dashboard needs its own host: ${url}`,
  );
}
