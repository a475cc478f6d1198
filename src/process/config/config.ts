import { MAX_SECONDS, PAYMENT_TTL } from "../../command/server_times.ts";
import { Command, CommanderError } from "@commander-js/extra-typings";
import { BY_NAME } from "../../command/calls.ts";
import { configure } from "../../command/configure.ts";
import { asSentence, failureText, wrongUsage } from "../../command/failure.ts";
import { databaseProblem, passwordProblem } from "../../command/database_option.ts";
import { durationIn, trueOrFalse, wholeNumber } from "../../command/values.ts";
import { hasColors, type Sink, type Terminal } from "../../command/sink.ts";
import { backupFlags, requireBackupFit } from "./backup_flags.ts";
import { checkoutFlags, requireCheckoutFit, withDemoPages } from "./checkout_flags.ts";
import { dashboardFlags, requireDashboardFit } from "./dashboard_flags.ts";
import { auditRetentionFlag, orderRetentionFlag, retentionFlag } from "./retention_flags.ts";
import { instanceFlag, secretsKeyFlag, shutdownDelayFlag } from "./servers_flags.ts";
import { listenFlags, requireTlsPair } from "./listen_flags.ts";
import { logFlags } from "./log_flags.ts";
import { mailFlags, requireMailFit } from "./mail_flags.ts";
import { metricsFlags, requireMetricsFit } from "./metrics_flags.ts";
import { type NamedPort, requirePortsApart } from "./ports.ts";
import { VERSION } from "../program.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** The parsed command line: a configuration, or a text to print and an exit code. */
export type ParsedArgs =
  | { readonly config: ServerConfig }
  | { readonly exitCode: 0 | 2; readonly text: string };

/** Higher than any machine reaches in a minute. */
const MAX_RATE_LIMIT = 1_000_000_000;
/** A thousand years: dates have an end. */
const SECONDS = durationIn("s", MAX_SECONDS);

const EXAMPLE =
  "\nExample:\n  checkoutd --port 9000 --db /var/lib/checkoutd/checkout.db --trust-proxy 1";

/** The surroundings of a command line. */
export interface ArgsContext {
  /** Text of `--version`. */
  readonly version?: string;
  /** Terminal of help and errors (default: plain text). */
  readonly terminal?: Terminal;
}

/** A file or a pipe. */
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
  { version = VERSION, terminal = NO_TERMINAL }: ArgsContext = {},
): ParsedArgs {
  let text = "";
  const write = (part: string) => void (text += part);
  const command = serverCommand(version);
  // The entry file prints the text.
  configure(command, {
    ...terminal,
    stdout: { ...terminal.stdout, write },
  });
  // Wrong usage is printed like every other failure.
  command.configureOutput({ outputError: () => {} });
  const fail = (message: string): never => command.error(message);
  try {
    // Before messages that repeat an argument.
    const secret = passwordProblem(argv);
    if (secret !== undefined) fail(secret);
    // Like `checkoutctl version`; the server has no commands.
    const isVersion = argv.length === 1 && argv[0] === "version";
    command.parse(isVersion ? ["--version"] : [...argv], { from: "user" });
    const source = command.getOptionValueSource("db") === "env" ? "CHECKOUT_DB" : "--db";
    const problem = databaseProblem(source, command.opts().db, terminal.env);
    if (problem !== undefined) fail(problem);
    requireTlsPair(command.opts(), fail);
    const saysHost = command.getOptionValueSource("metricsHost") !== "default";
    requireMetricsFit({ ...command.opts(), saysHost }, fail);
    requireCheckoutFit(command.opts(), fail);
    const saysKeep = command.getOptionValueSource("backupKeep") !== "default";
    requireBackupFit({ ...command.opts(), saysKeep }, fail);
    requireDashboardFit(command.opts(), fail);
    requireMailFit(command.opts(), command.getOptionValueSource("mail") === "cli", fail);
    requirePortsApart(portsOf(command.opts()), fail);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { exitCode: 0, text };
    const colors = hasColors(terminal.stderr, terminal);
    return { exitCode: 2, text: failureText(wrongUsage(asSentence(error.message)), colors) };
  }
  const { allowInsecureWebhooks, demo = false, ...options } = command.opts();
  return {
    config: withDemoPages({
      ...options,
      allowInsecureWebhooks: allowInsecureWebhooks === true,
      demo,
    }),
  };
}

/** All ports, that of the API first. */
function portsOf(config: Omit<ServerConfig, "allowInsecureWebhooks" | "demo">): NamedPort[] {
  const { host, unixSocket, metricsHost, checkoutHost = host } = config;
  const port = unixSocket === undefined ? config.port : undefined;
  return [
    { flag: "--port", host, port },
    { flag: "--metrics-port", host: metricsHost, port: config.metricsPort },
    { flag: "--checkout-port", host: checkoutHost, port: config.checkoutPort },
    { flag: "--dashboard-port", host: config.dashboardHost, port: config.dashboardPort },
  ];
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
      setting("--db <path|url>", "database file, created with its folder, or postgres://...")
        .default("./data/checkout.db"),
    )
    .addOption(secretsKeyFlag())
    .addOption(
      setting("--rate-limit <number>", "requests per minute, per key and per address")
        .default(100).argParser(wholeNumber(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      setting("--session-ttl <duration>", "time until an inactive session expires: 3600 or 1h")
        .default(3600).argParser(SECONDS),
    )
    .addOption(
      setting(
        "--payment-ttl <duration>",
        "time that a payment holds stock, coupons and coins: 1800 or 30m",
      )
        .default(PAYMENT_TTL.default).argParser(PAYMENT_TTL.parse),
    )
    .addOption(retentionFlag())
    .addOption(orderRetentionFlag())
    .addOption(auditRetentionFlag())
    .addOption(
      setting("--otp-daily <number>", "maximum one-time codes per shop and day, in its time zone")
        .default(5000).argParser(wholeNumber(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      setting("--trust-proxy <hops>", "number of proxies whose X-Forwarded-For is trusted")
        .default(0).argParser(wholeNumber(0, 16)),
    )
    .addOption(
      // Takes a value, as commander would read a variable with the value false as true.
      setting(
        "--allow-insecure-webhooks [true|false]",
        "send to endpoints added with the same flag",
      ).preset("true").default(false).argParser(trueOrFalse),
    )
    .addOption(checkoutFlags.port())
    .addOption(checkoutFlags.host())
    .addOption(checkoutFlags.url())
    .addOption(dashboardFlags.port())
    .addOption(dashboardFlags.host())
    .addOption(dashboardFlags.url())
    .addOption(mailFlags.server())
    .addOption(mailFlags.from())
    .addOption(metricsFlags.port())
    .addOption(metricsFlags.host())
    .addOption(metricsFlags.token())
    .addOption(backupFlags.to())
    .addOption(backupFlags.keep())
    .addOption(instanceFlag())
    .addOption(shutdownDelayFlag())
    .addOption(logFlags.level())
    .addOption(logFlags.format())
    .option("--demo", "create a demo shop with a checkout page, print an API key and lines to try")
    .addOption(listenFlags.waitReady())
    .addHelpText("after", EXAMPLE);
}
