import { z } from "zod";
import { got, invalid, shown } from "../../domain/errors.ts";
import { type Discount, DISCOUNT_TYPES, requireCountry } from "../../domain/shop/merchant.ts";
import {
  type Currency,
  fitsJsonNumber,
  formatMajor,
  majorNumber,
  type Minor,
  parseMajor,
  parseOptional,
  parsePercent,
  percentOf,
} from "../../domain/values/money.ts";
import type { Form } from "../form.ts";

/** Limit of the entries of a list: domains, prefixes, products of a coupon. */
export const MAX_ENTRIES = 1000;
/** Limit of a count: units of stock, uses, coins, grams. */
export const MAX_COUNT = 1_000_000_000;

/** Country codes. */
export const countries = z.array(z.string()).max(MAX_ENTRIES);

type Decimal = number | string | bigint;

/**
 * A decimal number as JSON number or text. Only its type is checked here; `parseMajor` and
 * `parsePercent` read it.
 */
export const decimalField: z.ZodType<Decimal, Decimal> = z.custom<Decimal>(
  (value) => ["number", "string", "bigint"].includes(typeof value),
  { error: "must be a decimal number" },
);

const dateTime = z.iso.datetime({ offset: true });

/** An ISO 8601 time with offset, as milliseconds since the epoch; not before 1970. */
export const momentField: z.ZodType<number, string> = z.any().transform(
  (value: unknown, context) => {
    const text = dateTime.safeParse(value);
    const ms = text.success ? Date.parse(text.data) : NaN;
    if (ms >= 0) return ms;
    const message = "must be an ISO 8601 time with an offset, such as 2026-01-31T00:00:00+05:30";
    context.addIssue({ code: "custom", message, input: value });
    return z.NEVER;
  },
);

/** Encodes an amount: a number in the major unit, or its digits as text if a double would not keep them. */
export function amountField(amount: Minor, currency: Currency): number | string {
  return fitsJsonNumber(amount) ? majorNumber(amount, currency) : formatMajor(amount, currency);
}

/** Encodes a time, or null: ISO 8601 in UTC. */
export function momentText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Encodes an amount, or null. */
export function optionalAmount(amount: Minor | null, currency: Currency): number | string | null {
  return amount === null ? null : amountField(amount, currency);
}

/** The discount of a payment offer. */
export const discountFields = {
  discount_type: z.enum(DISCOUNT_TYPES),
  discount_amount: decimalField,
  discount_max_cap: decimalField.nullish(),
};

const discountSchema = z.object(discountFields);

/** Encodes the discount of a coupon or a payment offer. */
export function writeDiscount(
  discount: Discount,
  currency: Currency,
): Form<typeof discountSchema> {
  return {
    discount_type: discount.type,
    discount_amount: discount.type === "PERCENTAGE"
      ? percentOf(discount.rate)
      : amountField(discount.amount, currency),
    discount_max_cap: optionalAmount(discount.cap, currency),
  };
}

/**
 * Reads the discount of a coupon or a payment offer.
 *
 * @param value `amount` is a percentage for `PERCENTAGE`, else in the major unit
 * @param paths of the fields, for messages
 * @throws {AppError} `error.invalid-request`, also for a discount of 0
 */
export function readDiscount(
  value: { readonly type: Discount["type"]; readonly amount: unknown; readonly cap?: unknown },
  paths: { readonly amount: string; readonly cap: string },
  currency: Currency,
): Discount {
  const cap = parseOptional(value.cap, currency, paths.cap);
  const size = value.type === "PERCENTAGE"
    ? parsePercent(value.amount, paths.amount)
    : parseMajor(value.amount, currency, paths.amount);
  if (size === 0) throw invalid(`${paths.amount} must be more than 0, ${got(value.amount)}`);
  return value.type === "PERCENTAGE"
    ? { type: "PERCENTAGE", rate: size, cap }
    : { type: "FIXED", amount: size, cap };
}

/**
 * Refuses duplicate entries.
 *
 * @param entries keys, each with its path
 * @param what name of such an entry: "domain", "product id"
 */
export function requireUnique(
  entries: Iterable<{ readonly key: string; readonly path: string }>,
  what: string,
): void {
  const seen = new Map<string, string>();
  for (const { key, path } of entries) {
    const first = seen.get(key);
    if (first !== undefined) {
      throw invalid(`${path} repeats the ${what} of ${first}: ${shown(key)}`);
    }
    seen.set(key, path);
  }
}

/** Reads country codes; duplicates are refused. */
export function toCountries(texts: readonly string[], path: string): string[] {
  const codes = texts.map((text, i) => ({
    key: requireCountry(text, `${path}[${i}]`),
    path: `${path}[${i}]`,
  }));
  requireUnique(codes, "country");
  return codes.map(({ key }) => key);
}
