import { z } from "zod";
import { got, invalid } from "../../domain/errors.ts";
import {
  CART_FORMATS,
  CATALOGUE_RULES,
  type CodRule,
  type CoinProgram,
  DISCOUNT_TYPES,
  type MerchantDraft,
  normalisePostalCode,
  PAYMENT_METHODS,
  type PaymentOffer,
  requireCountry,
  requireCurrency,
  requireDomain,
  requireRedirectUrl,
  type ShippingRule,
  type TaxRule,
} from "../../domain/merchant.ts";
import { type Currency, currencyOf, parseMajor, parsePercent } from "../../domain/money.ts";
import { integerBetween, nonEmptyText, parseWith, textUpTo, visibleText } from "../parse.ts";
import {
  decimalField,
  MAX_COUNT,
  MAX_ENTRIES,
  optionalMajor,
  readDiscount,
  requireUnique,
} from "./fields.ts";

const countries = z.array(z.string()).max(MAX_ENTRIES);

const shippingSchema = z.strictObject({
  countries: countries.min(1),
  postal_prefixes: z.array(nonEmptyText(20)).max(MAX_ENTRIES).optional(),
  price: decimalField,
  free_above: decimalField.nullish(),
});

const codSchema = z.strictObject({
  fee: decimalField.optional(),
  min: decimalField.optional(),
  max: decimalField.nullish(),
  countries: countries.optional(),
  prepaid: z.strictObject({ type: z.enum(DISCOUNT_TYPES), amount: decimalField }).nullish(),
});

const offerSchema = z.strictObject({
  method: z.enum(PAYMENT_METHODS),
  discount_type: z.enum(DISCOUNT_TYPES),
  discount_amount: decimalField,
  discount_max_cap: decimalField.nullish(),
});

const coinSchema = z.strictObject({
  // A shop without coins leaves `coin` out, so NONE is not a choice here.
  provider: z.enum(["LOYALTY_PARTNER", "CUSTOM"]).optional(),
  name: visibleText(100),
  logo: textUpTo(2048).optional(),
  coin_value: integerBetween(1, MAX_COUNT),
  base_currency_value: decimalField,
  earn_percent: decimalField.optional(),
});

/** The fields of a merchant in a seed file, without its products, coupons and customers. */
export const merchantFields = {
  name: visibleText(200),
  domains: z.array(z.string()).min(1).max(MAX_ENTRIES),
  country_code: z.string(),
  currency_code: z.string(),
  redirect_url: textUpTo(2048).nullish(),
  cart_format: z.enum(CART_FORMATS).optional(),
  catalogue: z.enum(CATALOGUE_RULES).optional(),
  tax: z.strictObject({ rate: decimalField, included: z.boolean().optional() }).optional(),
  shipping: z.array(shippingSchema).max(MAX_ENTRIES).optional(),
  cod: codSchema.nullish(),
  payment_offers: z.array(offerSchema).max(MAX_ENTRIES).optional(),
  coin: coinSchema.nullish(),
  otp_countries: countries.nullish(),
};

const merchantSchema = z.strictObject(merchantFields);

/** A merchant of a seed file whose fields have the right types. */
export type MerchantFields = z.infer<typeof merchantSchema>;

/**
 * Reads one merchant in the form of a seed file, without products, coupons and customers.
 *
 * @param value amounts in the merchant's major unit, percentages of 0 to 100
 * @param path where it stands, for messages; "" for none
 * @throws {AppError} `error.invalid-request` naming the first field that does not fit, by path
 */
export function readMerchant(value: unknown, path = ""): MerchantDraft {
  return toMerchant(parseWith(merchantSchema, value, path), path);
}

/** Gives checked fields their meaning; see {@link readMerchant}. */
export function toMerchant(fields: MerchantFields, path: string): MerchantDraft {
  const at = (name: string) => path === "" ? name : `${path}.${name}`;
  const currencyCode = requireCurrency(fields.currency_code, at("currency_code"));
  const currency = currencyOf(currencyCode);
  const domains = fields.domains.map((text, i) => ({
    key: requireDomain(text, at(`domains[${i}]`)),
    path: at(`domains[${i}]`),
  }));
  requireUnique(domains, "domain");
  const { redirect_url: redirectUrl } = fields;
  return {
    name: fields.name,
    domains: domains.map(({ key }) => key),
    countryCode: requireCountry(fields.country_code, at("country_code")),
    currencyCode,
    cartFormat: fields.cart_format ?? "plain",
    catalogue: fields.catalogue ?? "open",
    redirectUrl: redirectUrl ? requireRedirectUrl(redirectUrl, at("redirect_url")) : "",
    rules: {
      tax: toTax(fields.tax, at("tax")),
      shipping: toShipping(fields.shipping ?? [], at("shipping"), currency),
      cod: toCod(fields.cod, at("cod"), currency),
      paymentOffers: toOffers(fields.payment_offers ?? [], at("payment_offers"), currency),
      coin: toCoin(fields.coin, at("coin"), currency),
    },
    otpCountries: fields.otp_countries == null
      ? null
      : toCountries(fields.otp_countries, at("otp_countries")),
  };
}

function toTax(tax: MerchantFields["tax"], path: string): TaxRule {
  if (tax === undefined) return { rate: 0, included: true };
  return { rate: parsePercent(tax.rate, `${path}.rate`), included: tax.included ?? true };
}

function toShipping(
  rules: NonNullable<MerchantFields["shipping"]>,
  path: string,
  currency: Currency,
): ShippingRule[] {
  const places: { key: string; path: string }[] = [];
  const read = rules.map((rule, i): ShippingRule => {
    const at = `${path}[${i}]`;
    const own = toCountries(rule.countries, `${at}.countries`);
    const postalPrefixes = (rule.postal_prefixes ?? []).map((text, j) => {
      const prefix = normalisePostalCode(text);
      if (prefix !== "") return prefix;
      throw invalid(`${at}.postal_prefixes[${j}] must contain a letter or digit, ${got(text)}`);
    });
    for (const country of own) {
      if (postalPrefixes.length === 0) places.push({ key: country, path: at });
      for (const prefix of postalPrefixes) places.push({ key: `${country} ${prefix}`, path: at });
    }
    return {
      countries: own,
      postalPrefixes,
      price: parseMajor(rule.price, currency, `${at}.price`),
      freeAbove: optionalMajor(rule.free_above, currency, `${at}.free_above`),
    };
  });
  // Two prices for one place: the second would silently never apply.
  requireUnique(places, "place");
  return read;
}

function toCod(cod: MerchantFields["cod"], path: string, currency: Currency): CodRule | null {
  if (cod === undefined || cod === null) return null;
  const min = optionalMajor(cod.min, currency, `${path}.min`) ?? 0;
  const max = optionalMajor(cod.max, currency, `${path}.max`);
  if (max !== null && max < min) {
    throw invalid(`${path}.max must be at least min, ${got(cod.max)}`);
  }
  const { prepaid } = cod;
  const paths = { amount: `${path}.prepaid.amount`, cap: `${path}.prepaid.cap` };
  return {
    fee: optionalMajor(cod.fee, currency, `${path}.fee`) ?? 0,
    min,
    max,
    countries: toCountries(cod.countries ?? [], `${path}.countries`),
    prepaid: prepaid === undefined || prepaid === null
      ? null
      : readDiscount(prepaid, paths, currency),
  };
}

function toOffers(
  offers: NonNullable<MerchantFields["payment_offers"]>,
  path: string,
  currency: Currency,
): PaymentOffer[] {
  return offers.map((offer, i) => {
    const at = `${path}[${i}]`;
    const paths = { amount: `${at}.discount_amount`, cap: `${at}.discount_max_cap` };
    const { discount_type: type, discount_amount: amount, discount_max_cap: cap } = offer;
    return { method: offer.method, discount: readDiscount({ type, amount, cap }, paths, currency) };
  });
}

function toCoin(coin: MerchantFields["coin"], path: string, currency: Currency) {
  if (coin === undefined || coin === null) return null;
  const worth = `${path}.base_currency_value`;
  const baseCurrencyValue = parseMajor(coin.base_currency_value, currency, worth);
  if (baseCurrencyValue === 0) {
    throw invalid(`${worth} must be more than 0, ${got(coin.base_currency_value)}`);
  }
  const program: CoinProgram = {
    provider: coin.provider ?? "CUSTOM",
    name: coin.name,
    logo: coin.logo ?? "",
    coinValue: coin.coin_value,
    baseCurrencyValue,
    earnRate: parsePercent(coin.earn_percent ?? 0, `${path}.earn_percent`),
  };
  return program;
}

function toCountries(texts: readonly string[], path: string): string[] {
  const codes = texts.map((text, i) => ({
    key: requireCountry(text, `${path}[${i}]`),
    path: `${path}[${i}]`,
  }));
  requireUnique(codes, "country");
  return codes.map(({ key }) => key);
}
