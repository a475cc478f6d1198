import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { got } from "../../domain/errors.ts";
import { type ApiKey, isUsable } from "../../domain/shop/api_key.ts";
import { isVisible } from "../../domain/values/text.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { DEFAULT_KEY_LIFETIME, lifetime, wholeNumber } from "../options/values.ts";
import type { TableCell } from "../output/table.ts";
import { ago, clean, lengthText, moment, shortMoment } from "../output/text.ts";

/** Most requests per minute that a key can be given. */
const MAX_RATE_LIMIT = 1_000_000;
const MAX_NAME = 100;
/** A key that expires sooner stands out in lists: there is time left to replace it. */
const SOON_MS = 14 * 24 * 60 * 60 * 1000;

/** Adds `key create | list | revoke`. */
export function addKeyCommands(program: CommandUnknownOpts, context: Context): void {
  const key = program.command("key").description("manage API keys of a shop's backend")
    .addHelpText("after", "\nExample:\n  checkoutctl key list --merchant demo-store.example");

  key.command("create").description("create a key and print its secret, once")
    .requiredOption("--merchant <merchant>", "id, or any of its domains")
    .requiredOption("--name <name>", "purpose of the key")
    .option(
      "--expires <duration>",
      `lifetime, such as 12h, 90d or 4w, or never (default: ${DEFAULT_KEY_LIFETIME})`,
      lifetime,
    )
    .option(
      "--rate-limit <n>",
      "requests per minute (default: the server's limit)",
      wholeNumber(1, MAX_RATE_LIMIT),
    )
    .addHelpText(
      "after",
      `
Example:
  checkoutctl key create --merchant demo-store.example --name backend --expires 90d`,
    )
    .action(async (options) => await createKey(context, options));

  key.command("list").description("list a shop's keys; secrets are not stored")
    .requiredOption("--merchant <merchant>", "id, or any of its domains")
    .addHelpText(
      "after",
      `
The state shows when a key expires within two weeks. With --json the last use is
a time, or null if the key was never used.

Example:
  checkoutctl key list --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => await listKeys(context, merchant));

  key.command("revoke").description("revoke a key: the next request with it is refused")
    .argument("<key-id>", "key id, from key list")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl key revoke 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (id, { yes }) => await revokeKey(context, { id, yes }));
}

interface NewKey {
  readonly merchant: string;
  readonly name: string;
  /** Milliseconds; Infinity for never; undefined for the default. */
  readonly expires?: number | undefined;
  readonly rateLimit?: number | undefined;
}

async function createKey(context: Context, options: NewKey): Promise<void> {
  const name = readKeyName(options.name, "--name");
  const { key, secret } = await context.use(async ({ services }) => {
    const { id: merchantId } = await services.merchants.find(options.merchant);
    const { expires = lifetime(DEFAULT_KEY_LIFETIME) } = options;
    const lifetimeMs = expires === Infinity ? null : expires;
    const rateLimit = options.rateLimit ?? null;
    return await services.keys.create({ merchantId, name, lifetimeMs, rateLimit });
  });
  const { out } = context;
  const { id, ...rest } = keyJson(key);
  out.result({ id, secret, ...rest }, () => {
    out.fields([
      ["ID", key.id],
      ["Name", key.name],
      ["Expires", key.expiresAt === null ? "never" : moment(key.expiresAt)],
      ["Secret", secret],
    ]);
    out.line();
    out.line("Keep the secret now: it is shown only once and not stored.");
  });
}

/**
 * Reads the name of a key, without the spaces around it.
 *
 * @param what the message begins with
 * @throws {UsageError}
 */
export function readKeyName(text: string, what: string): string {
  const name = text.trim();
  if (isVisible(name) && name.length <= MAX_NAME) return name;
  throw new UsageError(
    `${what} must have 1 to ${MAX_NAME} characters, at least one of them visible, ${got(text)}`,
  );
}

async function listKeys(context: Context, reference: string): Promise<void> {
  const keys = await context.use(async ({ services }) => {
    const { id } = await services.merchants.find(reference);
    return await services.keys.list(id);
  });
  const now = context.io.now();
  context.out.result(keys.map(keyJson), () =>
    context.out.table(
      [
        { title: "ID" },
        { title: "NAME", canShrink: true },
        { title: "STATE" },
        { title: "LAST USED", isOptional: true },
        { title: "LIMIT", align: "right", isOptional: true },
        { title: "EXPIRES", isOptional: true },
        { title: "PREFIX", isOptional: true },
        { title: "CREATED", isOptional: true },
        { title: "REVOKED", isOptional: true },
      ],
      keys.map((key) => [
        key.id,
        key.name,
        stateCell(key, now),
        ago(key.lastUsedAt, now),
        key.rateLimit === null ? "default" : `${key.rateLimit}/min`,
        shortMoment(key.expiresAt),
        `${key.prefix}...`,
        shortMoment(key.createdAt),
        shortMoment(key.revokedAt),
      ]),
      "No keys yet",
    ));
}

/** Whether a key can be used and, where that is soon over, for how long. */
function stateCell(key: ApiKey, now: number): TableCell {
  if (key.revokedAt !== null) return { text: "revoked", style: "dim" };
  if (!isUsable(key, now)) return { text: "expired", style: "red" };
  const leftMs = key.expiresAt === null ? Infinity : key.expiresAt - now;
  if (leftMs >= SOON_MS) return "active";
  return { text: `ends in ${lengthText(leftMs)}`, style: "yellow" };
}

async function revokeKey(
  context: Context,
  { id, yes }: { readonly id: string; readonly yes: true | undefined },
): Promise<void> {
  await context.confirm(`Revoke key ${clean(id)}? Clients that use it are refused at once.`, yes);
  const key = await context.use(async ({ services }) => await services.keys.revoke(id));
  context.out.result(
    keyJson(key),
    () => context.out.line(`Revoked key ${clean(key.name)}: ${key.id}`),
  );
}

/** A key for programs, without its hash: whoever reads this has no use for it. */
export function keyJson(key: ApiKey) {
  return {
    id: key.id,
    merchant_id: key.merchantId,
    name: key.name,
    prefix: key.prefix,
    rate_limit: key.rateLimit,
    created_at: momentText(key.createdAt),
    last_used_at: momentText(key.lastUsedAt),
    expires_at: momentText(key.expiresAt),
    revoked_at: momentText(key.revokedAt),
  };
}
