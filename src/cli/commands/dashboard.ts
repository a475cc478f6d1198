import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import {
  DASHBOARD_HOST,
  DASHBOARD_PORT,
  DASHBOARD_URL,
  type DashboardOptions,
  dashboardOrigin,
  isThisMachine,
} from "../../command/dashboard_options.ts";
import { baseUrl, fileName, trueOrFalse, wholeNumber } from "../../command/values.ts";
import { AppError } from "../../domain/errors.ts";
import { momentText } from "../../schema/seed/fields.ts";
import { type OperatorMailOptions, operatorSender } from "../../service/people/mail_routes.ts";
import { signInUrl } from "../../service/people/people.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { clean } from "../output/text.ts";
import { ALLOW_INSECURE } from "../options/endpoint.ts";
import { serverTimesOf } from "../options/server_times.ts";
import { addFactorCommands } from "./dashboard_factor.ts";
import { addUserCommands } from "./dashboard_user.ts";

/** Adds `dashboard`, and its commands `user`, `factor` and `link`. */
export function addDashboardCommands(program: CommandUnknownOpts, context: Context): void {
  const dashboard = addServe(program, context);
  for (const add of [addUserCommands, addFactorCommands]) {
    add(dashboard, context).hook("preAction", () => refuseOptions(dashboard, []));
  }
  addLink(dashboard, context);
}

/** The option for the public URL; the variable is for both commands that need it. */
const URL_OPTION = ["--url <url>", "public URL of the dashboard", originOf("--url")] as const;

/** Options of the address, which `dashboard` and `dashboard link` share. */
const HOST = ["--host <address>", "address to listen on"] as const;
const PORT = ["--port <number>", "port to listen on", wholeNumber(0, 65_535)] as const;

function originOf(flag: string): (text: string) => string {
  return (text) => dashboardOrigin(flag, text);
}

function publicUrl({ io }: Context, url: string | undefined): string | undefined {
  const fromEnv = io.env("CHECKOUT_DASHBOARD_URL");
  return url ?? (fromEnv ? originOf("CHECKOUT_DASHBOARD_URL")(fromEnv) : undefined);
}

/** The server's rule, from the variable that both read. */
function insecureOf({ io }: Context): boolean {
  const text = io.env("CHECKOUT_ALLOW_INSECURE_WEBHOOKS");
  return text ? trueOrFalse(text) : false;
}

/** The server's address of the checkout pages, from the variable that both read. */
function checkoutUrlOf({ io }: Context): string | undefined {
  const text = io.env("CHECKOUT_CHECKOUT_URL");
  if (!text) return undefined;
  try {
    return baseUrl(text);
  } catch (error) {
    throw new UsageError(`CHECKOUT_CHECKOUT_URL is invalid: ${text}`, { cause: error });
  }
}

/** The operator's mail server: of the options, else of the variables that the server reads too. */
function mailOf(
  { io }: Context,
  { mail, mailFrom }: OperatorMailOptions,
): DashboardOptions["mail"] {
  const given = {
    mail: mail ?? io.env("CHECKOUT_MAIL"),
    mailFrom: mailFrom ?? io.env("CHECKOUT_MAIL_FROM"),
  };
  try {
    return operatorSender(given, mail !== undefined);
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function addServe(program: CommandUnknownOpts, context: Context): CommandUnknownOpts {
  return program.command("dashboard")
    .description("serve the dashboard for shops and their staff")
    .option(...HOST, DASHBOARD_HOST)
    .option(...PORT, DASHBOARD_PORT)
    .option("--tls-cert <file>", "certificate with its chain (PEM), to serve HTTPS", fileName)
    .option("--tls-key <file>", "private key of the certificate (PEM)", fileName)
    .option("--behind-proxy", "a proxy in front speaks HTTPS and sets X-Forwarded-For")
    .option(...URL_OPTION)
    .option(
      "--mail <url>",
      "mail server for people of the dashboard; a URL with a password is for CHECKOUT_MAIL",
    )
    .option("--mail-from <address>", "address of the sender of these mails")
    .option(
      `${ALLOW_INSECURE} [true|false]`,
      "send test events to http and private addresses of endpoints added with this flag",
      trueOrFalse,
    )
    .addHelpText(
      "after",
      `
A process of its own beside the server, on the same database. It logs to stderr and ends on
Ctrl-C. Without TLS or a proxy it serves this machine only. --url is needed where browsers use
another name than --host; CHECKOUT_DASHBOARD_URL sets it too. The first person signs in with:
  checkoutctl dashboard user add anna --role owner --all-merchants
  checkoutctl dashboard link --user anna

Example:
  checkoutctl dashboard --port 8081`,
    )
    .action(
      async ({ behindProxy = false, allowInsecureWebhooks: flag, mail, mailFrom, ...given }) => {
        const allowInsecureWebhooks = flag === undefined ? insecureOf(context) : flag === true;
        const url = publicUrl(context, given.url);
        const { io, out } = context;
        const times = serverTimesOf(io.env);
        const secretsKey = context.secretsKey();
        const checkoutUrl = checkoutUrlOf(context);
        const backups = io.env("CHECKOUT_BACKUP_TO") || undefined;
        const options = {
          ...given,
          mail: mailOf(context, { mail, mailFrom }),
          behindProxy,
          url,
          allowInsecureWebhooks,
          checkoutUrl,
          backups,
          times,
          secretsKey,
        };
        requireSafe(options);
        const code = await io.dashboard(context.database(), options, (url) => {
          out.result({ url }, `Dashboard on ${url}; Ctrl-C ends it`);
        });
        if (code !== 0) context.fail();
      },
    );
}

/** Refuses to send passwords and cookies over a network without TLS. */
function requireSafe({ host, tlsCert, tlsKey, behindProxy, url }: DashboardOptions): void {
  if (tlsCert !== undefined && tlsKey === undefined) {
    throw new UsageError(`--tls-cert needs --tls-key: ${tlsCert}`);
  }
  if (tlsKey !== undefined && tlsCert === undefined) {
    throw new UsageError(`--tls-key needs --tls-cert: ${tlsKey}`);
  }
  const hasTls = tlsCert !== undefined;
  if (!hasTls && !behindProxy && !isThisMachine(host)) {
    throw new UsageError(
      `--host needs --tls-cert and --tls-key, or --behind-proxy, to protect passwords: ${host}`,
    );
  }
  if (url === undefined) return;
  const isHttps = url.startsWith("https:");
  if (isHttps && !hasTls && !behindProxy) {
    throw new UsageError(
      `--url with https needs --tls-cert and --tls-key, or --behind-proxy: ${url}`,
    );
  }
  if (!isHttps && (hasTls || behindProxy || !isThisMachine(new URL(url).hostname))) {
    throw new UsageError(`--url must begin with https: ${url}`);
  }
}

/**
 * Refuses options of `dashboard` in a command below it, which Commander gives to `dashboard`: the
 * command would ignore them.
 */
function refuseOptions(dashboard: CommandUnknownOpts, taken: readonly string[]): void {
  for (const option of dashboard.options) {
    const name = option.attributeName();
    if (taken.includes(name) || dashboard.getOptionValueSource(name) !== "cli") continue;
    throw new UsageError(`${option.long} is an option of dashboard alone`);
  }
}

/** Address of the dashboard that a link leads to: of the options, the variable, or the default. */
function linkBase(
  dashboard: CommandUnknownOpts,
  { url, host = DASHBOARD_HOST, port }: Partial<Pick<DashboardOptions, "url" | "host" | "port">>,
  context: Context,
): string {
  const isGiven = (name: string) => dashboard.getOptionValueSource(name) === "cli";
  const hasPlace = isGiven("host") || isGiven("port");
  if (!hasPlace) return publicUrl(context, url) ?? DASHBOARD_URL;
  if (isGiven("url")) throw new UsageError("--url excludes --host and --port");
  if (port === 0) throw new UsageError("--port must be the one that the dashboard listens on: 0");
  if (!isThisMachine(host)) {
    throw new UsageError(`--host must be of this machine; name others with --url: ${host}`);
  }
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
}

function addLink(dashboard: CommandUnknownOpts, context: Context): void {
  dashboard.command("link")
    .description("print a link with which a person chooses a password and signs in")
    .requiredOption("--user <login>", "login of the person")
    .option(...URL_OPTION)
    .option(...HOST)
    .option(...PORT)
    .addHelpText(
      "after",
      `
The link works once, for 15 minutes, and ends an earlier one. Anyone who has it can act as this
person until then, so send it privately. It replaces a forgotten password too. Name the address of the
dashboard as for the command dashboard: --url, or --host and --port.

Example:
  checkoutctl dashboard link --user anna`,
    )
    .action(async ({ user }, command) => {
      refuseOptions(dashboard, ["url", "host", "port"]);
      // Commander gives the options of the same names to `dashboard`.
      const base = linkBase(dashboard, command.optsWithGlobals(), context);
      const { person, token, expiresAt } = await context.use(async ({ services: { people } }) =>
        await people.makeLink(await people.byLogin(user), context.by)
      );
      const link = signInUrl(base, { token });
      const { out } = context;
      out.result({ login: person.login, url: link, expires_at: momentText(expiresAt) }, () => {
        out.line(link);
        out.note(`For ${clean(person.name)}, once, within 15 minutes. ${notServed(context)}`);
      });
    });
}

/** The link leads nowhere while the dashboard does not run. */
function notServed({ call }: Context): string {
  return `The dashboard must run: ${call} dashboard`;
}
