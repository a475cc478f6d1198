import { InvalidArgumentError } from "@commander-js/extra-typings";
import {
  CART_FORMATS,
  CATALOGUE_RULES,
  COIN_PROVIDERS,
  PAYMENT_METHODS,
} from "../../domain/shop/merchant.ts";
import { type SeedFlag, SeedFlags } from "./seed_flags.ts";
import { flagName, oneOf } from "./values.ts";

const DELIVERY = "Delivery:";
const COD = "Cash on delivery:";
const TAX = "Tax:";
const OFFERS = "Offers for a payment method:";
const COINS = "Loyalty coins:";
const CODES = "One-time codes:";

/** Who may run a shop's coins; that nobody does is said by `--no-coin`. */
const RUNNERS = COIN_PROVIDERS.filter((name) => name !== "NONE");

const CURRENCY: SeedFlag = {
  flags: "--currency <code>",
  help: "ISO 4217 code, such as INR; it cannot change later",
  field: "currency_code",
};

const COMMON: readonly SeedFlag[] = [
  { flags: "--name <name>", help: "display name", field: "name" },
  {
    flags: "--domain <domain>",
    help: "domain of the store; repeat for several",
    field: "domains",
    repeats: true,
  },
  {
    flags: "--country <code>",
    help: "two-letter ISO 3166-1 code, such as IN",
    field: "country_code",
  },
  {
    flags: "--cart-format <format>",
    help: `price format of the store's cart: ${CART_FORMATS.join(" or ")}`,
    field: "cart_format",
    read: oneOf(CART_FORMATS),
  },
  {
    flags: "--catalogue <rule>",
    help: "open: products not in the catalogue sell at the cart's price (default); " +
      "strict: they are refused",
    field: "catalogue",
    read: oneOf(CATALOGUE_RULES),
  },
  {
    flags: "--redirect-url <url>",
    help: "URL that customers return to after checkout",
    field: "redirect_url",
  },
  {
    flags: "--tax-rate <percent>",
    help: "tax rate on goods, in percent",
    field: "tax.rate",
    group: TAX,
  },
  {
    flags: "--tax-included",
    help: "prices include tax (default)",
    field: "tax.included",
    value: true,
    group: TAX,
  },
  {
    flags: "--tax-excluded",
    help: "tax is added to prices",
    field: "tax.included",
    value: false,
    group: TAX,
  },
  {
    flags: "--shipping <rule>",
    help: 'COUNTRIES[:PREFIXES]=PRICE[,free-above=AMOUNT], such as "IN:56+57=60,free-above=999"; ' +
      "repeat for several",
    field: "shipping",
    read: shippingRule,
    repeats: true,
    group: DELIVERY,
  },
  {
    flags: "--no-shipping",
    help: "no shipping rules: free delivery everywhere",
    field: "shipping",
    value: [],
    group: DELIVERY,
  },
  { flags: "--cod-fee <amount>", help: "fee for cash on delivery", field: "cod.fee", group: COD },
  { flags: "--cod-min <amount>", help: "minimum cart amount", field: "cod.min", group: COD },
  { flags: "--cod-max <amount>", help: "maximum cart amount", field: "cod.max", group: COD },
  {
    flags: "--cod-country <code>",
    help: "country that it is offered in; repeat for several",
    field: "cod.countries",
    repeats: true,
    group: COD,
  },
  {
    flags: "--cod-prepaid <part>",
    help: "part to prepay: 10% or an amount",
    field: "cod.prepaid",
    read: prepaidPart,
    group: COD,
  },
  { flags: "--no-cod", help: "none", field: "cod", value: null, group: COD },
  {
    flags: "--payment-offer <offer>",
    help: 'METHOD=DISCOUNT[,cap=AMOUNT], such as "prepaid=5%,cap=100"; repeat for several',
    field: "payment_offers",
    read: paymentOffer,
    repeats: true,
    group: OFFERS,
  },
  {
    flags: "--no-payment-offer",
    help: "none",
    field: "payment_offers",
    value: [],
    group: OFFERS,
  },
  { flags: "--coin-name <name>", help: "name of the coins", field: "coin.name", group: COINS },
  { flags: "--coin-logo <url>", help: "URL of the coins' logo", field: "coin.logo", group: COINS },
  {
    flags: "--coin-provider <who>",
    help: `provider of the programme: ${RUNNERS.map(flagName).join(" or ")}`,
    field: "coin.provider",
    read: oneOf(RUNNERS),
    group: COINS,
  },
  {
    flags: "--coin-value <coins>",
    help: "number of coins ...",
    field: "coin.coin_value",
    read: (text) => /^[0-9]{1,15}$/.test(text) ? Number(text) : text,
    group: COINS,
  },
  {
    flags: "--coin-worth <amount>",
    help: "... worth this amount",
    field: "coin.base_currency_value",
    group: COINS,
  },
  {
    flags: "--coin-earn <percent>",
    help: "percent of an order earned back as coins",
    field: "coin.earn_percent",
    group: COINS,
  },
  { flags: "--no-coin", help: "none", field: "coin", value: null, group: COINS },
  {
    flags: "--otp-country <code>",
    help:
      "country that codes are sent to; repeat for several (default: the shop's and those it ships to)",
    field: "otp_countries",
    repeats: true,
    group: CODES,
  },
  {
    flags: "--otp-everywhere",
    help: "send codes to every country",
    field: "otp_countries",
    value: [],
    group: CODES,
  },
  {
    flags: "--no-otp-country",
    help: "back to the default countries",
    field: "otp_countries",
    value: null,
    group: CODES,
  },
];

/** What a guided set-up asks about a shop; the rest can be decided later. */
const INIT_FIELDS: ReadonlySet<string> = new Set([
  "name",
  "domains",
  "country_code",
  "currency_code",
  "cart_format",
  "tax.rate",
  "tax.included",
  "cod",
  "cod.fee",
  "cod.min",
  "cod.max",
]);

const INIT = [...COMMON, CURRENCY].filter(({ field }) => INIT_FIELDS.has(field));

/** The options that answer the questions of a guided set-up. */
export const INIT_FLAGS = new SeedFlags([
  ...INIT.filter(({ group }) => group === undefined),
  // Before its fee and range, which are laid over it.
  { flags: "--cod", help: "offered, free and everywhere", field: "cod", value: {}, group: COD },
  ...INIT.filter(({ group }) => group !== undefined),
]);

/** The options that describe a new merchant. */
export const NEW_MERCHANT_FLAGS = new SeedFlags([...COMMON, CURRENCY]);

/** The options that change a merchant: all but its currency, in which its prices are kept. */
export const MERCHANT_FLAGS = new SeedFlags(COMMON);

/** Reads `IN:56+57=60,free-above=999` as a shipping rule of a seed file. */
function shippingRule(text: string): unknown {
  const parts = /^([^:=,]+)(?::([^=,]+))?=([^,]+)(?:,free-above=([^,]+))?$/i.exec(text.trim());
  if (parts === null) {
    throw new InvalidArgumentError("It must be COUNTRIES[:PREFIXES]=PRICE[,free-above=AMOUNT]");
  }
  const [, countries = "", prefixes, price, freeAbove] = parts;
  return {
    countries: countries.split("+"),
    postal_prefixes: prefixes?.split("+") ?? [],
    price,
    free_above: freeAbove ?? null,
  };
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
