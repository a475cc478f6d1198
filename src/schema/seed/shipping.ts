import { z } from "zod";
import { got, invalid } from "../../domain/errors.ts";
import {
  isOnlyStandard,
  type ShippingOption,
  type ShippingRule,
  STANDARD,
} from "../../domain/shop/merchant.ts";
import { normalisePostalCode } from "../../domain/values/text.ts";
import { MAX_OPTION_ID } from "../../domain/values/limits.ts";
import { type Currency, parseMajor, parseOptional } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { nonEmptyText, visibleText } from "../parse.ts";
import {
  amountField,
  countries,
  decimalField,
  MAX_ENTRIES,
  optionalAmount,
  requireUnique,
  toCountries,
} from "./fields.ts";

/** Limit of the shipping options of a rule: every session shows them. */
const MAX_OPTIONS = 20;

const optionSchema = z.strictObject({
  id: nonEmptyText(MAX_OPTION_ID).regex(/^[A-Za-z0-9._-]*$/, {
    error: "must have letters, digits, dots, hyphens and underscores only",
  }),
  name: visibleText(100),
  price: decimalField,
  free_above: decimalField.nullish(),
});

/** A shipping rule: options, or the price of the only one. */
export const shippingSchema = z.strictObject({
  countries: countries.min(1),
  postal_prefixes: z.array(nonEmptyText(20)).max(MAX_ENTRIES).optional(),
  price: decimalField.optional(),
  free_above: decimalField.nullish(),
  options: z.array(optionSchema).min(1).max(MAX_OPTIONS).optional(),
});

type RuleFields = z.infer<typeof shippingSchema>;

/** Reads the shipping rules of a shop. */
export function toShipping(
  rules: readonly RuleFields[],
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
    return { countries: own, postalPrefixes, options: toOptions(rule, at, currency) };
  });
  // Refuses two prices for one place, because the second would never apply.
  requireUnique(places, "place");
  return read;
}

function toOptions(
  { options, price, free_above }: RuleFields,
  at: string,
  currency: Currency,
): ShippingOption[] {
  if (options === undefined) {
    if (price === undefined) throw invalid(`${at}.price is required without options`);
    return [toOption({ ...STANDARD, price, free_above }, at, currency)];
  }
  if (price !== undefined || (free_above ?? null) !== null) {
    throw invalid(`${at} must have price and free_above in its options`);
  }
  requireUnique(options.map(({ id }, i) => ({ key: id, path: `${at}.options[${i}]` })), "id");
  return options.map((option, i) => toOption(option, `${at}.options[${i}]`, currency));
}

function toOption(
  { id, name, price, free_above }: z.infer<typeof optionSchema>,
  at: string,
  currency: Currency,
): ShippingOption {
  return {
    id,
    name,
    price: parseMajor(price, currency, `${at}.price`),
    freeAbove: parseOptional(free_above, currency, `${at}.free_above`),
  };
}

/** Encodes a shipping rule; the standard option alone as its price. */
export function writeShipping(
  { countries, postalPrefixes, options }: ShippingRule,
  currency: Currency,
): Form<typeof shippingSchema> {
  const written = options.map(({ id, name, price, freeAbove }) => ({
    id,
    name,
    price: amountField(price, currency),
    free_above: optionalAmount(freeAbove, currency),
  }));
  const [first] = written;
  return {
    countries,
    postal_prefixes: postalPrefixes,
    ...isOnlyStandard(options)
      ? { price: first?.price, free_above: first?.free_above, options: undefined }
      : { price: undefined, free_above: undefined, options: written },
  };
}
