import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import {
  PROVIDER_KINDS,
  type ProviderAccount,
  type ProviderKind,
  type ProviderSecrets,
} from "../../domain/shop/provider.ts";
import { counted } from "../../domain/values/wording.ts";
import { MOST_AT_STAKE } from "../../service/shop/provider_ends.ts";
import { listJson } from "../../schema/list.ts";
import { PROVIDER_LIST } from "../../things/provider.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { example, MERCHANT, YES } from "../options/values.ts";
import { noteKey } from "../output/key_note.ts";
import { printList } from "../output/listed.ts";
import { lostJson, noteLost, noteUnderWay } from "../output/under_way.ts";

/** Adds `provider add | list | test | remove`. */
export function addProviderCommands(program: CommandUnknownOpts, context: Context): void {
  const provider = program.command("provider")
    .description("manage the providers that take a shop's payments")
    .addHelpText("after", example("provider list --merchant demo-store.example"));
  addAdd(provider, context);
  addList(provider, context);
  addTest(provider, context);
  addRemove(provider, context);
}

function addAdd(provider: CommandUnknownOpts, context: Context): void {
  provider.command("add").description("let a provider take a shop's payments")
    .argument("<kind>", `kind: ${PROVIDER_KINDS.join(", ")}`)
    .option(...MERCHANT)
    .option("--key <@file>", "file with the provider's secret key")
    .option("--hook-secret <@file>", "file with the secret that signs the provider's hooks")
    .option("--test", "for test keys of the shop, with a test key of the provider")
    .option("--replace", "the key is of the account in use, and takes its place")
    .addHelpText(
      "after",
      `
The provider takes the payments of new sessions of its mode, on the checkout page and by the API.
The key is tried first, with a call that changes nothing. It is stored sealed if the server has a
key for secrets (--secrets-key); the command says which of the two it is. A new key of the account
in use takes the place of the old one; --replace says so if the provider does not name its accounts.
--hook-secret alone gives the account in use a secret for its hooks.
The demo provider needs no key and moves no money: its page has a button for each thing that can
happen.

Example:
  checkoutctl provider add stripe --key @stripe.key --merchant demo-store.example`,
    )
    .action(async (text, { merchant, key, hookSecret, test = false, replace = false }) => {
      const kind = PROVIDER_KINDS.find((one) => one === text);
      if (kind === undefined) {
        throw new UsageError(`Unknown kind of provider: ${text}; use ${PROVIDER_KINDS.join(", ")}`);
      }
      if (kind === "demo" && !test) {
        throw new UsageError("The demo provider takes payments of test keys only: add --test");
      }
      const given = await secretsOf(kind, context, { key, hookSecret });
      const of = { kind, livemode: !test };
      const account = await context.useShop(
        merchant,
        (shop, { services: { providers } }) =>
          given.key === null
            ? providers.setHook(shop, { ...of, hookSecret: given.hookSecret }, context.by)
            : providers.add(
              shop,
              { ...of, ...(given.secrets && { secrets: given.secrets }), replaces: replace },
              context.by,
            ),
      );
      const mode = test ? "test" : "live";
      context.out.result(
        listJson(PROVIDER_LIST, account),
        `${kind} takes ${mode} payments${ownerText(account)}: ${account.id}`,
      );
      if (account.secret !== null) noteKey(context, account.secret);
    });
}

/** The given keys; none for the demo provider, and a hook secret alone for the account in use. */
type GivenKeys =
  | { readonly key: string; readonly secrets?: ProviderSecrets }
  | { readonly key: null; readonly hookSecret: string };

async function secretsOf(
  kind: ProviderKind,
  context: Context,
  { key, hookSecret }: {
    readonly key?: string | undefined;
    readonly hookSecret?: string | undefined;
  },
): Promise<GivenKeys> {
  if (kind === "demo") {
    if (key === undefined && hookSecret === undefined) return { key: "" };
    throw new UsageError("The demo provider has no key: leave out --key and --hook-secret");
  }
  const hook = hookSecret === undefined
    ? null
    : await textOfFile(context, hookSecret, "--hook-secret");
  if (key !== undefined) {
    const text = await textOfFile(context, key, "--key");
    return { key: text, secrets: { key: text, hookSecret: hook } };
  }
  if (hook !== null) return { key: null, hookSecret: hook };
  throw new UsageError(`${kind} needs its secret key: put it into a file, and add --key @FILE`);
}

/** A secret from a file: as an argument it would be in the shell's history and in lists of programs. */
async function textOfFile(context: Context, value: string, option: string): Promise<string> {
  if (!value.startsWith("@")) {
    throw new UsageError(`${option} takes a file and no text: ${option} @FILE`);
  }
  const text = (await context.readFile(value.slice(1), (read) => read)).trim();
  if (text === "" || /\s/.test(text)) {
    throw new UsageError(`The file of ${option} must have one key on one line: ${value.slice(1)}`);
  }
  return text;
}

function addList(provider: CommandUnknownOpts, context: Context): void {
  provider.command("list").description("list a shop's providers")
    .option(...MERCHANT)
    .addHelpText("after", example("provider list --merchant demo-store.example"))
    .action(async ({ merchant }) => {
      const found = await context.useShop(
        merchant,
        (shop, { services: { providers } }) => providers.list(shop),
      );
      printList(
        context,
        { rows: found },
        PROVIDER_LIST,
        "No providers: provider add demo --test adds one for tests",
      );
    });
}

function addTest(provider: CommandUnknownOpts, context: Context): void {
  provider.command("test").description("ask a provider whether it knows its key")
    .argument("<id>", "id, from provider list")
    .option(...MERCHANT)
    .addHelpText(
      "after",
      `
One call, which changes nothing there. It names the account and the mode of the key.

Example:
  checkoutctl provider test 01998f5e-0000-7000-8000-000000000001 --merchant demo-store.example`,
    )
    .action(async (id, { merchant }) => {
      const account = await context.useShop(
        merchant,
        (shop, { services: { providers } }) => providers.test(shop, id),
      );
      const mode = account.livemode ? "live" : "test";
      context.out.result(
        listJson(PROVIDER_LIST, account),
        `${account.kind} takes the key, for ${mode} payments${ownerText(account)}`,
      );
    });
}

function addRemove(provider: CommandUnknownOpts, context: Context): void {
  provider.command("remove").description("take a provider out of use")
    .argument("<id>", "id, from provider list")
    .option(...MERCHANT)
    .option("--now", "delete its key at once, after the pages under way there are ended")
    .option(...YES)
    .addHelpText(
      "after",
      `
It starts no more payments. Those under way are still looked at until they are final, and its key
is deleted 180 days later: money can be given back until then. With --now they are listed before it
asks, and their pages are ended at the provider; those that it does not end get no result.
It asks first; without a terminal add --yes.

Example:
  checkoutctl provider remove 01998f5e-0000-7000-8000-000000000001 --merchant demo-store.example --yes`,
    )
    .action(async (id, { merchant, now = false, yes }) => {
      const atStake = now
        ? await context.useShop(
          merchant,
          (shop, { services: { providers } }) => providers.atStake(shop, id, MOST_AT_STAKE),
        )
        : [];
      if (yes !== true) noteUnderWay(context, atStake);
      const question = now
        ? "Remove this provider with its key? Pages under way there are ended, if it answers."
        : "Remove this provider? It starts no more payments.";
      await context.confirm(question, yes);
      const { account, openPayments, lost } = await context.useShop(
        merchant,
        (shop, { services: { providers } }) =>
          providers.remove(shop, id, { isAtOnce: now, by: context.by }),
      );
      const payments = openPayments === 0
        ? ""
        : `; ${counted(openPayments, "payment")} under way there ` +
          (now ? "will get no result" : "will still be looked at");
      context.out.result(
        {
          ...listJson(PROVIDER_LIST, account),
          open_payments: openPayments,
          ...(now && { lost_payments: lost.map(lostJson) }),
        },
        `Removed ${account.kind}: ${account.id}${payments}`,
      );
      noteLost(context, lost);
    });
}

function ownerText({ account }: ProviderAccount): string {
  return account === null ? "" : ` of ${account}`;
}
