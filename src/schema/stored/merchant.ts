import { z } from "zod";
import { type CheckoutForm, NO_CHECKOUT_FORM } from "../../domain/shop/checkout_form.ts";
import {
  CART_FORMATS,
  CATALOGUE_RULES,
  COIN_PROVIDERS,
  type CoinProgram,
  DEFAULT_IDLE_MINUTES,
  type Discount,
  type Merchant,
  type MerchantHead,
  PAYMENT_METHODS,
  VERIFY_PHONE,
} from "../../domain/shop/merchant.ts";
import { DEFAULT_PICTURES_MB } from "../../domain/shop/picture.ts";
import { DEFAULT_LIMITS, eachLimit } from "../../domain/shop/limits.ts";
import { PAY_WAYS } from "../../domain/shop/pay_ways.ts";
import type { ShopData } from "../../domain/shop/shop_data.ts";
import { DEFAULT_TIME_ZONE, parseTimeZone } from "../../domain/values/calendar.ts";
import type { Form } from "../form.ts";
import { count, merchantId, parseJsonColumn, parseRow, type Stored } from "./parse.ts";
import { shippingRuleSchema } from "./shipping.ts";

const TABLE = "merchants";

/** A discount in a JSON column. */
export const discountSchema: Stored<Discount> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("PERCENTAGE"), rate: count, cap: count.nullable() }),
  z.object({ type: z.literal("FIXED"), amount: count, cap: count.nullable() }),
]);

const codSchema = z.object({
  fee: count,
  min: count,
  max: count.nullable(),
  countries: z.array(z.string()),
  prepaid: discountSchema.nullable(),
});

/** A loyalty programme in a JSON column. */
export const coinProgramSchema: Stored<CoinProgram> = z.object({
  provider: z.enum(COIN_PROVIDERS),
  name: z.string(),
  logo: z.string(),
  coinValue: count,
  baseCurrencyValue: count,
  earnRate: count,
});

/** Limits that are missing in rows of earlier versions have their defaults. */
const limitsSchema = z.object(eachLimit((name) => count.default(DEFAULT_LIMITS[name])));

const checkoutSchema: z.ZodType<CheckoutForm> = z.object({
  paymentUrl: z.string(),
  returnOrigins: z.array(z.string()),
  embedOrigins: z.array(z.string()),
  logo: z.string(),
  accent: z.string().nullable(),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  cartLinks: z.boolean(),
  manual: z.object({
    instructions: z.string(),
    upi: z.object({ id: z.string(), name: z.string() }).nullable(),
    days: count,
  }).nullable(),
  // Missing in rows of earlier versions.
  payOrder: z.array(z.enum(PAY_WAYS)).default([...PAY_WAYS]),
  limits: limitsSchema.default(DEFAULT_LIMITS),
});

const rulesSchema = z.object({
  tax: z.object({ rate: count, included: z.boolean() }),
  shipping: z.array(shippingRuleSchema),
  cod: codSchema.nullable(),
  paymentOffers: z.array(z.object({ method: z.enum(PAYMENT_METHODS), discount: discountSchema })),
  coin: coinProgramSchema.nullable(),
  // These are missing in rows of earlier versions.
  verifyPhone: z.enum(VERIFY_PHONE).default("never"),
  otpCountries: z.array(z.string()).nullable().default(null),
  timeZone: z.string().refine((name) => parseTimeZone(name) === name, "not a time zone")
    .default(DEFAULT_TIME_ZONE),
  idleAfterMinutes: count.default(DEFAULT_IDLE_MINUTES),
  recoveryUrl: z.string().default(""),
  staffRefundsDaily: count.default(0),
  refundsDaily: count.default(0),
  coinsDaily: count.default(0),
  picturesMb: count.default(DEFAULT_PICTURES_MB),
  ordersHourly: count.default(0),
  signInsHourly: count.default(0),
  messagesHourly: count.default(0),
  refundsFactorOver: count.default(0),
  requiresFactor: z.boolean().default(false),
  checkout: checkoutSchema.default(NO_CHECKOUT_FORM),
});

const rowSchema = z.object({
  id: merchantId,
  name: z.string(),
  domains: z.string(),
  country_code: z.string(),
  currency_code: z.string(),
  cart_format: z.enum(CART_FORMATS),
  catalogue: z.enum(CATALOGUE_RULES),
  redirect_url: z.string(),
  rules: z.string(),
  created_at: count,
  updated_at: count,
});

const domainsSchema = z.array(z.string());

/**
 * Reads a merchant from a row of `merchants` with `domains`, a JSON array in order.
 *
 * @throws {RowError} when the row does not parse
 */
export function merchantFromRow(row: unknown): Merchant {
  const read = parseRow(rowSchema, row, { table: TABLE, keyColumns: ["id"] });
  const place = { table: TABLE, key: read.id };
  const parsed = parseJsonColumn(rulesSchema, read.rules, { ...place, name: "rules" });
  const { tax, shipping, cod, paymentOffers, coin, verifyPhone, ...own } = parsed;
  return {
    id: read.id,
    name: read.name,
    domains: parseJsonColumn(domainsSchema, read.domains, { ...place, name: "domains" }),
    countryCode: read.country_code,
    currencyCode: read.currency_code,
    cartFormat: read.cart_format,
    catalogue: read.catalogue,
    redirectUrl: read.redirect_url,
    rules: { tax, shipping, cod, paymentOffers, coin, verifyPhone },
    ...own,
    createdAt: read.created_at,
    updatedAt: read.updated_at,
  };
}

const headSchema = rowSchema.pick({ id: true, name: true, domains: true });

/**
 * Reads a merchant without its rules.
 *
 * @throws {RowError} when the row does not parse
 */
export function merchantHeadFromRow(row: unknown): MerchantHead {
  const { domains, ...read } = parseRow(headSchema, row, { table: TABLE, keyColumns: ["id"] });
  const place = { table: TABLE, key: read.id, name: "domains" };
  return { ...read, domains: parseJsonColumn(domainsSchema, domains, place) };
}

const dataSchema: z.ZodType<ShopData> = z.object({
  sessions: count,
  coupons: count,
  customers: count,
  products: count,
  payments: count,
});

/**
 * Reads the number of things that a merchant has.
 *
 * @throws {RowError} when the row does not parse
 */
export function shopDataFromRow(row: unknown): ShopData {
  return parseRow(dataSchema, row, { table: "merchants", keyColumns: [] });
}

/** The columns of `merchants`; domains are in another table. */
export function merchantToRow(merchant: Merchant): Omit<Form<typeof rowSchema>, "domains"> {
  const { id, name, domains: _, countryCode, currencyCode, ...rest } = merchant;
  const { cartFormat, catalogue, redirectUrl, createdAt, updatedAt, rules, ...own } = rest;
  const stored: Form<typeof rulesSchema> = { ...rules, ...own };
  return {
    id,
    name,
    country_code: countryCode,
    currency_code: currencyCode,
    cart_format: cartFormat,
    catalogue,
    redirect_url: redirectUrl,
    rules: JSON.stringify(stored),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
