import { InvalidArgumentError } from "@commander-js/extra-typings";
import {
  CART_FORMATS,
  CATALOGUE_RULES,
  COIN_PROVIDERS,
  PAYMENT_METHODS,
  VERIFY_PHONE,
} from "../../domain/shop/merchant.ts";
import { PAGE_FLAGS } from "./page_flags.ts";
import { type SeedFlagRow, SeedFlags, seedFlags } from "./seed_flags.ts";
import { durationOf, exactInteger, flagName, oneOf, percentage } from "./values.ts";

/** The providers that `--coin-provider` takes; `--no-coin` stands for none. */
const PROVIDERS = COIN_PROVIDERS.filter((name) => name !== "NONE");

const COD = "Cash on delivery:";
const SHIPPING =
  'COUNTRIES[:PREFIXES]=PRICE[,free-above=AMOUNT], such as "IN:56+57=60,free-above=999", or ' +
  'several options ID:NAME:PRICE, such as "IN=standard:Standard:60;express:Express:150"; ' +
  "repeat for several";
const CURRENCY = seedFlags([
  ["--currency <code>", "currency_code", "ISO 4217 code, such as INR; it cannot change later"],
]);

const COMMON = [
  ...seedFlags([
    ["--name <name>", "name", "display name"],
    ["--domain <domain>", "domains", "domain of the store; repeat for several", { repeats: true }],
    ["--country <code>", "country_code", "two-letter ISO 3166-1 code, such as IN"],
    [
      "--cart-format <format>",
      "cart_format",
      `price format of the store's cart: ${CART_FORMATS.join(" or ")}`,
      { read: oneOf(CART_FORMATS) },
    ],
    [
      "--catalogue <rule>",
      "catalogue",
      "open: products not in the catalogue sell at the cart's price (default); " +
      "strict: they are refused",
      { read: oneOf(CATALOGUE_RULES) },
    ],
    [
      "--time-zone <name>",
      "time_zone",
      "IANA time zone of the shop's days, such as Asia/Kolkata (default: UTC)",
    ],
    ["--redirect-url <url>", "redirect_url", "URL that customers return to after checkout"],
  ]),
  ...seedFlags([
    ["--tax-rate <percent>", "tax.rate", "tax rate on goods: 18 or 18%", { read: percentage }],
    ["--tax-included", "tax.included", "prices include tax (default)"],
    ["--tax-excluded", "tax.included", "tax is added to prices", { value: false }],
  ], "Tax:"),
  ...seedFlags([
    ["--shipping <rule>", "shipping", SHIPPING, { read: shippingRule, repeats: true }],
    ["--no-shipping", "shipping", "no shipping rules: free delivery everywhere", { value: [] }],
  ], "Delivery:"),
  ...seedFlags([
    ["--cod-fee <amount>", "cod.fee", "fee for cash on delivery"],
    ["--cod-min <amount>", "cod.min", "minimum cart amount"],
    ["--cod-max <amount>", "cod.max", "maximum cart amount"],
    [
      "--cod-country <code>",
      "cod.countries",
      "country with cash on delivery; repeat for several (default: all)",
      {
        repeats: true,
      },
    ],
    ["--cod-prepaid <part>", "cod.prepaid", "part to prepay: 10% or an amount", {
      read: prepaidPart,
    }],
    ["--no-cod", "cod", "no cash on delivery", { value: null }],
  ], COD),
  ...seedFlags([
    [
      "--payment-offer <offer>",
      "payment_offers",
      'METHOD=DISCOUNT[,cap=AMOUNT], such as "prepaid=5%,cap=100"; repeat for several',
      { read: paymentOffer, repeats: true },
    ],
    ["--no-payment-offer", "payment_offers", "no offers", { value: [] }],
  ], "Offers for a payment method:"),
  ...seedFlags([
    ["--coin-name <name>", "coin.name", "name of the coins"],
    ["--coin-logo <url>", "coin.logo", "URL of the coins' logo"],
    [
      "--coin-provider <provider>",
      "coin.provider",
      `provider of the programme: ${PROVIDERS.map(flagName).join(" or ")}`,
      { read: oneOf(PROVIDERS) },
    ],
    ["--coin-value <coins>", "coin.coin_value", "number of coins ...", { read: exactInteger }],
    ["--coin-worth <amount>", "coin.base_currency_value", "... worth this amount"],
    ["--coin-earn <percent>", "coin.earn_percent", "percent of an order earned back as coins", {
      read: percentage,
    }],
    ["--no-coin", "coin", "no coins", { value: null }],
  ], "Loyalty coins:"),
  ...seedFlags([
    [
      "--verify-phone <orders>",
      "verify_phone",
      "orders that need a verified phone: never (default), cod, always",
      { read: oneOf(VERIFY_PHONE) },
    ],
    [
      "--otp-country <code>",
      "otp_countries",
      "country that codes are sent to; repeat for several " +
      "(default: the shop's and those it ships to)",
      { repeats: true },
    ],
    ["--otp-everywhere", "otp_countries", "send codes to every country", { value: [] }],
    ["--no-otp-country", "otp_countries", "back to the default countries", { value: null }],
  ], "One-time codes:"),
  ...seedFlags([
    [
      "--idle-after <duration>",
      "idle_after",
      "time without activity until session.idle: 45 or 45m (default: 30m); 0: never",
      { read: durationOf(60_000) },
    ],
    [
      "--recovery-url <url>",
      "recovery_url",
      "https URL that recovery links lead back to (default: the redirect URL)",
    ],
    ["--no-recovery-url", "recovery_url", "back to the redirect URL", { value: null }],
  ], "Recovery:"),
  ...seedFlags([
    [
      "--staff-refunds-daily <amount>",
      "staff_refunds_daily",
      "what a person of staff may refund in a day (default: 0, owners only)",
    ],
    [
      "--refunds-daily <amount>",
      "refunds_daily",
      "what the shop may refund in a day, by all people and keys (default: 0, no limit)",
    ],
    [
      "--coins-daily <number>",
      "coins_daily",
      "coins that people may give customers in a day (default: 0, no limit)",
      { read: exactInteger },
    ],
    [
      "--refunds-factor-over <amount>",
      "refunds_factor_over",
      "in the dashboard refunds above it ask for the factor or password again (default: 0, all)",
    ],
  ], "Refunds:"),
  ...seedFlags([
    ["--require-factor", "require_factor", "the dashboard asks all people for a second factor"],
    ["--no-require-factor", "require_factor", "a second factor is each person's choice (default)", {
      value: false,
    }],
    ...hourlyRows([
      ["orders", "orders in an hour above which the shop is told"],
      ["sign-ins", "the same of sign-ins of its people, right and wrong"],
      ["messages", "the same of messages to customers"],
    ]),
  ], "Dashboard:"),
  ...PAGE_FLAGS,
];

/** The fields that a guided set-up asks for; the others keep their defaults. */
const INIT_FIELDS: ReadonlySet<string> = new Set([
  ...["name", "domains", "country_code", "currency_code", "cart_format", "time_zone"],
  ...["tax.rate", "tax.included", "cod", "cod.fee", "cod.min", "cod.max"],
]);

const INIT = [...COMMON, ...CURRENCY].filter(({ field }) => INIT_FIELDS.has(field));

/** The options that answer the questions of a guided set-up. */
export const INIT_FLAGS = new SeedFlags([
  ...INIT.filter(({ group }) => group === undefined),
  // Before its fee and range, which are laid over it.
  ...seedFlags([["--cod", "cod", "cash on delivery, free and everywhere", { value: {} }]], COD),
  ...INIT.filter(({ group }) => group !== undefined),
]);

/** The options that describe a new merchant. */
export const NEW_MERCHANT_FLAGS = new SeedFlags([...COMMON, ...CURRENCY]);

/** The options that change a merchant; its currency cannot change, as prices are stored in it. */
export const MERCHANT_FLAGS = new SeedFlags(COMMON);

function hourlyRows(rows: readonly (readonly [string, string])[]): SeedFlagRow[] {
  return rows.map(([what, help]) => [
    `--${what}-hourly <number>`,
    `${what.replaceAll("-", "_")}_hourly`,
    `${help} (default: 0, never)`,
    { read: exactInteger },
  ]);
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

/** Reads `10%` or `50` as a part of an amount. */
function prepaidPart(text: string): unknown {
  const isPercent = text.endsWith("%");
  return {
    type: isPercent ? "PERCENTAGE" : "FIXED",
    amount: isPercent ? text.slice(0, -1) : text,
  };
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
