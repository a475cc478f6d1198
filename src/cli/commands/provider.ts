import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { PROVIDER_KINDS, type ProviderAccount } from "../../domain/shop/provider.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { example, MERCHANT, YES } from "../options/values.ts";
import { shortMoment } from "../output/text.ts";

/** Adds `provider add | list | remove`. */
export function addProviderCommands(program: CommandUnknownOpts, context: Context): void {
  const provider = program.command("provider")
    .description("manage the providers that take a shop's payments")
    .addHelpText("after", example("provider list --merchant demo-store.example"));
  addAdd(provider, context);
  addList(provider, context);
  addRemove(provider, context);
}

function addAdd(provider: CommandUnknownOpts, context: Context): void {
  provider.command("add").description("let a provider take a shop's payments")
    .argument("<kind>", `kind: ${PROVIDER_KINDS.join(", ")}`)
    .option(...MERCHANT)
    .option("--test", "for test keys (the demo provider takes no others)")
    .addHelpText(
      "after",
      `
The provider takes the payments of new sessions of its mode, on the checkout page and by the API.
The demo provider moves no money: its page has a button for each thing that can happen.

Example:
  checkoutctl provider add demo --merchant demo-store.example --test`,
    )
    .action(async (text, { merchant, test = false }) => {
      const kind = PROVIDER_KINDS.find((one) => one === text);
      if (kind === undefined) {
        throw new UsageError(`Unknown kind of provider: ${text}; use ${PROVIDER_KINDS.join(", ")}`);
      }
      if (!test) {
        throw new UsageError("The demo provider takes payments of test keys only: add --test");
      }
      const account = await context.useShop(
        merchant,
        (shop, { services: { providers } }) =>
          providers.add(shop, { kind, livemode: !test }, context.by),
      );
      context.out.result(accountJson(account), `Added ${kind} for test payments: ${account.id}`);
    });
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
      context.out.result(found.map(accountJson), () =>
        context.out.table(found, [
          ["ID", ({ id }) => id, { isId: true }],
          ["KIND", ({ kind }) => kind],
          ["MODE", ({ livemode }) => livemode ? "live" : "test"],
          ["STATE", ({ removedAt }) => removedAt === null ? "in use" : "removed"],
          ["ADDED", ({ createdAt }) => shortMoment(createdAt), { isOptional: true }],
        ], "No providers: provider add demo --test adds one for tests"));
    });
}

function addRemove(provider: CommandUnknownOpts, context: Context): void {
  provider.command("remove").description("take a provider out of use")
    .argument("<id>", "id, from provider list")
    .option(...MERCHANT)
    .option(...YES)
    .addHelpText(
      "after",
      `
It starts no more payments. Those under way are still looked at until they are final.

Example:
  checkoutctl provider remove 01998f5e-0000-7000-8000-000000000001 --merchant demo-store.example --yes`,
    )
    .action(async (id, { merchant, yes }) => {
      await context.confirm("Remove this provider? It starts no more payments.", yes);
      const account = await context.useShop(
        merchant,
        (shop, { services: { providers } }) => providers.remove(shop, id, context.by),
      );
      context.out.result(accountJson(account), `Removed ${account.kind}: ${account.id}`);
    });
}

function accountJson(account: ProviderAccount) {
  return {
    provider_id: account.id,
    merchant_id: account.merchantId,
    kind: account.kind,
    livemode: account.livemode,
    created_at: momentText(account.createdAt),
    removed_at: account.removedAt === null ? null : momentText(account.removedAt),
  };
}
