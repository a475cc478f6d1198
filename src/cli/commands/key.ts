import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { wholeNumber } from "../../command/values.ts";
import { got } from "../../domain/errors.ts";
import { type ApiKey, isUsable } from "../../domain/shop/api_key.ts";
import { isVisible } from "../../domain/values/text.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import {
  DEFAULT_KEY_LIFETIME,
  example,
  LIFETIME,
  lifetime,
  MERCHANT,
  YES,
} from "../options/values.ts";
import type { TableCell } from "../output/table.ts";
import { ago, clean, lengthText, moment, shortMoment } from "../output/text.ts";

/** Highest rate limit of a key. */
const MAX_RATE_LIMIT = 1_000_000;
const MAX_NAME = 100;
/** Lists highlight a key that expires within this time. */
const SOON_MS = 14 * 24 * 60 * 60 * 1000;

/** Adds `key create | list | revoke`. */
export function addKeyCommands(program: CommandUnknownOpts, context: Context): void {
  const key = program.command("key").description("manage API keys of a shop's backend")
    .addHelpText("after", example("key list --merchant demo-store.example"));
  addCreate(key, context);
  addList(key, context);
  addRevoke(key, context);
}

function addCreate(key: CommandUnknownOpts, context: Context): void {
  key.command("create").description("create a key and print its secret, once")
    .option(...MERCHANT)
    .requiredOption("--name <name>", "purpose of the key")
    .option("--expires <duration>", ...LIFETIME)
    .option(
      "--rate-limit <n>",
      "requests per minute (default: the server's limit)",
      wholeNumber(1, MAX_RATE_LIMIT),
    )
    .addHelpText(
      "after",
      example("key create --merchant demo-store.example --name backend --expires 90d"),
    )
    .action(async ({ merchant, expires = lifetime(DEFAULT_KEY_LIFETIME), ...options }) => {
      const name = readKeyName(options.name, "--name");
      const lifetimeMs = expires === Infinity ? null : expires;
      const rateLimit = options.rateLimit ?? null;
      const { key, secret } = await context.useShop(
        merchant,
        ({ id: merchantId }, { services }) =>
          services.keys.create({ merchantId, name, lifetimeMs, rateLimit }, context.by),
      );
      const { out } = context;
      out.result(keyJson(key, { secret }), () => {
        out.fields([
          ["ID", key.id],
          ["Name", key.name],
          ["Expires", key.expiresAt === null ? "never" : moment(key.expiresAt)],
          ["Secret", secret],
        ]);
        out.line();
        out.line("Keep the secret now: it is shown only once and not stored.");
      });
    });
}

/**
 * Reads the name of a key, without the spaces around it.
 *
 * @param what subject of the error message
 * @throws {UsageError}
 */
export function readKeyName(text: string, what: string): string {
  const name = text.trim();
  if (isVisible(name) && name.length <= MAX_NAME) return name;
  throw new UsageError(
    `${what} must have 1 to ${MAX_NAME} characters, at least one of them visible, ${got(text)}`,
  );
}

function addList(key: CommandUnknownOpts, context: Context): void {
  key.command("list").description("list a shop's keys; secrets are not stored")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
The state shows when a key expires within two weeks. With --json the last use is
a time, or null if the key was never used.

Example:
  checkoutctl key list --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => {
      const keys = await context.useShop(
        merchant,
        ({ id }, { services }) => services.keys.list(id),
      );
      const now = context.io.now();
      context.out.result(keys.map((key) => keyJson(key)), () =>
        context.out.table(keys, [
          ["ID", ({ id }) => id],
          ["NAME", ({ name }) => name, { canShrink: true }],
          ["STATE", (key) => stateCell(key, now)],
          ["LAST USED", ({ lastUsedAt }) => ago(lastUsedAt, now), { isOptional: true }],
          ["LIMIT", limitText, { align: "right", isOptional: true }],
          ["EXPIRES", ({ expiresAt }) => shortMoment(expiresAt), { isOptional: true }],
          ["PREFIX", ({ prefix }) => `${prefix}...`, { isOptional: true }],
          ["CREATED", ({ createdAt }) => shortMoment(createdAt), { isOptional: true }],
          ["REVOKED", ({ revokedAt }) => shortMoment(revokedAt), { isOptional: true }],
        ], "No keys yet"));
    });
}

function limitText({ rateLimit }: ApiKey): string {
  return rateLimit === null ? "default" : `${rateLimit}/min`;
}

/** State of a key; of one that expires soon, how soon. */
function stateCell(key: ApiKey, now: number): TableCell {
  if (key.revokedAt !== null) return { text: "revoked", style: "dim" };
  if (!isUsable(key, now)) return { text: "expired", style: "red" };
  const leftMs = key.expiresAt === null ? Infinity : key.expiresAt - now;
  if (leftMs >= SOON_MS) return "active";
  return { text: `ends in ${lengthText(leftMs)}`, style: "yellow" };
}

function addRevoke(key: CommandUnknownOpts, context: Context): void {
  key.command("revoke").description("revoke a key: the next request with it is refused")
    .argument("<key-id>", "key id, from key list")
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl key revoke 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (id, { yes }) => {
      const question = `Revoke key ${clean(id)}? Clients that use it are refused at once.`;
      await context.confirm(question, yes);
      const key = await context.use(({ services }) => services.keys.revoke(id, context.by));
      context.out.result(keyJson(key), `Revoked key ${clean(key.name)}: ${key.id}`);
    });
}

/** A key as JSON, without its hash; a new one is shown with its secret. */
export function keyJson(key: ApiKey, shown: { readonly secret?: string } = {}) {
  return {
    id: key.id,
    ...shown,
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
