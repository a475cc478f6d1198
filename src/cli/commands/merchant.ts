import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { AppError, got, invalid } from "../../domain/errors.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import { isCodUnverified, UNVERIFIED_COD } from "../../domain/shop/phone_verification.ts";
import { SHOP_DATA, type ShopData } from "../../domain/shop/shop_data.ts";
import { isRecord } from "../../domain/values/json.ts";
import { parseJson } from "../../schema/json.ts";
import { momentText } from "../../schema/seed/fields.ts";
import {
  changeMerchant,
  readMerchant,
  withDelivery,
  writeMerchant,
} from "../../schema/seed/merchant.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { MERCHANT_FLAGS, NEW_MERCHANT_FLAGS } from "../options/merchant_flags.ts";
import { example, MERCHANT, YES } from "../options/values.ts";
import { shopFields } from "../output/shop.ts";
import { withProgress } from "../output/progress.ts";
import { clean } from "../output/text.ts";
import { lostJson, noteLost, noteUnderWay } from "../output/under_way.ts";
import { counted } from "../../domain/values/wording.ts";

const FROM = "JSON file with one merchant as in a seed file; other options override it";
const REFERENCE = ["<merchant>", "shop: its id or one of its domains"] as const;
const THE_SHOP = ["[merchant]", MERCHANT[1]] as const;

/** Adds `merchant create | list | show | update | delete`. */
export function addMerchantCommands(program: CommandUnknownOpts, context: Context): void {
  const merchant = program.command("merchant").description("manage shops and their rules")
    .addHelpText("after", example("merchant show demo-store.example"));
  addCreate(merchant, context);
  addList(merchant, context);
  addShow(merchant, context);
  addUpdate(merchant, context);
  addDelete(merchant, context);
}

function addCreate(merchant: CommandUnknownOpts, context: Context): void {
  const create = merchant.command("create").description("create a shop")
    .option("--from <file>", FROM)
    .addHelpText(
      "after",
      `
Example:
  checkoutctl merchant create --name "Demo Store" --domain demo-store.example \\
    --country IN --currency INR --tax-rate 18 --shipping "IN=60,free-above=999"`,
    )
    .action(async ({ from }) => {
      const base = from === undefined ? {} : await readFields(context, from);
      const flags = NEW_MERCHANT_FLAGS;
      const draft = flags.read(
        () => readMerchant(withDelivery(flags.overlay(base, create))),
        create,
        from,
      );
      const made = await context.use(({ services }) =>
        services.merchants.create(draft, context.by)
      );
      context.out.result(merchantJson(made), `Created merchant ${clean(made.name)}: ${made.id}`);
      noteVerification(context, made);
    });
  NEW_MERCHANT_FLAGS.addTo(create);
}

function addUpdate(merchant: CommandUnknownOpts, context: Context): void {
  const update = merchant.command("update").description(
    "change a shop; options left out stay unchanged",
  )
    .argument(...THE_SHOP)
    .option("--from <file>", FROM)
    .addHelpText(
      "after",
      `
A repeated option replaces the whole list: give all domains, not only the new one.

Example:
  checkoutctl merchant update demo-store.example --cod-fee 40 --cod-min 200 --no-coin`,
    )
    .action(async (reference, { from }) => {
      if (from === undefined && !MERCHANT_FLAGS.anyGiven(update)) {
        throw new UsageError("Nothing to change: add at least one option");
      }
      const fields = from === undefined ? {} : await readFields(context, from);
      let before: Merchant | undefined;
      const draftOf = (old: Merchant) => {
        before = old;
        const flags = MERCHANT_FLAGS;
        const change = (entry: object) => flags.overlay({ ...entry, ...fields }, update);
        return flags.read(() => changeMerchant(old, change), update, from);
      };
      const changed = await context.useShop(
        reference,
        ({ id }, { services }) => services.merchants.update(id, draftOf, context.by),
      );
      const updated = `Updated merchant ${clean(changed.name)}: ${changed.id}`;
      context.out.result(merchantJson(changed), updated);
      noteVerification(context, changed, isVerificationGiven(update, fields) ? undefined : before);
    });
  MERCHANT_FLAGS.addTo(update);
}

/** True if a command or its file says which orders need a verified phone. */
function isVerificationGiven(
  command: CommandUnknownOpts,
  fields: Record<string, unknown>,
): boolean {
  return fields["verify_phone"] !== undefined ||
    command.getOptionValueSource("verifyPhone") === "cli";
}

/**
 * Notes if orders by cart links need a verified phone from now on, or none though anyone can place
 * them.
 *
 * @param before of a change that did not say it
 */
function noteVerification(context: Context, shop: Merchant, before?: Merchant): void {
  if (isCodUnverified(shop)) {
    context.out.note(`warning: ${UNVERIFIED_COD}`);
  } else if (before !== undefined && before.rules.verifyPhone !== shop.rules.verifyPhone) {
    context.out.note(
      "Cash on delivery needs a verified phone from now on, as cart links are on; " +
        "--verify-phone never changes that",
    );
  }
}

function addList(merchant: CommandUnknownOpts, context: Context): void {
  merchant.command("list").description("list all shops")
    .addHelpText("after", example("merchant list --json"))
    .action(async () => {
      const merchants = await context.use(({ services }) => services.merchants.list());
      context.out.result(merchants.map(merchantJson), () =>
        context.out.table(merchants, [
          ["ID", ({ id }) => id, { isId: true }],
          ["NAME", ({ name }) => name, { canShrink: true }],
          ["DOMAINS", ({ domains }) => domains.join(", "), {
            canShrink: true,
            leastWidth: mainDomainWidth(merchants),
          }],
          ["COUNTRY", ({ countryCode }) => countryCode, { isOptional: true }],
          ["CURRENCY", ({ currencyCode }) => currencyCode, { isOptional: true }],
          ["CART", ({ cartFormat }) => cartFormat, { isOptional: true }],
        ], "No merchants yet"));
    });
}

/** Width of the longest first domain, with a mark for further ones. */
function mainDomainWidth(merchants: readonly Merchant[]): number {
  const widths = merchants.map(({ domains: [first = "", ...more] }) =>
    first.length + (more.length > 0 ? ",…".length : 0)
  );
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

function addShow(merchant: CommandUnknownOpts, context: Context): void {
  merchant.command("show").description("show a shop with its rules")
    .argument(...THE_SHOP)
    .addHelpText("after", example("merchant show demo-store.example"))
    .action(async (reference) => {
      const shop = await context.useShop(reference, (found) => Promise.resolve(found));
      context.out.result(merchantJson(shop), () => context.out.fields(shopFields(shop)));
    });
}

function addDelete(merchant: CommandUnknownOpts, context: Context): void {
  merchant.command("delete").description("delete a shop with its keys and endpoints")
    .argument(...REFERENCE)
    .option("--with-data", "also its sessions, orders, coupons, customers, products and payments")
    .option(...YES)
    .addHelpText(
      "after",
      `
This cannot be undone, so it asks first; without a terminal add --yes. Make a backup before. With
data it revokes the shop's keys first, ends the pages of payments under way at its providers, and
then deletes in small steps beside a running server; if it is interrupted, repeat it. It lists the
payments under way before it asks, and afterwards those whose page was not ended: their money may
still come, and nothing tells of it.

Example:
  checkoutctl merchant delete demo-store.example --with-data --yes`,
    )
    .action(async (reference, { withData = false, yes }) => {
      const look = await context.useShop(reference, async (shop, { services }) => ({
        shop,
        data: await services.removal.data(shop),
        atStake: await services.removal.atStake(shop),
      }));
      const { shop, data, atStake } = look;
      const contents = dataText(data);
      if (contents !== "" && !withData) {
        const message = `The shop has ${contents}: add --with-data to delete them too`;
        throw new AppError("error.conflict", message);
      }
      if (yes !== true) noteUnderWay(context, atStake);
      const name = `${clean(shop.name)} (${shop.domains.join(", ")})`;
      const things = contents === "" ? "" : ` with ${contents}`;
      await context.confirm(`Delete ${name}${things}? This cannot be undone.`, yes);
      const { had: deleted, lost } = await context.use(({ services }) =>
        withProgress(context.io, (onProgress) =>
          services.removal.remove(shop, {
            withData,
            onProgress: (left) => onProgress(`${dataText(left)} left`),
            by: context.by,
          }))
      );
      context.out.result(
        { id: shop.id, name: shop.name, deleted, lost_payments: lost.map(lostJson) },
        `Deleted merchant ${clean(shop.name)}${things}: ${shop.id}`,
      );
      noteLost(context, lost);
    });
}

/** What a shop has, `3 sessions, 1 coupon`; empty for nothing. */
function dataText(data: ShopData): string {
  return SHOP_DATA.filter((part) => data[part] > 0)
    .map((part) => counted(data[part], part.slice(0, -1))).join(", ");
}

/** Reads the fields of a merchant from a file; their values are checked with the options. */
async function readFields(context: Context, path: string): Promise<Record<string, unknown>> {
  return await context.readFile(path, (text) => {
    const value = parseJson(text, "The file");
    if (isRecord(value)) return value;
    throw invalid(`The file must be an object, ${got(value)}`);
  });
}

/** A merchant as JSON: the form of a seed file, its id and times. */
export function merchantJson(merchant: Merchant) {
  return {
    id: merchant.id,
    ...writeMerchant(merchant),
    created_at: momentText(merchant.createdAt),
    updated_at: momentText(merchant.updatedAt),
  };
}
