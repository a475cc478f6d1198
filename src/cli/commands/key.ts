import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { wholeNumber } from "../../command/values.ts";
import {
  DEFAULT_SCOPES,
  MAX_KEY_RATE_LIMIT,
  type Scope,
  SCOPES,
} from "../../domain/shop/api_key.ts";
import { readAddressRanges } from "../../service/shop/address_ranges.ts";
import { keyList } from "../../things/key.ts";
import type { Context } from "../context.ts";
import { readKeyName } from "./key_name.ts";
import { addKeyUpdate } from "./key_update.ts";
import {
  DEFAULT_KEY_LIFETIME,
  DEFAULT_OVERLAP_MS,
  example,
  KEY,
  LIFETIME,
  lifetime,
  MERCHANT,
  oneOf,
  overlapOption,
  YES,
} from "../options/values.ts";
import { keyJson, showNewKey } from "../output/key.ts";
import { printList } from "../output/listed.ts";
import { clean } from "../output/text.ts";

/** Adds `key create | list | update | rotate | revoke`. */
export function addKeyCommands(program: CommandUnknownOpts, context: Context): void {
  const key = program.command("key").description("manage API keys of a shop's backend")
    .addHelpText("after", example("key list --merchant demo-store.example"));
  addCreate(key, context);
  addList(key, context);
  addKeyUpdate(key, context);
  addRotate(key, context);
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
      wholeNumber(1, MAX_KEY_RATE_LIMIT),
    )
    .option(
      "--scopes <scopes>",
      `permissions of the key, separated by commas: ${SCOPES.join(", ")} (default: ${
        [...DEFAULT_SCOPES].join(", ")
      })`,
      scopesOf,
    )
    .option(
      "--from <ranges>",
      "addresses that may use it, separated by commas: 203.0.113.7, 2001:db8::/32 (default: everywhere)",
    )
    .option("--test", "for test data only, which touches nothing of the shop")
    .addHelpText(
      "after",
      example("key create --merchant demo-store.example --name backend --expires 90d"),
    )
    .action(async ({ merchant, expires = lifetime(DEFAULT_KEY_LIFETIME), ...options }) => {
      const name = readKeyName(options.name, "--name");
      const lifetimeMs = expires === Infinity ? null : expires;
      const rateLimit = options.rateLimit ?? null;
      const allowedFrom = readAddressRanges(options.from ?? "", "from");
      const made = await context.useShop(
        merchant,
        ({ id: merchantId }, { services }) =>
          services.keys.create({
            merchantId,
            name,
            lifetimeMs,
            rateLimit,
            allowedFrom,
            livemode: options.test !== true,
            ...(options.scopes !== undefined && { scopes: new Set(options.scopes) }),
          }, context.by),
      );
      showNewKey(context.out, made);
    });
}

/** Reads scopes, separated by commas; a repeated option adds to them. */
function scopesOf(text: string, earlier: readonly Scope[] = []): readonly Scope[] {
  const named = text.split(",").map(oneOf(SCOPES));
  return SCOPES.filter((scope) => named.includes(scope) || earlier.includes(scope));
}

function addList(key: CommandUnknownOpts, context: Context): void {
  key.command("list").description("list a shop's keys; secrets are not stored")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
A key that "ends soon" expires within two weeks, and a rotated one works until it
expires. With --json the last use is a time, or null if the key was never used.

Example:
  checkoutctl key list --merchant demo-store.example`,
    )
    .action(async ({ merchant }) => {
      const rows = await context.useShop(
        merchant,
        ({ id }, { services }) => services.keys.list(id),
      );
      const hasTests = rows.some(({ livemode }) => !livemode);
      printList(context, { rows }, keyList(context.io.now(), hasTests), "No keys yet");
    });
}

function addRotate(key: CommandUnknownOpts, context: Context): void {
  key.command("rotate").description("replace a key by a new one; the old one ends by itself")
    .argument(...KEY)
    .option(...overlapOption("how long the old key still works"))
    .option(
      "--expires <duration>",
      "lifetime of the new key, or never (default: that of the old one)",
      lifetime,
    )
    .option(...YES)
    .addHelpText(
      "after",
      `
The new key has the name, scopes, addresses and rate limit of the old one; its secret is
shown once. Give it to the clients before the overlap is over. Without an overlap
it asks first, as clients are refused at once; without a terminal add --yes.

Example:
  checkoutctl key rotate 01998f5e-0000-7000-8000-000000000001 --overlap 24h`,
    )
    .action(async (id, { overlap: overlapMs = DEFAULT_OVERLAP_MS, expires, yes }) => {
      const rotated = await context.useThing("key", id, async (id, { services }) => {
        if (overlapMs === 0) {
          const question = `Replace key ${clean(id)}? Clients that use it are refused at once.`;
          await context.confirm(question, yes);
        }
        return await services.keys.rotate(id, {
          overlapMs,
          ...(expires !== undefined && { lifetimeMs: expires === Infinity ? null : expires }),
        }, context.by);
      });
      showNewKey(context.out, rotated);
    });
}

function addRevoke(key: CommandUnknownOpts, context: Context): void {
  key.command("revoke").description("revoke a key: the next request with it is refused")
    .argument(...KEY)
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes.

Example:
  checkoutctl key revoke 01998f5e-0000-7000-8000-000000000001 --yes`,
    )
    .action(async (id, { yes }) => {
      const key = await context.useThing("key", id, async (id, { services }) => {
        const question = `Revoke key ${clean(id)}? Clients that use it are refused at once.`;
        await context.confirm(question, yes);
        return await services.keys.revoke(id, context.by);
      });
      context.out.result(keyJson(key), `Revoked key ${clean(key.name)}: ${key.id}`);
    });
}
