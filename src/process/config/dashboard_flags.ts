import {
  DASHBOARD_HOST,
  type DashboardOptions,
  dashboardOrigin,
  isThisMachine,
} from "../../command/dashboard_options.ts";
import { wholeNumber } from "../../command/values.ts";
import { operatorSender } from "../../service/people/mail_routes.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** The flags of the dashboard, which a process of its own serves. */
export const dashboardFlags = {
  port: () =>
    setting("--dashboard-port <number>", "port that serves the dashboard, in a process of its own")
      .argParser(wholeNumber(0, 65_535)),
  host: () => setting("--dashboard-host <address>", "address of that port").default(DASHBOARD_HOST),
  url: () =>
    setting("--dashboard-url <url>", "public URL of the dashboard, if browsers use another")
      .argParser((text: string) => dashboardOrigin("--dashboard-url", text)),
} as const;

/** The part of a configuration that the dashboard depends on. */
export type DashboardConfig = Pick<
  ServerConfig,
  "dashboardPort" | "dashboardHost" | "dashboardUrl" | "tlsCert" | "tlsKey"
>;

/**
 * Refuses to send passwords and cookies over a network without TLS. A URL of this machine is for a
 * container, whose port is published on its host alone.
 *
 * @param fail called with one line; it does not return
 */
export function requireDashboardFit(
  { dashboardPort, dashboardHost, dashboardUrl: url, tlsCert }: DashboardConfig,
  fail: (message: string) => never,
): void {
  if (dashboardPort === undefined) return;
  const hasTls = tlsCert !== undefined;
  if (!hasTls && url === undefined && !isThisMachine(dashboardHost)) {
    fail(
      `--dashboard-host needs --tls-cert and --tls-key, or --dashboard-url, to protect passwords: ${dashboardHost}`,
    );
  }
  if (url === undefined || url.startsWith("https:")) return;
  if (hasTls || !isThisMachine(new URL(url).hostname)) {
    fail(`--dashboard-url must begin with https: ${url}`);
  }
}

/** The options of the dashboard of a server. With an `https` URL and no certificate it is behind a proxy. */
export function dashboardOptions(config: ServerConfig): DashboardOptions {
  const { dashboardHost: host, dashboardPort: port = 0, dashboardUrl: url, tlsCert, tlsKey } =
    config;
  return {
    host,
    port,
    tlsCert,
    tlsKey,
    behindProxy: tlsCert === undefined && url?.startsWith("https:") === true,
    url,
    allowInsecureWebhooks: config.allowInsecureWebhooks,
    checkoutUrl: config.checkoutUrl,
    mail: operatorSender(config, false),
    backups: config.backupTo,
    times: {
      sessions: config.retention,
      orders: config.orderRetention,
      paymentTtlMs: config.paymentTtl * 1000,
    },
  };
}
