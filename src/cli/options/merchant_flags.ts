import { InvalidArgumentError } from "@commander-js/extra-typings";
import { PAYMENT_METHODS } from "../../domain/shop/merchant.ts";
import type { ShopSetting } from "../../things/setting.ts";
import { ALL_SETTINGS, settingsOf } from "../../things/settings/pages.ts";
import { readPart } from "../../schema/seed/setting_text.ts";
import { type SeedFlag, SeedFlags, seedFlags } from "./seed_flags.ts";
import { durationOf, exactInteger, flagName, oneOf, percentage } from "./values.ts";

const ALL = ALL_SETTINGS.flatMap(({ forms }) =>
  forms.flatMap(({ title, settings }) => settings.flatMap((one) => flagsOf(one, `${title}:`)))
);
const FIXED: ReadonlySet<string> = new Set(
  settingsOf(ALL_SETTINGS).flatMap(({ field, isFixed }) => isFixed ? [field] : []),
);

/** The fields that a guided set-up asks for; the others keep their defaults. */
const INIT_FIELDS: ReadonlySet<string> = new Set([
  ...["name", "domains", "country_code", "currency_code", "cart_format", "time_zone"],
  ...["tax.rate", "tax.included", "cod", "cod.fee", "cod.min", "cod.max"],
]);

/** The options that answer the questions of a guided set-up. */
export const INIT_FLAGS = new SeedFlags(
  ALL.filter(({ field }) => INIT_FIELDS.has(field)).flatMap((flag) =>
    flag.field === "cod"
      ? [
        ...seedFlags(
          [["--cod", "cod", "cash on delivery, free and everywhere", { value: {} }]],
          flag.group,
        ),
        flag,
      ]
      : [flag]
  ),
);

/** The options that describe a new merchant. */
export const NEW_MERCHANT_FLAGS = new SeedFlags(ALL);

/** The options that change a merchant; its currency cannot change, as prices are stored in it. */
export const MERCHANT_FLAGS = new SeedFlags(ALL.filter(({ field }) => !FIXED.has(field)));

/** The options of a setting. */
function flagsOf(setting: ShopSetting, group: string): SeedFlag[] {
  const { field, kind } = setting;
  const read = readerOf(setting);
  const repeats = ["lines", "rows", "order"].includes(kind);
  return setting.options.map(([flags, help, value]) => ({
    flags,
    field,
    help,
    group,
    ...flags.includes("<")
      ? { repeats, ...read !== undefined && { read } }
      : value !== undefined && { value },
  }));
}

/** Reads the text of an option; undefined for a text as it is. */
function readerOf(setting: ShopSetting): SeedFlag["read"] {
  switch (setting.kind) {
    case "choice":
    case "order":
      return oneOf(setting.values.map(([value]) => value));
    case "percent":
      return percentage;
    case "count":
      return setting.unitMs === undefined ? exactInteger : durationOf(setting.unitMs);
    case "part":
      return readPart;
    case "rows":
      return setting.field === "shipping" ? shippingRule : paymentOffer;
    default:
      return undefined;
  }
}

/** Reads `IN:56+57=60,free-above=999` as a shipping rule of a seed file. */
function shippingRule(text: string): unknown {
  const parts = /^([^:=,]+)(?::([^=,]+))?=(.+)$/.exec(text.trim());
  const [, countries = "", prefixes, options = ""] = parts ?? [];
  const read = options.split(";").map(shippingOption);
  if (parts === null || read.includes(undefined)) {
    throw new InvalidArgumentError(
      "It must be COUNTRIES[:PREFIXES]=[ID:NAME:]PRICE[,free-above=AMOUNT], with a semicolon " +
        "between options",
    );
  }
  const place = { countries: countries.split("+"), postal_prefixes: prefixes?.split("+") ?? [] };
  const [only] = read;
  return read.length === 1 && only?.id === undefined
    ? { ...place, ...only }
    : { ...place, options: read };
}

/** Reads `express:Express:150,free-above=999` or `150` as a shipping option of a seed file. */
function shippingOption(text: string) {
  const parts = /^(?:([^:]+):([^:]+):)?([^:,]+)(?:,free-above=([^,]+))?$/i.exec(text.trim());
  if (parts === null) return undefined;
  const [, id, name, price, freeAbove] = parts;
  return { ...id !== undefined && { id, name }, price, free_above: freeAbove ?? null };
}

/** Reads `prepaid=5%,cap=100` as a payment offer of a seed file. */
function paymentOffer(text: string): unknown {
  const parts = /^([^=,]+)=([0-9.]+)(%?)(?:,cap=([^,]+))?$/i.exec(text.trim());
  if (parts === null) {
    const methods = PAYMENT_METHODS.map(flagName).join(" or ");
    throw new InvalidArgumentError(`It must be METHOD=DISCOUNT[,cap=AMOUNT], METHOD ${methods}`);
  }
  const [, method = "", amount, percent, cap] = parts;
  return {
    method: oneOf(PAYMENT_METHODS)(method),
    discount_type: percent === "%" ? "PERCENTAGE" : "FIXED",
    discount_amount: amount,
    discount_max_cap: cap ?? null,
  };
}
