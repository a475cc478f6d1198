import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { got, invalid } from "../../domain/errors.ts";
import { otpCountriesOf } from "../../domain/session/otp_numbers.ts";
import type { Merchant, ShopRules } from "../../domain/shop/merchant.ts";
import { currencyOf, percentOf } from "../../domain/values/money.ts";
import { isRecord, parseJson } from "../../schema/json.ts";
import { momentText } from "../../schema/seed/fields.ts";
import { readMerchant, writeMerchant } from "../../schema/seed/merchant.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { MERCHANT_FLAGS, NEW_MERCHANT_FLAGS } from "../options/merchant_flags.ts";
import type { SeedFlags } from "../options/seed_flags.ts";
import { clean, counted, moment, money } from "../output/text.ts";

const FROM = "JSON file with one merchant as in a seed file; other options override it";

/** Adds `merchant create | list | show | update`. */
export function addMerchantCommands(program: CommandUnknownOpts, context: Context): void {
  const merchant = program.command("merchant").description("manage shops and their rules")
    .addHelpText("after", "\nExample:\n  checkoutctl merchant show demo-store.example");

  const create = merchant.command("create").description("create a shop")
    .option("--from <file>", FROM)
    .addHelpText(
      "after",
      `
Example:
  checkoutctl merchant create --name "Demo Store" --domain demo-store.example \\
    --country IN --currency INR --tax-rate 18 --shipping "IN=60,free-above=999"`,
    )
    .action(async ({ from }) => await createMerchant(context, create, from));
  NEW_MERCHANT_FLAGS.addTo(create);

  merchant.command("list").description("list all shops")
    .addHelpText("after", "\nExample:\n  checkoutctl merchant list --json")
    .action(async () => await listMerchants(context));

  merchant.command("show").description("show a shop with its rules")
    .argument("<merchant>", "id, or any of its domains")
    .addHelpText("after", "\nExample:\n  checkoutctl merchant show demo-store.example")
    .action(async (reference) => await showMerchant(context, reference));

  const update = merchant.command("update").description(
    "change a shop; options that are not given stay as they are",
  )
    .argument("<merchant>", "id, or any of its domains")
    .option("--from <file>", FROM)
    .addHelpText(
      "after",
      `
A repeated option replaces the whole list: give all domains, not only the new one.

Example:
  checkoutctl merchant update demo-store.example --cod-fee 40 --cod-min 200 --no-coin`,
    )
    .action(async (reference, { from }) =>
      await updateMerchant(context, update, { reference, from })
    );
  MERCHANT_FLAGS.addTo(update);
}

async function createMerchant(
  context: Context,
  command: CommandUnknownOpts,
  from: string | undefined,
): Promise<void> {
  const base = from === undefined ? {} : await readFields(context, from);
  const draft = readOverlaid(NEW_MERCHANT_FLAGS, command, { base, from });
  const merchant = await context.use(
    async ({ services }) => await services.merchants.create(draft),
    { creates: true },
  );
  context.out.result(
    merchantJson(merchant),
    () => context.out.line(`Created merchant ${clean(merchant.name)}: ${merchant.id}`),
  );
}

async function updateMerchant(
  context: Context,
  command: CommandUnknownOpts,
  { reference, from }: { readonly reference: string; readonly from: string | undefined },
): Promise<void> {
  if (from === undefined && !MERCHANT_FLAGS.anyGiven(command)) {
    throw new UsageError("Nothing to change: add at least one option");
  }
  const fields = from === undefined ? {} : await readFields(context, from);
  const merchant = await context.use(async ({ services: { merchants } }) => {
    const old = await merchants.find(reference);
    const base = { ...writeMerchant(old), ...fields };
    const draft = readOverlaid(MERCHANT_FLAGS, command, { base, from });
    if (draft.currencyCode !== old.currencyCode) {
      // Every stored price is in minor units of the old one and would silently change its worth.
      throw invalid(`currency_code cannot change from ${old.currencyCode}: ${draft.currencyCode}`);
    }
    return await merchants.update({ ...old, ...draft });
  });
  context.out.result(
    merchantJson(merchant),
    () => context.out.line(`Updated merchant ${clean(merchant.name)}: ${merchant.id}`),
  );
}

async function listMerchants(context: Context): Promise<void> {
  const merchants = await context.use(async ({ services }) => await services.merchants.list());
  context.out.result(merchants.map(merchantJson), () =>
    context.out.table(
      [
        { title: "ID" },
        { title: "NAME", canShrink: true },
        { title: "DOMAINS", canShrink: true, leastWidth: mainDomainWidth(merchants) },
        { title: "COUNTRY", isOptional: true },
        { title: "CURRENCY", isOptional: true },
        { title: "CART", isOptional: true },
      ],
      merchants.map((one) => [
        one.id,
        one.name,
        one.domains.join(", "),
        one.countryCode,
        one.currencyCode,
        one.cartFormat,
      ]),
      "No merchants yet",
    ));
}

/** What the first domain of every shop takes, with a mark behind it where there are more. */
function mainDomainWidth(merchants: readonly Merchant[]): number {
  const widths = merchants.map(({ domains: [first = "", ...more] }) =>
    first.length + (more.length > 0 ? ",…".length : 0)
  );
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

async function showMerchant(context: Context, reference: string): Promise<void> {
  const merchant = await context.use(async ({ services }) =>
    await services.merchants.find(reference)
  );
  context.out.result(merchantJson(merchant), () =>
    context.out.fields([
      ["ID", merchant.id],
      ["Name", merchant.name],
      ["Domains", merchant.domains.join(", ")],
      ["Country", merchant.countryCode],
      ["Currency", merchant.currencyCode],
      ["Cart format", merchant.cartFormat],
      ["Catalogue", merchant.catalogue],
      ["Redirect", merchant.redirectUrl || "-"],
      ...ruleFields(merchant),
      ["Created", moment(merchant.createdAt)],
      ["Updated", moment(merchant.updatedAt)],
    ]));
}

type Field = readonly [name: string, value: string];

/** A shop's rules for people, each with its name. */
export function ruleFields(
  shop: Pick<Merchant, "rules" | "currencyCode" | "countryCode" | "otpCountries">,
): Field[] {
  const { rules, currencyCode } = shop;
  const currency = currencyOf(currencyCode);
  const codeCountries = otpCountriesOf(shop);
  const { tax, shipping, cod, paymentOffers, coin } = rules;
  const amount = (minor: number) => money(minor, currency);
  const part = (discount: ShopRules["paymentOffers"][number]["discount"]) =>
    (discount.type === "PERCENTAGE" ? `${percentOf(discount.rate)} %` : amount(discount.amount)) +
    (discount.cap === null ? "" : `, at most ${amount(discount.cap)}`);
  const delivery = shipping.map((rule): Field => [
    "Delivery",
    `${rule.countries.join(", ")}${
      rule.postalPrefixes.length === 0 ? "" : ` (postal code ${rule.postalPrefixes.join(", ")})`
    }: ${amount(rule.price)}${
      rule.freeAbove === null ? "" : `, free from ${amount(rule.freeAbove)}`
    }`,
  ]);
  const cash = cod === null ? "none" : [
    `fee ${amount(cod.fee)}`,
    `carts from ${amount(cod.min)}${cod.max === null ? "" : ` to ${amount(cod.max)}`}`,
    cod.countries.length === 0 ? "everywhere" : cod.countries.join(", "),
    ...(cod.prepaid === null ? [] : [`${part(cod.prepaid)} paid ahead`]),
  ].join("; ");
  return [
    ["Tax", `${percentOf(tax.rate)} %, ${tax.included ? "included in prices" : "on top"}`],
    ...(delivery.length === 0 ? [["Delivery", "free everywhere"] as const] : delivery),
    ["Cash on delivery", cash],
    ...paymentOffers.map(({ method, discount }): Field => [
      "Payment offer",
      `${method}: ${part(discount)}`,
    ]),
    [
      "Coins",
      coin === null
        ? "none"
        : `${coin.name}: ${counted(coin.coinValue, "coin")} for ${
          amount(coin.baseCurrencyValue)
        }, ${percentOf(coin.earnRate)} % earned back`,
    ],
    [
      "One-time codes",
      codeCountries === null ? "to every country" : `to ${[...codeCountries].join(", ")}`,
    ],
  ];
}

/** Reads the fields of a merchant from a file; their values are read later, with the options. */
async function readFields(context: Context, path: string): Promise<Record<string, unknown>> {
  return await context.readFile(path, (text) => {
    const value = parseJson(text, "The file");
    if (isRecord(value)) return value;
    throw invalid(`The file must be an object, ${got(value)}`);
  });
}

function readOverlaid(
  flags: SeedFlags,
  command: CommandUnknownOpts,
  { base, from }: { readonly base: unknown; readonly from: string | undefined },
) {
  return flags.read(() => readMerchant(flags.overlay(base, command)), command, from);
}

/** A merchant for programs: the form of a seed file, with its id and moments. */
export function merchantJson(merchant: Merchant) {
  return {
    id: merchant.id,
    ...writeMerchant(merchant),
    created_at: momentText(merchant.createdAt),
    updated_at: momentText(merchant.updatedAt),
  };
}
