import { Option } from "@commander-js/extra-typings";
import type { LogFormat, LogLevel } from "../log/log.ts";

/** The configuration of the server. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** PEM file of the certificate with its chain; set together with the key. */
  readonly tlsCert?: string;
  /** PEM file of the certificate's key. */
  readonly tlsKey?: string;
  /** Path of the Unix socket to listen on instead of a host and port. */
  readonly unixSocket?: string;
  /** Seconds to wait until the server with the same flags is ready, instead of serving. */
  readonly waitReady?: number;
  /** Path of the SQLite file, or URL of the PostgreSQL database. */
  readonly db: string;
  /** File of the keys that seal secrets (default: in a folder beside that of the database). */
  readonly secretsKey?: string;
  /** Name of this server among those of one database. */
  readonly instance?: string;
  /** Requests per minute, per key, or per client address without a key. */
  readonly rateLimit: number;
  /** Seconds. */
  readonly sessionTtl: number;
  /** Seconds. */
  readonly paymentTtl: number;
  /** Most one-time codes that a shop sends on a day of its time zone. */
  readonly otpDaily: number;
  /** Days. */
  readonly retention: number;
  /** Days; Infinity for never. */
  readonly orderRetention: number;
  /** Days; Infinity for never. */
  readonly auditRetention: number;
  /** Seconds from SIGTERM until the end begins; meanwhile the server is not ready. */
  readonly shutdownDelay: number;
  /** Number of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: number;
  /** True to send webhooks to insecure endpoints. */
  readonly allowInsecureWebhooks: boolean;
  /** Port of the pages for customers; absent without them. */
  readonly checkoutPort?: number;
  /** True to take another port if that one is taken. */
  readonly takesAnyCheckoutPort?: boolean;
  /** Address of that port (default: `host`). */
  readonly checkoutHost?: string;
  /** Public URL of the pages, without a slash at its end (default: that of their port). */
  readonly checkoutUrl?: string;
  /** Port of the dashboard, which a process of its own serves; absent without it. */
  readonly dashboardPort?: number;
  /** Address of that port. */
  readonly dashboardHost: string;
  /** Public URL of the dashboard, without a path (default: that of its port). */
  readonly dashboardUrl?: string;
  /** URL of the operator's mail server for people of the dashboard, with its password. */
  readonly mail?: string;
  /** Address of the sender of these mails. */
  readonly mailFrom?: string;
  /** Folder of nightly backups; absent without them. */
  readonly backupTo?: string;
  /** Number of these backups that are kept. */
  readonly backupKeep: number;
  /** Address of the metrics port. */
  readonly metricsHost: string;
  /** Port that serves metrics only; without it the API serves them if there is a token. */
  readonly metricsPort?: number;
  /** Bearer token that metrics require. */
  readonly metricsToken?: string;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly demo: boolean;
}

/** An option with its environment variable: `CHECKOUT_RATE_LIMIT` for `--rate-limit <number>`. */
export function setting<Flags extends string>(flags: Flags, description: string) {
  const [name = ""] = flags.replace(/^--/, "").split(" ");
  return new Option(flags, description).env(`CHECKOUT_${name.toUpperCase().replaceAll("-", "_")}`);
}
