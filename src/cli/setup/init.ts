import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { baseUrl } from "../../command/values.ts";
import { readMerchant } from "../../schema/seed/merchant.ts";
import type { Context } from "../context.ts";
import { INIT_FLAGS } from "../options/merchant_flags.ts";
import { LIFETIME, YES } from "../options/values.ts";
import {
  byDefaults,
  DEFAULT_KEY_NAME,
  type InitOptions,
  knownDomains,
  missingFlags,
  readInitFlags,
  withoutDomains,
} from "./plan.ts";
import { completeByQuestions, takenDomain } from "./setup_questions.ts";
import { firstSignIn, linksOf } from "./setup_links.ts";
import { UsageError } from "../errors.ts";
import { clean } from "../output/text.ts";
import { reportSetup } from "./setup_report.ts";
import { ALLOW_INSECURE } from "../options/endpoint.ts";

const KEY = "First key:";
const WEBHOOK = "First webhook:";

/** Adds `init`. */
export function addInitCommand(program: CommandUnknownOpts, context: Context): void {
  const init = program.command("init").description("set up a shop with its first key and webhook")
    .addHelpText(
      "after",
      `
On a terminal it asks for missing options, shows a summary and asks for confirmation.
Without a terminal, add: --name, --domain, --country, --cod or --no-cod. With all of them it
asks nothing. The currency defaults to the country's. Nothing is written before the end.
It ends with three links: to sign in to the dashboard, as the person "owner" if no person exists
yet; to buy a sample in test mode, until the shop has a product; and to what comes next.

Example:
  checkoutctl init
  checkoutctl init --name "Hill House" --domain hill-house.example --country IN \\
    --cod --cod-fee 40`,
    );
  INIT_FLAGS.addTo(init);
  init
    .optionsGroup(KEY)
    .option("--key-name <name>", `purpose of the key (default: ${DEFAULT_KEY_NAME})`)
    .option("--key-expires <duration>", ...LIFETIME)
    .optionsGroup(WEBHOOK)
    .option("--webhook <url>", "https URL that receives all events")
    .option("--no-webhook", "no webhook (default)")
    .option(ALLOW_INSECURE, "allow http and private addresses, for tests")
    .optionsGroup("Options:")
    .option(
      "--url <url>",
      "address of the server, for the printed command (default: that of the running server)",
      baseUrl,
    )
    .option(...YES)
    .action(async (options) => await setUp(context, init, options));
}

async function setUp(
  context: Context,
  command: CommandUnknownOpts,
  options: InitOptions & { readonly url?: string | undefined; readonly yes?: true | undefined },
): Promise<void> {
  let plan = readInitFlags(command, options);
  const missing = missingFlags(plan);
  if (missing.length > 0 && !context.canAsk) {
    throw new UsageError(`Cannot ask without a terminal; add: ${missing.join(", ")}`);
  }
  await requireMeant(context, options.yes);
  // Before the first question, also to find out that the database can be used.
  const taken = await takenDomain(context, knownDomains(plan));
  if (taken !== undefined) {
    const failure = { code: "error.merchant-exists", message: taken.message, hints: taken.hints };
    if (missing.length === 0 || !context.canAsk) {
      context.out.failure(failure);
      return context.fail();
    }
    context.out.complaint(failure);
    plan = withoutDomains(plan);
  }
  const complete = missing.length > 0
    ? await completeByQuestions(context, plan, options.yes === true)
    : byDefaults(plan);
  const merchant = INIT_FLAGS.read(() => readMerchant(complete.shop), command, undefined);
  const { keyName: name, keyLifetimeMs, webhook: url, allowInsecure } = complete;
  const lifetimeMs = keyLifetimeMs === Infinity ? null : keyLifetimeMs;
  const key = { name, lifetimeMs, rateLimit: null };
  const webhook = url === null ? null : { url, events: [], allowInsecure };
  const { made, signIn } = await context.use(async ({ services }) => {
    const made = await services.setup.create({ merchant, key, webhook }, context.by);
    // For the sample: no money moves.
    await services.providers.add(made.merchant, { kind: "demo", livemode: false }, context.by);
    return { made, signIn: await firstSignIn(services.people, context.by) };
  }, { schema: "create" });
  const server = options.url === undefined
    ? context.io.server(context.database())
    : { url: options.url, isRunning: true, isUncertain: false, port: null };
  reportSetup(context, made, { server, links: linksOf(context.io.env, made.merchant, signIn) });
}

/**
 * Shows the database, and asks if a service on this machine has another one: the shop would be set up
 * where that service does not find it.
 */
async function requireMeant(context: Context, yes: true | undefined): Promise<void> {
  const { io, out } = context;
  const name = clean(context.databaseName());
  if (context.databaseSource() !== io.settings.file) out.note(`Database: ${name}`);
  const other = await io.otherServer(context.database());
  if (other === null || yes) return;
  const found = `A checkoutd answers on ${other}, and its database is not ${name}`;
  if (!context.canAsk) {
    throw new UsageError(`${found}: name its database with --db, or add --yes`);
  }
  await context.confirm(`${found}. Set up the shop in ${name} anyway?`, undefined);
}
