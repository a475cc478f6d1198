import { Command, CommanderError, Option } from "@commander-js/extra-typings";
import { BY_NAME } from "../../command/calls.ts";
import { configure } from "../../command/configure.ts";
import type { Sink, Terminal } from "../../command/sink.ts";
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from "../log/log.ts";
import { databasePath, integerFlag, trueOrFalse } from "./flag_values.ts";
import { listenFlags, requireTlsPair } from "./listen_flags.ts";
import { metricsFlags, requireMetricsFit } from "./metrics_flags.ts";
import { VERSION } from "../program.ts";

/** Everything the server can be told. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** PEM file of the certificate with its chain; there is a key as well then. */
  readonly tlsCert?: string;
  /** PEM file of the certificate's key. */
  readonly tlsKey?: string;
  /** Path of the Unix socket to listen on instead of a host and port. */
  readonly unixSocket?: string;
  /** Seconds to wait for the server that runs with the same flags, instead of being one. */
  readonly waitReady?: number;
  /** Path of the SQLite file. */
  readonly db: string;
  /** Requests a minute, per key and per address without one. */
  readonly rateLimit: number;
  /** Seconds. */
  readonly sessionTtl: number;
  /** Seconds. */
  readonly paymentTtl: number;
  /** One-time codes that a shop sends in 24 hours at most. */
  readonly otpDaily: number;
  /** Days. */
  readonly retention: number;
  /** Proxies before the server whose `X-Forwarded-For` is believed. */
  readonly trustProxy: number;
  /** Whether webhooks go to endpoints that were added as insecure ones. */
  readonly allowInsecureWebhooks: boolean;
  /** Address of the port for metrics alone. */
  readonly metricsHost: string;
  /** Port for metrics alone; without it they are on the port of the API, if there is a token. */
  readonly metricsPort?: number;
  /** What whoever collects metrics has to show. */
  readonly metricsToken?: string;
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

/** Where a command line was typed. */
export interface Typed {
  /** Text of `--version`. */
  readonly version?: string;
  /** Where its help and its errors are going to be shown; plain text where left out. */
  readonly terminal?: Terminal;
}

/** No terminal: a file or a pipe. */
const PIPE: Sink = { write: () => {}, isTerminal: false, columns: 0, rows: 0, isClosed: false };
const NO_TERMINAL: Terminal = {
  stdout: PIPE,
  stderr: PIPE,
  calls: BY_NAME,
  env: () => undefined,
};

/**
 * Reads the server's flags; each has an environment variable `CHECKOUT_*`, and a flag wins.
 *
 * @returns `exitCode` 2 with one clear line for a bad value, 0 with the text of `--help` or
 *   `--version`
 */
export function parseServerArgs(
  argv: readonly string[],
  { version = VERSION, terminal = NO_TERMINAL }: Typed = {},
): Parsed {
  let text = "";
  const write = (part: string) => void (text += part);
  const command = serverCommand(version);
  // Printed by the entry file, whole and in its own way.
  configure(command, {
    ...terminal,
    stdout: onto(terminal.stdout, write),
    stderr: onto(terminal.stderr, write),
  });
  try {
    command.parse([...argv], { from: "user" });
    requireTlsPair(command.opts(), (message) => command.error(message));
    const saysHost = command.getOptionValueSource("metricsHost") !== "default";
    requireMetricsFit({ ...command.opts(), saysHost }, (message) => command.error(message));
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

/** A sink of the same form, whose text goes elsewhere. */
function onto({ isTerminal, columns, rows, isClosed }: Sink, write: Sink["write"]): Sink {
  return { isTerminal, columns, rows, isClosed, write };
}

function serverCommand(version: string) {
  return new Command("checkoutd")
    .description("Checkout-session server for self-hosted shops.")
    .version(version, "-V, --version", "print version, commit and schema version")
    .addOption(listenFlags.host())
    .addOption(listenFlags.port())
    .addOption(listenFlags.tlsCert())
    .addOption(listenFlags.tlsKey())
    .addOption(listenFlags.unixSocket())
    .addOption(
      new Option("--db <path>", "database file, created with its folder").env("CHECKOUT_DB")
        .default("./data/checkout.db").argParser(databasePath),
    )
    .addOption(
      new Option("--rate-limit <number>", "requests per minute, per key and per address")
        .env("CHECKOUT_RATE_LIMIT").default(100).argParser(integerFlag(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      new Option("--session-ttl <seconds>", "end a session after this long without activity")
        .env("CHECKOUT_SESSION_TTL").default(3600).argParser(integerFlag(1, MAX_SECONDS)),
    )
    .addOption(
      new Option(
        "--payment-ttl <seconds>",
        "hold stock, coupons and coins for a payment this long",
      )
        .env("CHECKOUT_PAYMENT_TTL").default(1800).argParser(integerFlag(1, MAX_SECONDS)),
    )
    .addOption(
      new Option("--retention <days>", "delete ended sessions after this long")
        .env("CHECKOUT_RETENTION").default(90).argParser(integerFlag(1, 36_500)),
    )
    .addOption(
      new Option("--otp-daily <number>", "most one-time codes a shop sends in 24 hours")
        .env("CHECKOUT_OTP_DAILY").default(5000).argParser(integerFlag(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      new Option("--trust-proxy <hops>", "number of proxies whose X-Forwarded-For is trusted")
        .env("CHECKOUT_TRUST_PROXY").default(0).argParser(integerFlag(0, 16)),
    )
    .addOption(
      // Takes a value so that the variable can say false: commander counts any as true otherwise.
      new Option(
        "--allow-insecure-webhooks [true|false]",
        "send to endpoints added with the same flag",
      ).env("CHECKOUT_ALLOW_INSECURE_WEBHOOKS").preset("true").default(false).argParser(
        trueOrFalse,
      ),
    )
    .addOption(metricsFlags.port())
    .addOption(metricsFlags.host())
    .addOption(metricsFlags.token())
    .addOption(
      new Option("--log-level <level>", "lowest level to log").env("CHECKOUT_LOG_LEVEL")
        .choices(LOG_LEVELS).default("info" as const),
    )
    .addOption(
      new Option("--log-format <format>", "JSON lines, or readable text")
        .env("CHECKOUT_LOG_FORMAT").choices(LOG_FORMATS).default("json" as const),
    )
    .addOption(
      new Option("--demo", "create a demo shop, print an API key and commands to try"),
    )
    .addOption(listenFlags.waitReady())
    .addHelpText(
      "after",
      "\nExample:\n  checkoutd --port 9000 --db /var/lib/checkoutd/checkout.db --trust-proxy 1",
    );
}
