import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import {
  CART_FORMATS,
  CATALOGUE_RULES,
  DEFAULT_IDLE_MINUTES,
  type MerchantDraft,
  requireCountry,
  requireCurrency,
  requireDomain,
} from "../../domain/shop/merchant.ts";
import { DEFAULT_PICTURES_MB } from "../../domain/shop/picture.ts";
import { requireRecoveryUrl, requireRedirectUrl } from "../../domain/shop/redirect_url.ts";
import { DEFAULT_TIME_ZONE, requireTimeZone } from "../../domain/values/calendar.ts";
import { MAX_URL } from "../../domain/values/limits.ts";
import { currencyOf, parseMajor } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { integerBetween, parseWith, textUpTo, visibleText } from "../parse.ts";
import { checkoutSchema, toCheckout, writeCheckout } from "./checkout.ts";
import {
  amountField,
  countries,
  decimalField,
  MAX_COUNT,
  MAX_ENTRIES,
  requireUnique,
  toCountries,
} from "./fields.ts";
import { rulesFields, toRules, writeRules } from "./rules.ts";

/** A week. */
const MAX_IDLE_MINUTES = 10_080;

/** The fields of a merchant in a seed file, without its products, coupons and customers. */
export const merchantFields = {
  name: visibleText(200),
  domains: z.array(z.string()).min(1).max(MAX_ENTRIES),
  country_code: z.string(),
  currency_code: z.string(),
  redirect_url: textUpTo(MAX_URL).nullish(),
  cart_format: z.enum(CART_FORMATS).optional(),
  catalogue: z.enum(CATALOGUE_RULES).optional(),
  time_zone: z.string().optional(),
  ...rulesFields,
  otp_countries: countries.nullish(),
  idle_after: integerBetween(0, MAX_IDLE_MINUTES).optional(),
  recovery_url: textUpTo(MAX_URL).nullish(),
  staff_refunds_daily: decimalField.optional(),
  refunds_daily: decimalField.optional(),
  coins_daily: integerBetween(0, MAX_COUNT).optional(),
  pictures_mb: integerBetween(0, MAX_COUNT).optional(),
  orders_hourly: integerBetween(0, MAX_COUNT).optional(),
  sign_ins_hourly: integerBetween(0, MAX_COUNT).optional(),
  messages_hourly: integerBetween(0, MAX_COUNT).optional(),
  refunds_factor_over: decimalField.optional(),
  require_factor: z.boolean().optional(),
  checkout: checkoutSchema.nullish(),
};

const merchantSchema = z.strictObject(merchantFields);

/** A validated merchant of a seed file. */
export type MerchantFields = z.infer<typeof merchantSchema>;

/**
 * Reads a merchant of a seed file, without products, coupons and customers.
 *
 * @param value amounts in the merchant's major unit, percentages of 0 to 100
 * @param path for messages; "" for none
 * @throws {AppError} `error.invalid-request` naming the first invalid field by its path
 */
export function readMerchant(value: unknown, path = ""): MerchantDraft {
  return toMerchant(parseWith(merchantSchema, value, path), path);
}

/**
 * A shop that a command makes, in the form of a seed file: without rules of delivery it delivers to
 * its own country, free.
 */
export function withDelivery(entry: Readonly<Record<string, unknown>>) {
  const { shipping, country_code: country } = entry;
  if (shipping !== undefined || typeof country !== "string") return entry;
  return { ...entry, shipping: [{ countries: [country], price: 0 }] };
}

/** Converts validated fields; see {@link readMerchant}. */
export function toMerchant(fields: MerchantFields, path: string): MerchantDraft {
  const at = (name: string) => path === "" ? name : `${path}.${name}`;
  const currencyCode = requireCurrency(fields.currency_code, at("currency_code"));
  const currency = currencyOf(currencyCode);
  const sum = (name: "staff_refunds_daily" | "refunds_daily" | "refunds_factor_over") =>
    parseMajor(fields[name] ?? 0, currency, at(name));
  const domains = fields.domains.map((text, i) => ({
    key: requireDomain(text, at(`domains[${i}]`)),
    path: at(`domains[${i}]`),
  }));
  requireUnique(domains, "domain");
  const { name, redirect_url: redirectUrl, recovery_url: recoveryUrl } = fields;
  const catalogue = fields.catalogue ?? "open";
  return {
    name,
    domains: domains.map(({ key }) => key),
    countryCode: requireCountry(fields.country_code, at("country_code")),
    currencyCode,
    cartFormat: fields.cart_format ?? "plain",
    catalogue,
    redirectUrl: redirectUrl ? requireRedirectUrl(redirectUrl, at("redirect_url")) : "",
    rules: toRules(fields, at, currency),
    otpCountries: fields.otp_countries == null
      ? null
      : toCountries(fields.otp_countries, at("otp_countries")),
    timeZone: requireTimeZone(fields.time_zone ?? DEFAULT_TIME_ZONE, at("time_zone")),
    idleAfterMinutes: fields.idle_after ?? DEFAULT_IDLE_MINUTES,
    recoveryUrl: recoveryUrl ? requireRecoveryUrl(recoveryUrl, at("recovery_url")) : "",
    staffRefundsDaily: sum("staff_refunds_daily"),
    refundsDaily: sum("refunds_daily"),
    coinsDaily: fields.coins_daily ?? 0,
    picturesMb: fields.pictures_mb ?? DEFAULT_PICTURES_MB,
    ordersHourly: fields.orders_hourly ?? 0,
    signInsHourly: fields.sign_ins_hourly ?? 0,
    messagesHourly: fields.messages_hourly ?? 0,
    refundsFactorOver: sum("refunds_factor_over"),
    requiresFactor: fields.require_factor ?? false,
    checkout: toCheckout(fields.checkout, at("checkout"), { name, catalogue, currencyCode }),
  };
}

/**
 * Reads a change of a merchant. A rule about verified phones that is not among the changes is settled
 * by the service, by what else changes.
 *
 * @param change from the merchant in the form of a seed file
 * @throws {AppError} the errors of {@link readMerchant}, and for another currency: stored prices are
 *   in minor units of the old one and would change their value
 */
export function changeMerchant(
  old: MerchantDraft,
  change: (entry: Readonly<Record<string, unknown>>) => unknown,
): MerchantDraft {
  const { verify_phone: _, ...entry } = writeMerchant(old);
  const draft = readMerchant(change(entry));
  if (draft.currencyCode === old.currencyCode) return draft;
  throw invalid(`currency_code cannot change from ${old.currencyCode}: ${draft.currencyCode}`);
}

/** Encodes a merchant; {@link readMerchant} reads the same merchant from it. */
export function writeMerchant(merchant: MerchantDraft): Form<typeof merchantSchema> {
  const currency = currencyOf(merchant.currencyCode);
  return {
    name: merchant.name,
    domains: merchant.domains,
    country_code: merchant.countryCode,
    currency_code: merchant.currencyCode,
    redirect_url: merchant.redirectUrl,
    cart_format: merchant.cartFormat,
    catalogue: merchant.catalogue,
    time_zone: merchant.timeZone,
    ...writeRules(merchant.rules, currency),
    otp_countries: merchant.otpCountries,
    idle_after: merchant.idleAfterMinutes,
    recovery_url: merchant.recoveryUrl,
    staff_refunds_daily: amountField(merchant.staffRefundsDaily, currency),
    refunds_daily: amountField(merchant.refundsDaily, currency),
    coins_daily: merchant.coinsDaily,
    pictures_mb: merchant.picturesMb,
    orders_hourly: merchant.ordersHourly,
    sign_ins_hourly: merchant.signInsHourly,
    messages_hourly: merchant.messagesHourly,
    refunds_factor_over: amountField(merchant.refundsFactorOver, currency),
    require_factor: merchant.requiresFactor,
    checkout: writeCheckout(merchant.checkout),
  };
}
