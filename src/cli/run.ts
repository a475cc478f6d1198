import { Command, CommanderError } from "@commander-js/extra-typings";
import { configure } from "../command/configure.ts";
import { passwordProblem } from "../command/database_option.ts";
import { asSentence, wrongUsage } from "../command/failure.ts";
import { unknownVariables } from "../command/variables.ts";
import { AppError } from "../domain/errors.ts";
import { Context, DEFAULT_DB } from "./context.ts";
import { PromptCancellation, UsageError } from "./errors.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addChannelCommands } from "./commands/channel.ts";
import { addProviderCommands } from "./commands/provider.ts";
import { addCompletionsCommand } from "./commands/completions.ts";
import { addCouponCommands } from "./commands/coupon.ts";
import { addCustomerCommands } from "./commands/customer.ts";
import { addDashboardCommands } from "./commands/dashboard.ts";
import { addDbCommands } from "./commands/db.ts";
import { addDemoCommand } from "./commands/demo.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import type { CliIo } from "./io.ts";
import { addInitCommand } from "./setup/init.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addMerchantCommands } from "./commands/merchant.ts";
import { addOrderCommands } from "./commands/order.ts";
import { addRefundListCommands } from "./commands/refund.ts";
import { addPaymentCommands } from "./commands/payment.ts";
import { addProductCommands } from "./commands/product.ts";
import { addSecretsCommands } from "./commands/secrets.ts";
import { addSeedCommand } from "./commands/seed.ts";
import { addSessionCommands } from "./commands/session.ts";
import { example } from "./options/values.ts";
import { clean } from "./output/text.ts";
import { commandMeant } from "./synonyms.ts";
import { addWebhookCommands } from "./commands/webhook.ts";

/** The commands in the order of the help. */
const COMMANDS = [
  addInitCommand,
  addMerchantCommands,
  addKeyCommands,
  addCouponCommands,
  addProductCommands,
  addCustomerCommands,
  addSessionCommands,
  addOrderCommands,
  addRefundListCommands,
  addPaymentCommands,
  addWebhookCommands,
  addProviderCommands,
  addChannelCommands,
  addAuditCommands,
  addDashboardCommands,
  addSeedCommand,
  addDemoCommand,
  addDbCommands,
  addSecretsCommands,
  addDoctorCommand,
  addCompletionsCommand,
];

/** Names of the commands that write nothing into the database. */
export const READING: ReadonlySet<string> = new Set([
  "backup",
  "check",
  "completions",
  "deliveries",
  "doctor",
  "list",
  "listen",
  "show",
  "stats",
  "version",
]);

/** Exit codes, which scripts may rely on. */
export const EXIT_CODES = { done: 0, failed: 1, wrongUsage: 2 } as const;

/**
 * Runs one command line of checkoutctl.
 *
 * @param argv the arguments, without the program's own name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage; nothing is thrown
 */
export async function run(argv: readonly string[], io: CliIo): Promise<number> {
  const context = new Context(io);
  // Read before commander parses, so that wrong usage is also reported in JSON.
  const options = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  if (options.includes("--json")) context.out.useJson();
  const program = createProgram(context);
  try {
    // Before messages that repeat an argument.
    const secret = passwordProblem(argv);
    if (secret !== undefined) throw new UsageError(secret);
    await program.parseAsync(argv, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return report(error, context, () => commandMeant(program, argv));
  }
}

const HELP = "show help for a command";

/** Creates the program with all commands. */
export function createProgram(
  context: Context,
): Command<[], { db?: string; secretsKey?: string; json?: true }> {
  const { io, out } = context;
  const program = new Command("checkoutctl")
    .description(
      "Manage the shops, keys, coupons, products, customers, sessions, orders, payments and webhooks of checkoutd.",
    )
    .option(
      "--db <path|url>",
      `database file, or postgres://... (default: $CHECKOUT_DB, else ${DEFAULT_DB})`,
    )
    .option(
      "--secrets-key <file>",
      "file of the key that seals secrets (default: $CHECKOUT_SECRETS_KEY, else beside the folder)",
    )
    .option("--json", "print exactly one JSON value on stdout")
    .helpOption("-h, --help", HELP)
    // report() prints wrong usage, like every other failure.
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      "after",
      `
It works while the server runs; changes apply from the next request.
Exit codes: 0 done, 1 failed, 2 wrong usage.

Example:
  checkoutctl demo
  checkoutctl session list --json`,
    )
    .hook("preAction", (command, action) => {
      context.configure(command.opts());
      // Completions ask on every Tab.
      if (action.name().startsWith("__")) return;
      const warning = unknownVariables(io.env);
      if (warning !== undefined) out.note(warning);
      if (!READING.has(action.name())) context.nameDatabase();
    });
  configure(program, io);
  // Commander's own --version would ignore --json.
  const version = "print version, commit and schema version";
  const printVersion = () => out.result(io.version.fields, io.version.text);
  program.option("-V, --version", version)
    .on("option:version", () => {
      printVersion();
      throw new CommanderError(0, "commander.version", io.version.text);
    });
  for (const add of COMMANDS) add(program, context);
  program.command("version").description(version)
    .addHelpText("after", example("version --json")).action(printVersion);
  for (const command of [program, ...program.commands]) {
    if (command.commands.length > 0) command.helpCommand("help [command]", HELP);
  }
  return program;
}

function report(
  error: unknown,
  { io, out }: Context,
  meant: () => string | undefined,
): number {
  if (error instanceof CommanderError) {
    // Help and the version are thrown too.
    if (error.exitCode === 0) return EXIT_CODES.done;
    // A noun without a verb: commander has printed its help.
    const message = error.code === "commander.help"
      ? "Choose a command"
      : withMeant(asSentence(error.message), error.code, meant);
    out.failure(wrongUsage(message));
    return EXIT_CODES.wrongUsage;
  }
  if (error instanceof UsageError) {
    out.failure(wrongUsage(error.message));
    return EXIT_CODES.wrongUsage;
  }
  if (error instanceof PromptCancellation) {
    out.ended(error);
    return EXIT_CODES.failed;
  }
  const wantsStack = Boolean(io.env("CHECKOUT_DEBUG"));
  if (error instanceof AppError) {
    out.failure({ code: error.code, message: error.message + (io.deniedHint?.(error) ?? "") });
  } else {
    const message = error instanceof Error ? error.message : String(error);
    const hints = wantsStack
      ? []
      : ["This is a bug: run it again with CHECKOUT_DEBUG=1 to see where it failed"];
    out.failure({ code: "error.internal", message: `Unexpected error: ${message}`, hints });
  }
  if (wantsStack && error instanceof Error) {
    for (const line of (error.stack ?? "").split("\n")) io.stderr.write(`${clean(line)}\n`);
  }
  return EXIT_CODES.failed;
}

/** Names the command that an unknown one stands for, instead of one that is spelled alike. */
function withMeant(message: string, code: string, meant: () => string | undefined): string {
  const command = code === "commander.unknownCommand" ? meant() : undefined;
  return command === undefined
    ? message
    : `${message.replace(/ \(Did you mean .*\)$/, "")} (Did you mean ${command}?)`;
}
