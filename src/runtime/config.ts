import { Command, CommanderError, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { VERSION } from "./version.ts";

/** How much is logged: each level includes the ones after it. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines for machines, or short lines for people. */
export const LOG_FORMATS = ["json", "text"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Everything the server can be told. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** Path of the SQLite file. */
  readonly db: string;
  /** Requests a minute, per key and per address without one. */
  readonly rateLimit: number;
  /** Seconds. */
  readonly sessionTtl: number;
  /** Days. */
  readonly retention: number;
  /** Proxies before the server whose `X-Forwarded-For` is believed. */
  readonly trustProxy: number;
  /** Whether webhooks go to endpoints that were added as insecure ones. */
  readonly allowInsecureWebhooks: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly demo: boolean;
}

/** What came of the command line: a configuration, or text to print and an exit code. */
export type Parsed =
  | { readonly config: ServerConfig }
  | { readonly exitCode: 0 | 2; readonly text: string };

/** More than any machine serves in a minute. */
const MAX_RATE_LIMIT = 1_000_000_000;
/** Largest number of seconds that still fits a date, generously: a thousand years. */
const MAX_SECONDS = 1000 * 366 * 86_400;

/**
 * Reads the server's flags; each has an environment variable `CHECKOUT_*`, and a flag wins.
 *
 * @returns `exitCode` 2 with one clear line for a bad value, 0 with the text of `--help` or
 *   `--version`
 */
export function parseServerArgs(argv: readonly string[]): Parsed {
  let text = "";
  const command = serverCommand().exitOverride().configureOutput({
    writeOut: (part) => void (text += part),
    writeErr: (part) => void (text += part),
  });
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode === 0 ? 0 : 2, text };
  }
  const { trustProxy, allowInsecureWebhooks, ...options } = command.opts();
  return {
    config: {
      ...options,
      trustProxy,
      allowInsecureWebhooks: allowInsecureWebhooks === true,
      demo: options.demo === true,
    },
  };
}

function serverCommand() {
  return new Command("checkoutd")
    .description("Checkout sessions for merchants who host their own shop.")
    .version(VERSION)
    .addOption(
      new Option("--host <address>", "address to listen on").env("CHECKOUT_HOST")
        .default("127.0.0.1"),
    )
    .addOption(
      new Option("--port <number>", "port to listen on").env("CHECKOUT_PORT")
        .default(8080).argParser(integer(0, 65_535)),
    )
    .addOption(
      new Option("--db <path>", "database file, created with its folder").env("CHECKOUT_DB")
        .default("./data/checkout.db").argParser(databasePath),
    )
    .addOption(
      new Option("--rate-limit <number>", "requests a minute per key and per address")
        .env("CHECKOUT_RATE_LIMIT").default(100).argParser(integer(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      new Option("--session-ttl <seconds>", "a session ends after this long without activity")
        .env("CHECKOUT_SESSION_TTL").default(3600).argParser(integer(1, MAX_SECONDS)),
    )
    .addOption(
      new Option("--retention <days>", "ended sessions are deleted after this long")
        .env("CHECKOUT_RETENTION").default(90).argParser(integer(1, 36_500)),
    )
    .addOption(
      new Option("--trust-proxy <hops>", "proxies before the server to believe X-Forwarded-For of")
        .env("CHECKOUT_TRUST_PROXY").default(0).argParser(integer(0, 16)),
    )
    .addOption(
      // Takes a value so that the variable can say false: commander counts any as true otherwise.
      new Option(
        "--allow-insecure-webhooks [true|false]",
        "send to endpoints that were added with the same flag",
      ).env("CHECKOUT_ALLOW_INSECURE_WEBHOOKS").preset("true").default(false).argParser(
        trueOrFalse,
      ),
    )
    .addOption(
      new Option("--log-level <level>", "least severe level to log").env("CHECKOUT_LOG_LEVEL")
        .choices(LOG_LEVELS).default("info" as const),
    )
    .addOption(
      new Option("--log-format <format>", "JSON lines, or text for people")
        .env("CHECKOUT_LOG_FORMAT").choices(LOG_FORMATS).default("json" as const),
    )
    .addOption(
      new Option("--demo", "seed a demo shop, print a fresh API key and lines to try"),
    )
    .addHelpText(
      "after",
      "\nExample:\n  checkoutd --port 9000 --db /var/lib/checkoutd/checkout.db --trust-proxy 1",
    );
}

/** Parses a whole number within bounds; anything else is a usage error that names the flag. */
function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

function trueOrFalse(text: string): boolean {
  if (text === "true" || text === "false") return text === "true";
  throw new InvalidArgumentError("It must be true or false.");
}

function databasePath(text: string): string {
  if (text === "") throw new InvalidArgumentError("It must name a file.");
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) {
    throw new InvalidArgumentError("It must be a file: other databases are not supported yet.");
  }
  return text;
}
