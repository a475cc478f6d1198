import { z } from "zod";
import { got, invalid } from "../../domain/errors.ts";
import {
  type CodRule,
  type CoinProgram,
  DISCOUNT_TYPES,
  PAYMENT_METHODS,
  type PaymentOffer,
  type RulesDraft,
  type TaxRule,
  VERIFY_PHONE,
} from "../../domain/shop/merchant.ts";
import { MAX_URL } from "../../domain/values/limits.ts";
import {
  type Currency,
  parseMajor,
  parseOptional,
  parsePercent,
  percentOf,
} from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { integerBetween, textUpTo, visibleText } from "../parse.ts";
import {
  amountField,
  countries,
  decimalField,
  discountFields,
  MAX_COUNT,
  MAX_ENTRIES,
  optionalAmount,
  readDiscount,
  toCountries,
  writeDiscount,
} from "./fields.ts";
import { shippingSchema, toShipping, writeShipping } from "./shipping.ts";

const codSchema = z.strictObject({
  fee: decimalField.optional(),
  min: decimalField.optional(),
  max: decimalField.nullish(),
  countries: countries.optional(),
  prepaid: z.strictObject({ type: z.enum(DISCOUNT_TYPES), amount: decimalField }).nullish(),
});

const offerSchema = z.strictObject({ method: z.enum(PAYMENT_METHODS), ...discountFields });

const coinSchema = z.strictObject({
  // A shop without coins has no `coin`, so NONE is not a choice here.
  provider: z.enum(["LOYALTY_PARTNER", "CUSTOM"]).optional(),
  name: visibleText(100),
  logo: textUpTo(MAX_URL).optional(),
  coin_value: integerBetween(1, MAX_COUNT),
  base_currency_value: decimalField,
  earn_percent: decimalField.optional(),
});

/** The pricing fields of a merchant. */
export const rulesFields = {
  tax: z.strictObject({ rate: decimalField, included: z.boolean().optional() }).optional(),
  shipping: z.array(shippingSchema).max(MAX_ENTRIES).optional(),
  cod: codSchema.nullish(),
  payment_offers: z.array(offerSchema).max(MAX_ENTRIES).optional(),
  coin: coinSchema.nullish(),
  verify_phone: z.enum(VERIFY_PHONE).optional(),
};

const rulesSchema = z.strictObject(rulesFields);

type RulesFields = z.infer<typeof rulesSchema>;

/** Reads the rules of a shop. */
export function toRules(
  fields: RulesFields,
  at: (name: string) => string,
  currency: Currency,
): RulesDraft {
  return {
    tax: toTax(fields.tax, at("tax")),
    shipping: toShipping(fields.shipping ?? [], at("shipping"), currency),
    cod: toCod(fields.cod, at("cod"), currency),
    paymentOffers: toOffers(fields.payment_offers ?? [], at("payment_offers"), currency),
    coin: toCoin(fields.coin, at("coin"), currency),
    verifyPhone: fields.verify_phone ?? null,
  };
}

function toTax(tax: RulesFields["tax"], path: string): TaxRule {
  if (tax === undefined) return { rate: 0, included: true };
  return { rate: parsePercent(tax.rate, `${path}.rate`), included: tax.included ?? true };
}

function toCod(cod: RulesFields["cod"], path: string, currency: Currency): CodRule | null {
  if (cod === undefined || cod === null) return null;
  const min = parseOptional(cod.min, currency, `${path}.min`) ?? 0;
  const max = parseOptional(cod.max, currency, `${path}.max`);
  if (max !== null && max < min) {
    throw invalid(`${path}.max must be at least min, ${got(cod.max)}`);
  }
  const { prepaid } = cod;
  const paths = { amount: `${path}.prepaid.amount`, cap: `${path}.prepaid.cap` };
  return {
    fee: parseOptional(cod.fee, currency, `${path}.fee`) ?? 0,
    min,
    max,
    countries: toCountries(cod.countries ?? [], `${path}.countries`),
    prepaid: prepaid === undefined || prepaid === null
      ? null
      : readDiscount(prepaid, paths, currency),
  };
}

function toOffers(
  offers: NonNullable<RulesFields["payment_offers"]>,
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

function toCoin(coin: RulesFields["coin"], path: string, currency: Currency) {
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

/** Encodes the rules of a shop. */
export function writeRules(rules: RulesDraft, currency: Currency): Form<typeof rulesSchema> {
  const { tax, shipping, paymentOffers } = rules;
  return {
    tax: { rate: percentOf(tax.rate), included: tax.included },
    shipping: shipping.map((rule) => writeShipping(rule, currency)),
    cod: writeCod(rules.cod, currency),
    payment_offers: paymentOffers.map(({ method, discount }) => ({
      method,
      ...writeDiscount(discount, currency),
    })),
    coin: writeCoin(rules.coin, currency),
    verify_phone: rules.verifyPhone ?? undefined,
  };
}

function writeCod(cod: CodRule | null, currency: Currency): Form<typeof codSchema> | null {
  if (cod === null) return null;
  const prepaid = cod.prepaid === null ? null : writeDiscount(cod.prepaid, currency);
  return {
    fee: amountField(cod.fee, currency),
    min: amountField(cod.min, currency),
    max: optionalAmount(cod.max, currency),
    countries: cod.countries,
    prepaid: prepaid === null
      ? null
      : { type: prepaid.discount_type, amount: prepaid.discount_amount },
  };
}

function writeCoin(
  coin: CoinProgram | null,
  currency: Currency,
): Form<typeof coinSchema> | null {
  // A seed file has no programme without a provider.
  if (coin === null || coin.provider === "NONE") return null;
  return {
    provider: coin.provider,
    name: coin.name,
    logo: coin.logo,
    coin_value: coin.coinValue,
    base_currency_value: amountField(coin.baseCurrencyValue, currency),
    earn_percent: percentOf(coin.earnRate),
  };
}
